package runtime

import (
	"iter"

	"github.com/seed92179c4c/stategen/runtime/internal/turns"
	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// updateQueues line up the updates of a process that want the same key: each waits
// until the one before has appended. An update may be offered a seat in the group of
// the one at work.
type updateQueues = turns.Queues[queueKey, store.HoldRequest, *seat]

// updatePlace is an update's place in a queue.
type updatePlace = turns.Place[queueKey, store.HoldRequest, *seat]

// queueKey names what updates wait for: a key, with the session or the user that it
// belongs to, if it isn't the app's.
type queueKey struct{ app, user, session, key string }

// everything is the key under which those meet that have read all keys of an app's.
const everything = views.Everything

func queueKeyOf(k store.SessionKey, key string) queueKey {
	switch scope, _ := ParseKey(key); {
	case key == everything || scope == ScopeApp:
		return queueKey{app: k.AppName, key: key}
	case scope == ScopeUser:
		return queueKey{app: k.AppName, user: k.UserID, key: key}
	default:
		return queueKey{k.AppName, k.UserID, k.SessionID, key}
	}
}

// queueKeysOf yields what an update would wait for that has read something.
func queueKeysOf(k store.SessionKey, reads store.Expectation) iter.Seq[queueKey] {
	return func(yield func(queueKey) bool) {
		if reads.All && !yield(queueKeyOf(k, everything)) {
			return
		}
		for key := range reads.Values {
			if !yield(queueKeyOf(k, key)) {
				return
			}
		}
	}
}
