package update

import (
	"github.com/seed92179c4c/stategen/runtime/internal/turns"
	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// Queues line up the updates of a process that want the same key: each waits
// until the one before has appended. An update may be offered a seat in the group of
// the one at work.
type Queues = turns.Queues[queueKey, store.HoldRequest, *seat]

// place is an update's place in a queue.
type place = turns.Place[queueKey, store.HoldRequest, *seat]

// queueKey names what updates wait for: a key, with the session or the user that it
// belongs to, if it isn't the app's.
type queueKey struct{ app, user, session, key string }

// queueKeyOf returns what those wait for who want a key of a session, or views.Everything of
// its app's.
func queueKeyOf(k store.SessionKey, key string) queueKey {
	switch scope, _ := value.ParseKey(key); {
	case key == views.Everything || scope == value.ScopeApp:
		return queueKey{app: k.AppName, key: key}
	case scope == value.ScopeUser:
		return queueKey{app: k.AppName, user: k.UserID, key: key}
	default:
		return queueKey{k.AppName, k.UserID, k.SessionID, key}
	}
}
