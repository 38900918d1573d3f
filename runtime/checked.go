package runtime

import (
	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// CheckStored checks an event that a program is about to hand to a store itself, as
// AppendEvent checks one, and the names of its session: whose user and ID may be empty
// for state that sessions share; but not how large it is. Errors: those of bad input.
func CheckStored(key store.SessionKey, e *store.StoredEvent) error {
	if err := checkNames(key); err != nil {
		return err
	}
	if err := names.Check("event ID", e.ID); err != nil {
		return err
	}
	event := e.Event()
	if event.Timestamp.IsZero() {
		return &ArgumentError{Name: "event's timestamp", Problem: "is missing"}
	}
	checked, _, err := prepare(key, event, store.AnySize)
	if err != nil {
		return err
	}
	if !checked.Timestamp.Equal(e.Timestamp) {
		return &ArgumentError{Name: "event's timestamp", Problem: "is not in whole microseconds"}
	}
	if len(checked.Writes) != len(e.Writes) {
		return &ArgumentError{Name: "event", Problem: "writes a temp key or writes a key twice"}
	}
	for k, v := range event.Actions.Resolved {
		if _, err := Normalize(k, v); err != nil {
			return err
		}
	}
	return nil
}

func checkNames(key store.SessionKey) error {
	if key.SessionID != "" {
		return names.CheckSession(key)
	}
	return names.CheckShared(key)
}
