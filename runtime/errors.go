package runtime

import (
	"errors"
	"fmt"
	"strings"
)

// Errors that callers ask for with errors.Is.
var (
	// ErrSessionNotFound: no session has that ID, or the handle's session
	// was deleted (even if another one bears its ID now).
	ErrSessionNotFound = errors.New("session not found")
	// ErrSessionExists: Create was given the ID of an existing session.
	ErrSessionExists = errors.New("session already exists")
	// ErrEventNotFound: the session has no event with that ID.
	ErrEventNotFound = errors.New("event not found")
	// ErrEventExists: another event of the session bears that ID.
	ErrEventExists = errors.New("another event already has this ID")
	// ErrLimit: a merge operation would take a value over its limits or
	// past int64.
	ErrLimit = errors.New("over the limit")
	// ErrSealed: the context was committed or discarded, or its
	// invocation has ended. A write needs another context, after
	// Invocation.End another invocation.
	ErrSealed = errors.New("the context no longer takes writes")
	// ErrClosed: the service was closed.
	ErrClosed = errors.New("the service is closed")
)

// ValueError says that a value can't be stored under a key. It never shows
// the value, which may be secret.
type ValueError struct {
	Key     string // the state key, or the part of the event
	Path    string // where inside the value, such as ".legs[2].price"; often empty
	Problem string // completes "the value …"
	Err     error  // ErrLimit or nil
}

// Error names the key, the place inside its value, and the problem. Of a long
// path it shows the first and the last steps; Path holds all.
func (e *ValueError) Error() string {
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

// Unwrap returns ErrLimit if that was the reason.
func (e *ValueError) Unwrap() error { return e.Err }

// at puts a step in front of the error's path.
func (e *ValueError) at(step string) *ValueError {
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

// ConflictError says that Update gave up, because what it had read was
// changed by others each time before it could append.
type ConflictError struct {
	Keys     []string // the keys that had changed at the last attempt, sorted
	Attempts int      // how often the function ran
	Err      error    // what ended the attempts, if not their number
}

// Error names the keys and the number of attempts.
func (e *ConflictError) Error() string {
	text := fmt.Sprintf("state keys changed by others during the update, %d times in a row: %s",
		e.Attempts, strings.Join(e.Keys, ", "))
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns what ended the attempts, if not their number.
func (e *ConflictError) Unwrap() error { return e.Err }
