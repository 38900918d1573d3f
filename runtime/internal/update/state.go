package update

import (
	"fmt"

	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// errReturned is that of a write that comes too late.
var errReturned = fmt.Errorf("%w: the function of Update that was given it has returned", views.ErrSealed)

// runUpdate returns what fn writes on top of what it reads.
func runUpdate(reads *views.ReadLog, fn func(value.State) error) (value.Delta, error) {
	state := &updateState{views.NewCapture(reads)}
	err := fn(state)
	return views.Seal(state.Capture, errReturned), err
}

// updateState is a capture that refuses temp keys.
type updateState struct{ *views.Capture }

func (s *updateState) Set(key string, v any) error {
	if scope, _ := value.ParseKey(key); scope == value.ScopeTemp {
		problem := fmt.Sprintf("%q is a temp key; those are written in an invocation's contexts", key)
		return &value.ArgumentError{Name: "state key", Problem: problem}
	}
	return s.Capture.Set(key, v)
}

// Merge is Set with an operation.
func (s *updateState) Merge(key string, op value.Op) error { return s.Set(key, op) }
