package typed

import (
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
//
// It does so within one process and one run: other processes and runs have
// their own view of user and app keys. Its methods are safe for concurrent
// use.
type Live struct {
	mu     sync.Mutex
	merged func(key string) bool
	runs   map[Run]map[string][]any // every value written, the last of which holds
}

// Run names one run of an agent: all that answers one input of a user.
type Run struct{ App, User, Session, Invocation string }

// NewLive returns a Live for the keys that merged reports.
func NewLive(merged func(key string) bool) *Live {
	return &Live{merged: merged, runs: map[Run]map[string][]any{}}
}

// Begin starts to keep what a run writes. A run without it is served from its
// session's state.
func (l *Live) Begin(run Run) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.runs[run] = map[string][]any{}
}

// End forgets a run.
func (l *Live) End(run Run) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.runs, run)
}

// State returns the state of one tool or callback of a run. It writes to own,
// which must pass writes on to the session's state at once. Merged keys it
// reads as all of the run's tools and agents left them. It is safe for
// concurrent use, even if own is not.
func (l *Live) State(run Run, own runtime.State, session runtime.ReadonlyState) runtime.State {
	return liveState{writer{own, session, l, run}}
}

type liveState struct{ writer }

func (s liveState) Get(key string) (any, error) {
	s.live.mu.Lock()
	defer s.live.mu.Unlock()
	return s.writer.Get(key)
}

func (s liveState) Set(key string, value any) error {
	s.live.mu.Lock()
	defer s.live.mu.Unlock()
	return s.writer.Set(key, value)
}

func (s liveState) Merge(key string, op runtime.Op) error {
	s.live.mu.Lock()
	defer s.live.mu.Unlock()
	return runtime.Merge(s.writer, key, op)
}

// writer is a liveState whose caller holds the lock.
type writer struct {
	runtime.State
	session runtime.ReadonlyState
	live    *Live
	run     Run
}

func (w writer) Get(key string) (any, error) {
	if !w.live.merged(key) {
		return w.State.Get(key)
	}
	if values := w.live.runs[w.run][key]; len(values) > 0 {
		return values[len(values)-1], nil
	}
	return w.session.Get(key)
}

func (w writer) Set(key string, value any) error {
	err := w.State.Set(key, value)
	if err == nil && w.live.merged(key) {
		w.live.note(w.run, key, value)
	}
	return err
}

func (l *Live) note(run Run, key string, value any) {
	if keys, ok := l.runs[run]; ok {
		keys[key] = append(keys[key], value)
	}
}

// Put adds changes to an event's delta, merge operations resolved against
// what the run has written so far and the session's state. Merged keys are
// written to that state too, so that whoever merges next sees them.
func (l *Live) Put(run Run, delta map[string]any, session runtime.State, changes runtime.Delta) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := writer{session, session, l, run}
	plain, err := changes.Resolve(w)
	if err != nil {
		return err
	}
	for key, value := range plain {
		delta[key] = value
		if l.merged(key) {
			if err := w.Set(key, runtime.Clone(value)); err != nil {
				return At(key, err)
			}
		}
	}
	return nil
}

// Append adds changes to an event's delta, merge operations resolved against
// the session's state, and calls send before anyone else in the process may
// merge.
func (l *Live) Append(delta map[string]any, session runtime.ReadonlyState, changes runtime.Delta, send func() error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	plain, err := changes.Resolve(session)
	if err != nil {
		return err
	}
	for key, value := range plain {
		delta[key] = value
	}
	return send()
}

// Refresh gives the merged keys of an event's delta what the run wrote to
// them last: several deltas may be on their way, and the one that arrives
// last isn't always the one written last. A value that came neither from State
// nor from Put was meant as it stands: it stays, and holds from here on.
func (l *Live) Refresh(run Run, delta map[string]any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, value := range delta {
		if !l.merged(key) {
			continue
		}
		values := l.runs[run][key]
		if holds(values, value) {
			delta[key] = values[len(values)-1]
		} else {
			l.note(run, key, value)
		}
	}
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
