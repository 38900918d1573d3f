package postgres

import (
	"slices"
	"sync"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Appends of this process that want the same row would wait for each other in the
// server, each through a round trip and a commit of its own. So while one is under way,
// those that come line up behind it, and are then appended in one transaction: see
// batch. An append that meets nobody goes straight to the server.
type lanes struct {
	mu  sync.Mutex
	all map[laneKey]*lane
}

// laneKey names a row: of a session's, if key is empty, or of shared state.
type laneKey struct {
	owner store.SessionKey
	key   string
}

// lane is the appends that want some rows: one or a batch that is under way, and
// those who wait.
type lane struct {
	keys    []laneKey
	waiting []*waiting
}

const (
	// maxBatch is how many appends at most share a transaction.
	maxBatch = 64
	// longestWait is how long an append relies on others, or a batch on the server. A
	// connection that hangs must not hold up what could go on beside it.
	longestWait = 5 * time.Second
)

// waiting is an append in a lane.
type waiting struct {
	a     *store.Append // a copy: the caller may be gone before it is looked at
	in    *lane
	ready chan struct{} // closed when the rest is known

	done   *store.Appended
	err    error
	shared int   // how many appends have one commit
	lane   *lane // given to an append that goes on alone; nil: it goes on beside others
}

func (w *waiting) settled() bool { return w.done != nil || w.err != nil }

// enter returns the lane that an append has to itself, or its place in another's. Both
// are nil for one that reads everything.
func (l *lanes) enter(a *store.Append) (*lane, *waiting) {
	if a.NeedsAll() {
		return nil, nil
	}
	keys := laneKeys(a)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, key := range keys {
		if busy := l.all[key]; busy != nil {
			return nil, busy.join(a)
		}
	}
	if l.all == nil {
		l.all = make(map[laneKey]*lane)
	}
	own := &lane{keys: keys}
	for _, key := range keys {
		l.all[key] = own
	}
	return own, nil
}

// laneKeys returns the rows that an append writes and others may want.
func laneKeys(a *store.Append) []laneKey {
	keys := append(make([]laneKey, 0, 4), laneKey{owner: a.Session})
	add := func(key string) {
		if scope, _ := runtime.ParseKey(key); scope != runtime.ScopeSession {
			keys = append(keys, sharedKey(a.Session, scope, key))
		}
	}
	for _, w := range a.Writes() {
		add(w.Key)
		if op, ok := w.Value.(runtime.Op); ok {
			for _, old := range op.Old {
				add(old)
			}
		}
	}
	return keys
}

func sharedKey(k store.SessionKey, scope runtime.Scope, key string) laneKey {
	k.SessionID = ""
	if scope == runtime.ScopeApp {
		k.UserID = ""
	}
	return laneKey{k, key}
}

func (l *lane) join(a *store.Append) *waiting {
	copied, event := *a, *a.Event
	copied.Event = &event
	if event.Extra != nil {
		event.Extra = &store.Extra{Host: event.Extra.Host, KeepResolved: event.Extra.KeepResolved}
	}
	w := &waiting{in: l, a: &copied, ready: make(chan struct{})}
	l.waiting = append(l.waiting, w)
	return w
}

// take ends the lane if nobody waits, or takes those who do.
func (l *lanes) take(from *lane) []*waiting {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := min(len(from.waiting), maxBatch)
	if n == 0 {
		for _, key := range from.keys {
			delete(l.all, key)
		}
		return nil
	}
	taken := slices.Clone(from.waiting[:n])
	from.waiting = slices.Delete(from.waiting, 0, n)
	return taken
}

// drop takes an append back. It is false if that is being carried out already.
func (l *lanes) drop(w *waiting) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.Index(w.in.waiting, w)
	if i >= 0 {
		w.in.waiting = slices.Delete(w.in.waiting, i, i+1)
	}
	return i >= 0
}
