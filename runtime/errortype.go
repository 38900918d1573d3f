package runtime

import (
	"context"
	"errors"

	"github.com/seed92179c4c/stategen/runtime/value"
)

// ErrorType returns one of a few words for Err, for metrics and logs: "" for none,
// and "other" for errors of the store's driver and of the function of an Update.
func (c Call) ErrorType() string {
	if c.Err == nil {
		return ""
	}
	var conflict *ConflictError
	if errors.As(c.Err, &conflict) { // before what ended the attempts
		return "conflict"
	}
	for _, known := range errorTypes {
		if errors.Is(c.Err, known.err) {
			return known.word
		}
	}
	var argument *ArgumentError
	var invalid *ValueError
	switch {
	case errors.As(c.Err, &argument):
		return "argument"
	case errors.As(c.Err, &invalid):
		return "value"
	case value.DamageIn(c.Err) != nil:
		return "damaged"
	}
	return "other"
}

var errorTypes = []struct {
	err  error
	word string
}{
	{context.Canceled, "canceled"}, {context.DeadlineExceeded, "timeout"}, {ErrSessionNotFound, "session_not_found"},
	{ErrSessionExists, "session_exists"}, {ErrEventNotFound, "event_not_found"}, {ErrEventExists, "event_exists"},
	{ErrLimit, "limit"}, {ErrSealed, "sealed"}, {ErrClosed, "closed"}, {ErrNewerTables, "newer_tables"},
}
