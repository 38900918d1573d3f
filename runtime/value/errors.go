package value

import (
	"errors"
	"fmt"
	"strings"
)

// ErrLimit is in the error of a merge operation that would take a value over its
// limits or past int64.
var ErrLimit = errors.New("over the limit")

// ErrTooLarge is in the error about a value that is longer than a store may keep.
var ErrTooLarge = errors.New("too large")

// Error says that a value can't be stored under a key. It never shows
// the value, which may be secret.
type Error struct {
	Key     string // the state key, or the part of the event
	Path    string // where inside the value, such as ".legs[2].price"; often empty
	Problem string // completes "the value …"
	Err     error  // ErrLimit, ErrTooLarge or nil
}

// Error names the key, the place inside its value, and the problem. Of a long
// path it shows the first and the last steps; Path holds all.
func (e *Error) Error() string {
	where := fmt.Sprintf("%q: the value", e.Key)
	if e.Path != "" {
		where += " at " + shortPath(e.Path)
	}
	return where + " " + e.Problem
}

// shortPath leaves out the middle of a long path. It cuts between steps, and
// within one only if that alone is too long.
func shortPath(path string) string {
	const end = 40 // bytes shown of each end, at most
	if len(path) <= 2*end {
		return path
	}
	head := strings.ToValidUTF8(path[:end], "")
	if i := strings.LastIndexAny(head, ".["); i > 0 {
		head = head[:i]
	}
	tail := strings.ToValidUTF8(path[len(path)-end:], "")
	if i := strings.IndexAny(tail, ".["); i >= 0 {
		tail = tail[i:]
	}
	return head + "…" + tail
}

// Unwrap returns ErrLimit or ErrTooLarge if that was the reason.
func (e *Error) Unwrap() error { return e.Err }

// at puts a step in front of the error's path.
func (e *Error) at(step string) *Error {
	e.Path = step + e.Path
	return e
}

// ArgumentError says that a request, an event's field or a state key has a
// form that no store accepts.
type ArgumentError struct {
	Name    string // what it is about, such as "session ID"
	Problem string // completes "the …"
}

// Error says what is wrong with which argument.
func (e *ArgumentError) Error() string { return "the " + e.Name + " " + e.Problem }

// keyError puts the key into an error about its value.
func keyError(key string, err error) error {
	var bad *Error
	if errors.As(err, &bad) && bad.Key == "" {
		named := *bad
		named.Key = key
		return &named
	}
	return fmt.Errorf("state key %q: %w", key, err)
}
