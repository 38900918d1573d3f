package typed

import (
	"sync"

	"github.com/seed92179c4c/stategen/runtime"
)

// Live keeps merged keys whole on a host without merge operations that lets
// several tools write to one session at once, each into a delta of its own.
// It does so within one process and one session: other processes and
// sessions have their own view of user and app keys.
type Live struct {
	mu     sync.Mutex
	merged func(key string) bool
}

// NewLive returns a Live for the keys that merged reports.
func NewLive(merged func(key string) bool) *Live { return &Live{merged: merged} }

// State returns a state whose merge operations read what every tool has
// written so far, which live shows, and write to own, which must pass writes
// on to live at once.
func (l *Live) State(own runtime.State, live runtime.ReadonlyState) runtime.State {
	return liveState{State: own, live: live, shared: l}
}

type liveState struct {
	runtime.State
	live   runtime.ReadonlyState
	shared *Live
}

// Get reads a merged key as all tools see it.
func (s liveState) Get(key string) (any, error) {
	if s.shared.merged(key) {
		return s.live.Get(key)
	}
	return s.State.Get(key)
}

func (s liveState) Set(key string, value any) error {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	return s.State.Set(key, value)
}

func (s liveState) Merge(key string, op runtime.Op) error {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	return runtime.Merge(readingLive{s.State, s.live}, key, op)
}

// readingLive reads from one state and writes to another.
type readingLive struct {
	runtime.State
	live runtime.ReadonlyState
}

func (s readingLive) Get(key string) (any, error) { return s.live.Get(key) }

// Put adds changes to an event's delta, merge operations resolved against the
// session's state, and writes merged keys to that state, so that whoever
// merges next sees them.
func (l *Live) Put(delta map[string]any, state runtime.State, changes runtime.Delta) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	plain, err := changes.Resolve(state)
	if err != nil {
		return err
	}
	for key, value := range plain {
		delta[key] = value
		if l.merged(key) {
			if err := state.Set(key, runtime.Clone(value)); err != nil {
				return At(key, err)
			}
		}
	}
	return nil
}

// Append adds changes to an event's delta, merge operations resolved against
// the session's state, and calls send before anyone else in the process may
// merge.
func (l *Live) Append(delta map[string]any, state runtime.ReadonlyState, changes runtime.Delta, send func() error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	plain, err := changes.Resolve(state)
	if err != nil {
		return err
	}
	for key, value := range plain {
		delta[key] = value
	}
	return send()
}

// Refresh gives the merged keys of an event's delta the values that the
// session's state holds: of several tools' deltas the host keeps one value
// per key, and that may not be the last.
func (l *Live) Refresh(delta map[string]any, state runtime.ReadonlyState) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key := range delta {
		if !l.merged(key) {
			continue
		}
		value, err := state.Get(key)
		if err != nil {
			if runtime.IsMissing(err) {
				continue
			}
			return At(key, err)
		}
		delta[key] = value
	}
	return nil
}
