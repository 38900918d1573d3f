package value

import (
	"errors"
	"fmt"
	"strings"
)

// DamagedError says which stored values and events can't be read, because another
// program or a disk has spoiled their text. It never shows the text.
//
// Get and Shared return it together with the handle, which has all that is sound;
// reading one of the keys returns it for that key. Appending an event that sets or
// unsets the key repairs it, and Get with AsOf may tell what a session key held.
type DamagedError struct {
	Keys   []string // the full state keys, sorted
	Events []int64  // the numbers of the events, in order
	Err    error    // what is wrong with the text; of several, joined
}

// Error names the keys and events. Of many it names the first ones; the fields
// have all.
func (e *DamagedError) Error() string {
	switch {
	case len(e.Keys)+len(e.Events) != 1:
		return strings.ReplaceAll(e.Err.Error(), "\n", "; ")
	case len(e.Keys) == 1:
		return fmt.Sprintf("the stored value of state key %q can't be read: %v", e.Keys[0], e.Err)
	default:
		return fmt.Sprintf("the stored event %d can't be read: %v", e.Events[0], e.Err)
	}
}

// Unwrap returns what is wrong with the text.
func (e *DamagedError) Unwrap() error { return e.Err }

// isDamaged reports whether a stored value is there, but can't be read.
func isDamaged(err error) bool {
	return DamageIn(err) != nil
}

// DamageIn returns the error about a stored value that can't be read, or nil.
func DamageIn(err error) *DamagedError {
	if err == nil || IsMissing(err) {
		return nil // most often, and without an allocation
	}
	var damage *DamagedError
	errors.As(err, &damage)
	return damage
}
