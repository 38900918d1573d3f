// Package names checks the names of apps, users, sessions and events, and puts those of a
// session into errors about it.
package names

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// maxBytes is how long names are at most that a store takes: together they must fit
// into a database's index.
const maxBytes = 256

// Check checks a name or an ID; what says which one it is.
func Check(what, name string) error {
	switch problem := value.TextProblem(name); {
	case name == "":
		return &value.ArgumentError{Name: what, Problem: "is empty"}
	case len(name) > maxBytes:
		return &value.ArgumentError{Name: what, Problem: fmt.Sprintf("is longer than %d bytes", maxBytes)}
	case problem != "":
		return &value.ArgumentError{Name: what, Problem: problem}
	}
	return nil
}

// CheckSession checks the names of a session.
func CheckSession(k store.SessionKey) error {
	return cmp.Or(Check("app name", k.AppName), Check("user ID", k.UserID), Check("session ID", k.SessionID))
}

// CheckShared checks the names of a user or, without an ID, of an app, who have the state
// that sessions share.
func CheckShared(k store.SessionKey) error {
	if err := Check("app name", k.AppName); err != nil || k.UserID == "" {
		return err
	}
	return Check("user ID", k.UserID)
}

// ofSession are the errors that are about a session.
var ofSession = []error{store.ErrSessionNotFound, store.ErrSessionExists, store.ErrEventExists, store.ErrEventNotFound}

// Wrap names the session in an error about it.
func Wrap(k store.SessionKey, err error) error {
	var pruned *store.PrunedError
	about := errors.As(err, &pruned) || value.DamageIn(err) != nil
	for _, known := range ofSession {
		about = about || errors.Is(err, known)
	}
	if !about {
		return err
	}
	return fmt.Errorf("app %q, user %q, session %q: %w", k.AppName, k.UserID, k.SessionID, err)
}
