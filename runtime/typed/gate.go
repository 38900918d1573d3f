package typed

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/seed92179c4c/stategen/runtime/internal/turns"
)

// Gate is the lock of a run. Many may read at once what other tools of the run don't
// write; whoever writes, or reads merged keys, has it alone. Whoever wants it alone waits
// for others who do no longer than a context; readers only look a value up.
type Gate struct {
	turn    turns.Lock // of whoever wants it alone
	readers sync.RWMutex
}

func newGate() *Gate { return &Gate{turn: turns.NewLock()} }

// take waits until nobody else has the gate.
func (g *Gate) take(ctx context.Context) error {
	if err := g.turn.Take(ctx); err != nil {
		return err
	}
	g.readers.Lock()
	return nil
}

func (g *Gate) give() {
	g.readers.Unlock()
	g.turn.Give()
}

// Leave ends what Live.Enter began.
func (g *Gate) Leave() { g.readers.RUnlock() }

// recentRuns finds runs that were begun by their invocations' IDs, without a lock:
// one for each last letter of those. It need not know all.
type recentRuns struct {
	known [64]atomic.Pointer[liveRun]
	begun map[string]int // by invocation; guarded by Live.mu
}

func (r *recentRuns) of(invocation string) *atomic.Pointer[liveRun] {
	if invocation == "" {
		return &r.known[0]
	}
	return &r.known[invocation[len(invocation)-1]%byte(len(r.known))]
}

// add makes a run known, unless another one has the same ID.
func (r *recentRuns) add(run *liveRun) {
	if r.begun == nil {
		r.begun = map[string]int{}
	}
	id := run.id.Invocation
	known := r.of(id)
	if r.begun[id]++; r.begun[id] == 1 {
		known.Store(run)
	} else if other := known.Load(); other != nil && other.id.Invocation == id {
		known.Store(nil)
	}
}

func (r *recentRuns) remove(run *liveRun) {
	id := run.id.Invocation
	if r.begun[id]--; r.begun[id] == 0 {
		delete(r.begun, id)
	}
	r.of(id).CompareAndSwap(run, nil)
}

// Enter lets somebody read keys of a run's context that are not merged, while no
// other tool of the run writes, until Leave. Nil means that State must be asked: that
// is always right, and takes longer.
func (l *Live) Enter(invocation string) *Gate {
	r := l.recent.of(invocation).Load()
	if r == nil || r.id.Invocation != invocation || !r.gate.readers.TryRLock() {
		return nil
	}
	return r.gate
}
