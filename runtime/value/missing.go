package value

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

// ErrMissing is what errors.Is finds in the error of a state's Get when the
// key isn't there.
var ErrMissing = errors.New("state key is not set")

// MissingError says which key is not set. It is an ErrMissing.
type MissingError struct{ Key string }

// Error names the key.
func (e *MissingError) Error() string { return fmt.Sprintf("state key %q is not set", e.Key) }

// Is reports whether target is ErrMissing.
func (e *MissingError) Is(target error) bool { return target == ErrMissing }

var (
	foreignMissing   atomic.Pointer[[]error]
	foreignMissingMu sync.Mutex
)

// RegisterMissing makes another framework's "no such key" error known, so that its
// states can be read by generated code: IsMissing is true for every error
// that errors.Is err. It is meant for init functions and safe for concurrent
// use; registering an error twice, or nil, changes nothing.
func RegisterMissing(err error) {
	foreignMissingMu.Lock()
	defer foreignMissingMu.Unlock()
	var known []error
	if p := foreignMissing.Load(); p != nil {
		known = *p
	}
	if err == nil || slices.Contains(known, err) {
		return
	}
	grown := append(slices.Clone(known), err)
	foreignMissing.Store(&grown)
}

// adkMissing is what ADK for Go calls a missing key, in every version so far.
// A package generated without an adapter for ADK can't name the error itself.
const adkMissing = "state key does not exist"

// IsMissing reports whether err says that a key is not set, in our words
// (ErrMissing), in those of a framework made known with RegisterMissing, or in the
// very text of ADK for Go's session.ErrStateKeyNotExist, which need not be made
// known.
func IsMissing(err error) bool {
	if err == nil {
		return false
	}
	if errors.Is(err, ErrMissing) {
		return true
	}
	if p := foreignMissing.Load(); p != nil {
		for _, known := range *p {
			if errors.Is(err, known) {
				return true
			}
		}
	}
	return isADKMissing(err)
}

func isADKMissing(err error) bool {
	for err != nil && err.Error() != adkMissing {
		err = errors.Unwrap(err)
	}
	return err != nil
}
