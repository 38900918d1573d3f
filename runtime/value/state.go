package value

import (
	"iter"
	"maps"
)

// ReadonlyState is a view of a session's merged state: session, user, app and
// temp keys in one map. Its method set is that of ReadonlyState in Google's
// ADK for Go, so that either side's values satisfy the other's interface.
type ReadonlyState interface {
	// Get returns the value stored under key. A key that isn't there is
	// reported by an error for which IsMissing is true; any other error
	// means that the state could not be read.
	Get(key string) (any, error)
	// All yields every key and value, in no particular order.
	All() iter.Seq2[string, any]
}

// State is a ReadonlyState that can be written. Whether a write is visible to
// others, and when it is stored, is the business of whoever handed out the
// state: see Invocation and Update.
type State interface {
	ReadonlyState
	// Set stores value under key. A nil value unsets the key.
	Set(key string, value any) error
}

// Lookup reads a key of a state: nil if it isn't set.
func Lookup(state ReadonlyState, key string) (any, error) {
	value, err := state.Get(key)
	if IsMissing(err) {
		return nil, nil
	}
	return value, err
}

// MapState is a State over a plain map: for tests, and for hosts that have no
// session service. It copies nothing and must not be used by several
// goroutines at once when one of them writes.
type MapState map[string]any

var _ State = MapState(nil)

// Get returns the value under key, or a *MissingError.
func (m MapState) Get(key string) (any, error) {
	if v, ok := m[key]; ok {
		return v, nil
	}
	return nil, &MissingError{Key: key}
}

// Set stores value under key; nil removes the key.
func (m MapState) Set(key string, value any) error {
	if value == nil {
		delete(m, key)
		return nil
	}
	m[key] = value
	return nil
}

// All yields every key and value.
func (m MapState) All() iter.Seq2[string, any] { return maps.All(m) }

// Merger is a State that takes merge operations. Those of an Invocation's
// contexts and of Update do; on other states use Merge.
type Merger interface {
	State
	// Merge records a merge operation on a key. Get shows its effect on
	// the value as this state sees it; the store applies it to the value
	// that the key holds when the event is appended.
	Merge(key string, op Op) error
}

// Merge applies a merge operation to a state: as an operation if it is a
// Merger, otherwise by reading the key and writing the result, which is not
// atomic. Old names that the operation carries are unset.
func Merge(state State, key string, op Op) error {
	if m, ok := state.(Merger); ok {
		return m.Merge(key, op)
	}
	current := func(key string) (any, error) { return Lookup(state, key) }
	value, err := op.Resolve(key, current)
	if err != nil {
		return err
	}
	if err := state.Set(key, value); err != nil {
		return err
	}
	for _, old := range op.Old { // even if the state was read before another writer set it
		if err := state.Set(old, nil); err != nil {
			return err
		}
	}
	return nil
}
