package store

import (
	"time"

	"github.com/seed92179c4c/stategen/runtime/value"
)

// SessionKey names a session.
type SessionKey struct{ AppName, UserID, SessionID string }

// Scope returns the scope of the keys that belong to what is named: to a session or,
// without its ID, to a user or, without that, to an app.
func (k SessionKey) Scope() value.Scope {
	switch {
	case k.SessionID != "":
		return value.ScopeSession
	case k.UserID != "":
		return value.ScopeUser
	}
	return value.ScopeApp
}

// Loaded is what a store knows of a session.
type Loaded struct {
	// Incarnation tells this session from an earlier one under the same
	// ID that was deleted. It is not 0, but for shared state without
	// events: see Store.
	Incarnation int64
	// Token is what the store likes, or nil: it comes back in the
	// Append.Token of every append through the handle that is made of this,
	// and so must be safe for concurrent use. It can spare the store to look
	// the session up.
	Token      any
	LastUpdate time.Time
	// State holds the current values by scope: ScopeSession, ScopeUser,
	// ScopeApp; nil is empty. Names have no prefix.
	State  [3]Values
	Events []*StoredEvent
	// Damaged lists the values and events that can't be decoded. In State
	// the same error (see DamagedValue) takes the place of the value, in
	// Events what DamagedEvent returned that of the event. So it is in all
	// that a store hands out: what is sound stays readable.
	Damaged []*value.DamagedError
}

// Only returns it with no other values than those of keys, if they aren't nil: for stores
// that have all at hand.
func (l Loaded) Only(keys []string) Loaded {
	if keys == nil {
		return l
	}
	var parts [3]PlainValues
	for _, key := range keys {
		scope, name := value.ParseKey(key)
		if scope == value.ScopeTemp || l.State[scope] == nil {
			continue
		}
		if v, ok := l.State[scope].Get(name); ok {
			if parts[scope] == nil {
				parts[scope] = PlainValues{}
			}
			parts[scope][name] = v
		}
	}
	for scope, part := range parts {
		l.State[scope] = part
	}
	return l
}

// Listed is a session in a list: what Load returns of it without events. If no state
// was asked for, Incarnation and LastUpdate alone are set of that.
type Listed struct {
	UserID, SessionID string
	Events            int64 // how many events were appended
	Loaded
}
