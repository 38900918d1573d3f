package typed

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"

	"github.com/seed92179c4c/stategen/runtime"
)

// Live keeps merged keys whole on a host without merge operations, where the
// tools and agents of one run write at the same time, each into a delta of
// its own, and of two deltas the one that arrives last wins. From Begin to
// End it keeps what a run writes to merged keys: the session's state alone
// won't do, because each event that arrives sets it back to the event's value.
// A run that was not begun can't merge.
//
// It does so within one process and one run: other processes and runs have
// their own view of user and app keys. Unless the session's state is a
// runtime.Merger: then its service takes merge operations, and Refresh puts those
// into events, so that no run loses what another one merges.
//
// Its methods are safe for concurrent use. Runs don't wait for each other, nor for
// Append; who waits for another tool of the same run waits no longer than the
// context.
type Live struct {
	pkg     string // of the generated code, for errors
	merged  func(key string) bool
	appends mergeLocks

	mu     sync.Mutex
	runs   map[Run]*liveRun
	recent recentRuns // those of them that were begun
}

// Run names one run of an agent: all that answers one input of a user.
type Run struct{ App, User, Session, Invocation string }

// liveRun is a run that was begun, or in which somebody reads or writes.
type liveRun struct {
	id           Run
	begun, users int // guarded by Live.mu

	gate   *Gate            // held while one tool or agent reads and writes
	values map[string][]any // what was written to merged keys, the last of which holds; guarded by gate
	whole  runtime.Delta    // what of that no event has yet, operations as such; nil: the service takes values; guarded by gate
}

// NewLive returns a Live for the keys that merged reports, of the generated
// package pkg.
func NewLive(pkg string, merged func(key string) bool) *Live {
	return &Live{pkg: pkg, merged: merged, runs: map[Run]*liveRun{}}
}

// Begin starts to keep what a run writes, and lets it merge; session is the state of
// the session to which its events are appended. A run may be begun again before its
// End, when a host resumes it: it ends with the last End. One whose host fails
// before it comes to End is forgotten with ctx.
func (l *Live) Begin(ctx context.Context, run Run, session runtime.ReadonlyState) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.run(run)
	r.begun++
	if r.begun == 1 {
		r.takesOps(session)
		l.recent.add(r)
		context.AfterFunc(ctx, func() { l.abandon(run, r) })
	}
}

// run returns a run by name. The caller holds the lock.
func (l *Live) run(run Run) *liveRun {
	r := l.runs[run]
	if r == nil {
		r = &liveRun{id: run, gate: newGate()}
		l.runs[run] = r
	}
	return r
}

// End forgets a run.
func (l *Live) End(run Run) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.runs[run]
	if r == nil || r.begun == 0 {
		return
	}
	if r.begun--; r.begun == 0 {
		l.forget(run, r)
	}
}

// forget drops a run. The caller holds the lock.
func (l *Live) forget(run Run, r *liveRun) {
	delete(l.runs, run)
	l.recent.remove(r)
}

// abandon forgets a run in which nothing was merged by the time its context
// ended. What was merged is still wanted by the events on their way.
func (l *Live) abandon(run Run, r *liveRun) {
	_ = r.gate.take(context.Background()) // which never ends
	defer r.gate.give()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.runs[run] == r && r.begun == 1 && len(r.values) == 0 {
		r.begun = 0
		l.forget(run, r)
	}
}

// do calls f when it is its turn in a run.
func (l *Live) do(ctx context.Context, run Run, f func(r *liveRun, begun bool) error) error {
	l.mu.Lock()
	r := l.run(run)
	r.users++
	begun := r.begun > 0
	l.mu.Unlock()
	defer l.leave(run, r)
	if err := r.gate.take(ctx); err != nil {
		return fmt.Errorf("waiting for another tool or agent of the run: %w", err)
	}
	defer r.gate.give()
	return f(r, begun)
}

// leave forgets a run that was not begun with its last user.
func (l *Live) leave(run Run, r *liveRun) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if r.users--; r.users == 0 && r.begun == 0 && l.runs[run] == r {
		delete(l.runs, run)
	}
}

// State returns the state of one tool or callback of a run. It writes to own,
// which must pass writes on to the session's state at once. Merged keys it
// reads as all of the run's tools and agents left them. A merge in a run that
// was not begun is an error. It is safe for concurrent use, even if own is
// not.
func (l *Live) State(ctx context.Context, run Run, own runtime.State, session runtime.ReadonlyState) runtime.State {
	return liveState{own, ctx, session, l, run}
}

type liveState struct {
	runtime.State
	ctx     context.Context
	session runtime.ReadonlyState
	live    *Live
	run     Run
}

func (s liveState) Get(key string) (value any, err error) {
	turn := s.live.do(s.ctx, s.run, func(r *liveRun, _ bool) error {
		value, err = s.writer(r).Get(key)
		return nil
	})
	if turn != nil {
		return nil, turn
	}
	return value, err
}

func (s liveState) Set(key string, value any) error {
	return s.live.do(s.ctx, s.run, func(r *liveRun, _ bool) error {
		return s.writer(r).Set(key, value)
	})
}

func (s liveState) Merge(key string, op runtime.Op) error {
	return s.live.do(s.ctx, s.run, func(r *liveRun, begun bool) error {
		if !begun {
			return s.live.notBegun(s.ctx, s.run)
		}
		return s.writer(r).merge(key, op)
	})
}

func (s liveState) writer(r *liveRun) writer {
	return writer{State: s.State, session: s.session, merged: s.live.merged, run: r}
}

// notBegun says why a run can't merge.
func (l *Live) notBegun(ctx context.Context, run Run) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return fmt.Errorf("no plugin carries this run of app %q, so the change could be lost to another tool's: "+
		"add %s.Plugin() to the PluginConfig of its runner "+
		"(ADK runs an agent that is a tool without plugins, and drops its writes: let it return the value)", run.App, l.pkg)
}

// Dropped is the error of a write to the context of a workflow's node or, if path is
// empty, of an agent's Run: the host stores what their events hold, and nothing else.
func Dropped(path, agent string) error {
	where, who := fmt.Sprintf("the function of workflow node %q", path), "node"
	if path == "" {
		where, who = fmt.Sprintf("Run of agent %q", agent), "agent"
	}
	return fmt.Errorf("ADK drops what %s writes to its context: "+
		"put the change with SetDelta into an event that the %s emits, or store it with AppendDelta", where, who)
}

// writer is a liveState whose caller holds the run's turn.
type writer struct {
	runtime.State
	session runtime.ReadonlyState
	merged  func(key string) bool
	run     *liveRun
	inWhole bool // what is written is kept in run.whole already
}

func (w writer) Get(key string) (any, error) {
	if !w.merged(key) {
		return w.State.Get(key)
	}
	if values := w.run.values[key]; len(values) > 0 && !w.run.handedOn(key) {
		return values[len(values)-1], nil
	}
	return w.session.Get(key)
}

func (w writer) Set(key string, value any) error {
	err := w.State.Set(key, value)
	if err == nil && w.merged(key) {
		w.run.note(key, value)
		w.noteWhole(key, value)
	}
	return err
}

// note keeps a value until the run ends. In a run that was not begun that is
// at once.
func (r *liveRun) note(key string, value any) {
	if r.values == nil {
		r.values = map[string][]any{}
	}
	r.values[key] = append(r.values[key], value)
}

// Put adds changes to an event's delta, merge operations resolved against
// what the run has written so far and the session's state. Merged keys are
// written to that state too, so that whoever merges next sees them. A merge
// in a run that was not begun is an error, and the delta stays as it is.
func (l *Live) Put(ctx context.Context, run Run, delta map[string]any, session runtime.State, changes runtime.Delta) error {
	return l.do(ctx, run, func(r *liveRun, begun bool) error {
		if keys := mergedKeys(changes); len(keys) > 0 && !begun {
			return At(keys[0], l.notBegun(ctx, run))
		}
		w := writer{State: session, session: session, merged: l.merged, run: r}
		plain, err := changes.Resolve(w)
		if err != nil {
			return err
		}
		return w.whole(changes, func(w writer) error { return w.put(delta, plain) })
	})
}

func (w writer) put(delta, plain map[string]any) error {
	for key, value := range plain {
		delta[key] = value
		if w.merged(key) {
			if err := w.Set(key, runtime.Clone(value)); err != nil {
				return At(key, err)
			}
		}
	}
	return nil
}

// Refresh gives the merged keys of an event's delta what the run wrote to
// them last: several deltas may be on their way, and the one that arrives
// last isn't always the one written last. If the run's service takes merge
// operations, the event gets all that no event has yet, operations as such, and
// otherwise nothing. A value that came neither from State nor from Put was meant as
// it is: it stays, and counts from here on. In a run that was not begun, all values
// stay.
func (l *Live) Refresh(ctx context.Context, run Run, delta map[string]any) error {
	keys := slices.DeleteFunc(slices.Collect(maps.Keys(delta)), func(key string) bool { return !l.merged(key) })
	if len(keys) == 0 {
		return nil
	}
	return l.do(ctx, run, func(r *liveRun, _ bool) error {
		for _, key := range keys {
			if r.whole != nil && holds(r.values[key], delta[key]) {
				r.handOn(delta, key)
				continue
			}
			delta[key] = r.refreshed(key, delta[key])
		}
		return nil
	})
}

func (r *liveRun) refreshed(key string, value any) any {
	values := r.values[key]
	if holds(values, value) {
		return values[len(values)-1]
	}
	r.note(key, value)
	return value
}

// holds looks from the end: most values are recent ones.
func holds(values []any, value any) bool {
	for _, v := range slices.Backward(values) {
		if reflect.DeepEqual(v, value) {
			return true
		}
	}
	return false
}
