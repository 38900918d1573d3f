package adksession

import (
	"errors"
	"iter"
	"maps"

	"github.com/seed92179c4c/stategen/runtime"
	"google.golang.org/adk/v2/session"
)

// state is the state of a handle. It takes merge operations.
type state handle

// Get returns a copy of a value, or session.ErrStateKeyNotExist. Temp values are what
// was set, and not copied. A key that was set to nil is nil.
func (s *state) Get(key string) (any, error) {
	s.mu.RLock()
	v, ok := s.local[key]
	s.mu.RUnlock()
	switch {
	case !ok:
		return stored(s.kept.State(), key)
	case isTemp(key):
		return v, nil
	default:
		return runtime.Clone(v), nil
	}
}

// stored reads a key of what is stored.
func stored(kept runtime.ReadonlyState, key string) (any, error) {
	v, err := kept.Get(key)
	if err == nil || !runtime.IsMissing(err) {
		return v, err
	}
	if _, err := kept.Get(nullKey(key)); err == nil {
		return nil, nil
	}
	return nil, session.ErrStateKeyNotExist
}

// Set sets a value for this session alone. An error means that no store would take
// the value, and then an event in whose delta it is, is stored without it.
func (s *state) Set(key string, v any) error {
	if op, ok := asOp(v); ok {
		return s.Merge(key, op)
	}
	err := s.set(key, v)
	if err != nil {
		s.refuse(key)
	}
	return err
}

func (s *state) set(key string, v any) error {
	if !isTemp(key) {
		var err error
		if v, err = plainValue(key, v); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	(*handle)(s).setLocal(key, v)
	delete(s.refused, key)
	return nil
}

// Merge shows what a merge operation comes to here: runtime.Merger.
func (s *state) Merge(key string, op runtime.Op) error {
	v, err := op.Resolve(key, s.current)
	if err != nil {
		s.refuse(key)
		return err
	}
	return s.set(key, v)
}

func (s *state) refuse(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refused == nil {
		s.refused = map[string]bool{}
	}
	s.refused[key] = true
}

// current returns what a key holds, nil if nothing.
func (s *state) current(key string) (any, error) {
	v, err := s.Get(key)
	if errors.Is(err, session.ErrStateKeyNotExist) {
		return nil, nil
	}
	return v, err
}

// All yields all keys with copies of their values, but for those of temp keys.
func (s *state) All() iter.Seq2[string, any] {
	all := unmark(maps.Collect(s.kept.State().All()))
	s.mu.RLock()
	defer s.mu.RUnlock()
	for key, v := range s.local {
		if !isTemp(key) {
			v = runtime.Clone(v)
		}
		all[key] = v
	}
	return func(yield func(string, any) bool) {
		for key, v := range all {
			if !yield(key, v) {
				return
			}
		}
	}
}
