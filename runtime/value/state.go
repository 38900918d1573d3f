package value

import "iter"

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
