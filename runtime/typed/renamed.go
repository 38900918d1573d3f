package typed

import "github.com/seed92179c4c/stategen/runtime"

// Moves says where else the values of a key may be, and in which other forms,
// because its schema has changed or is about to.
type Moves struct {
	Key   string
	Names []string // reads fall back on these, in this order, and writes unset them; one may be empty
	Forms Forms    // nil: all values are like those of today
}

// Forms knows what values have become that an earlier schema stored.
type Forms interface {
	// Today returns a stored value as today's schema stores it, and whether that
	// is another one; nil if it counts as not set. Name is which of the other
	// names the value was under, counted from 1; 0 is today's.
	Today(name int, v any) (today any, moved bool, err error)
}

// today is Today for forms that may be nil.
func today(f Forms, name int, v any) (any, bool, error) {
	if f == nil {
		return v, false, nil
	}
	return f.Today(name, v)
}

// From returns a view of a state in which the key, while it isn't set, has the
// value of the first of its other names that is, and each value as today's schema
// stores it.
func (m *Moves) From(s runtime.ReadonlyState) runtime.ReadonlyState { return movedFrom{s, m} }

type movedFrom struct {
	runtime.ReadonlyState
	*Moves
}

func (s movedFrom) Get(key string) (any, error) {
	if key != s.Key {
		return s.ReadonlyState.Get(key)
	}
	for i := 0; i <= len(s.Names); i++ {
		name := key
		if i > 0 {
			if name = s.Names[i-1]; name == "" {
				continue
			}
		}
		v, err := s.ReadonlyState.Get(name)
		if err == nil && v != nil {
			v, _, err = today(s.Forms, i, v)
		}
		if err == nil && v != nil || err != nil && !runtime.IsMissing(err) {
			return v, err
		}
	}
	return nil, &runtime.MissingError{Key: key}
}

// To returns a state in which a write of the key unsets its other names.
func (m *Moves) To(s runtime.State) runtime.State { return movedTo{s, m} }

type movedTo struct {
	runtime.State
	*Moves
}

// Set unsets names even if the state never held them: another release may have
// set them since the state was read.
func (s movedTo) Set(key string, value any) error {
	if err := s.State.Set(key, value); err != nil || key != s.Key {
		return err
	}
	for _, name := range s.Names {
		if name == "" {
			continue
		}
		if err := s.State.Set(name, nil); err != nil {
			return err
		}
	}
	return nil
}

// Rewritten returns a view of a state in which a key has the value that today's
// schema would store, where enums or fields inside it have moved.
func Rewritten[T any](s runtime.ReadonlyState, key string, as func(any) (T, error), from func(T) (any, error)) runtime.ReadonlyState {
	return rewritten{s, key, func(v any) (any, error) {
		t, err := as(v)
		if err != nil {
			return nil, err
		}
		return from(t)
	}}
}

type rewritten struct {
	runtime.ReadonlyState
	key     string
	rewrite func(any) (any, error)
}

func (s rewritten) Get(key string) (any, error) {
	v, err := s.ReadonlyState.Get(key)
	if key != s.key || err != nil || v == nil {
		return v, err
	}
	return s.rewrite(v)
}
