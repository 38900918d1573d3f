package store

import (
	"errors"
	"fmt"
	"strings"
)

// Errors that stores return.
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
	// ErrSessionWentOn: the session that Delete was to remove has other events since.
	ErrSessionWentOn = errors.New("the session has been appended to since, and stays")
	// ErrNewerTables: a newer program has changed the tables, or the file, in
	// a way that this one doesn't know. It has to be replaced: nothing that it
	// tries succeeds any more.
	ErrNewerTables = errors.New("written by a newer program")
	// ErrClosed: the service was closed.
	ErrClosed = errors.New("the service is closed")
)

// PrunedError says that events were asked for that Prune has removed, or may have
// removed.
type PrunedError struct {
	Through int64 // the number of the last event that was removed
}

// Error says which events there are.
func (e *PrunedError) Error() string {
	return fmt.Sprintf("the history begins after event number %d: those before were pruned", e.Through)
}

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
