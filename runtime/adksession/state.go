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
	defer s.mu.RUnlock()
	return s.get(key)
}

// get is Get for who holds s.mu.
func (s *state) get(key string) (any, error) {
	v, ok := s.local[key]
	if isTemp(key) && !ok {
		v, ok = s.temp[key]
	}
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
	if mark, err := kept.Get(nullKey(key)); err == nil && mark == true {
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
	v, err := settable(key, v)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.note(key, v, err)
}

// Merge shows what a merge operation comes to here: runtime.Merger.
func (s *state) Merge(key string, op runtime.Op) error {
	s.mu.Lock() // none is lost of those at the same time
	defer s.mu.Unlock()
	v, err := op.Resolve(key, s.current)
	if err == nil {
		v, err = settable(key, v)
	}
	return s.note(key, v, err)
}

// settable returns a value in the form in which a state shows it.
func settable(key string, v any) (any, error) {
	if isTemp(key) {
		return v, nil
	}
	return plainValue(key, v)
}

// note shows a value that was set, or remembers that it was refused.
func (s *state) note(key string, v any, err error) error {
	if err != nil {
		put(&s.refused, key, true)
		return err
	}
	put(&s.local, key, v)
	delete(s.refused, key)
	return nil
}

// current returns what a key holds, nil if nothing. s.mu is held.
func (s *state) current(key string) (any, error) {
	v, err := s.get(key)
	if errors.Is(err, session.ErrStateKeyNotExist) {
		return nil, nil
	}
	return v, err
}

// All yields all keys with copies of their values, but for those of temp keys.
func (s *state) All() iter.Seq2[string, any] {
	s.mu.RLock() // first, so that no append takes a value out of local meanwhile
	defer s.mu.RUnlock()
	all := unmark(maps.Collect(s.kept.State().All()))
	maps.Copy(all, s.temp)
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
