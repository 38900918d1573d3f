package typed

import (
	"errors"

	"github.com/seed92179c4c/stategen/runtime"
)

// Renamed returns a view of a state in which key, while it isn't set, has the
// value of the first of its old names that is.
func Renamed(s runtime.ReadonlyState, key string, old ...string) runtime.ReadonlyState {
	return renamed{s, key, old}
}

type renamed struct {
	runtime.ReadonlyState
	key string
	old []string
}

func (r renamed) Get(key string) (any, error) {
	v, err := r.ReadonlyState.Get(key)
	if key != r.key {
		return v, err
	}
	for _, old := range r.old {
		if v != nil && err == nil || err != nil && !runtime.IsMissing(err) {
			break
		}
		v, err = r.ReadonlyState.Get(old)
	}
	return v, err
}

// Moved returns a state in which a write of key unsets its old names.
func Moved(s runtime.State, key string, old ...string) runtime.State {
	return moved{s, key, old}
}

type moved struct {
	runtime.State
	key string
	old []string
}

// Set leaves old names alone that the state never held, unless it is a record
// of changes, which can't know.
func (m moved) Set(key string, value any) error {
	if err := m.State.Set(key, value); err != nil || key != m.key {
		return err
	}
	_, isRecord := m.State.(*Changes)
	for _, old := range m.old {
		set, err := Has(m.State, old)
		if err != nil && !isDamaged(err) { // a damaged value is there
			return err
		}
		if set || isRecord || err != nil {
			if err := m.State.Set(old, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

func isDamaged(err error) bool {
	var damage *runtime.DamagedError
	return errors.As(err, &damage)
}
