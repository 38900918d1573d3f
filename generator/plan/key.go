package plan

import (
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// Key is a declared key, or a family of keys.
type Key struct {
	*schema.Key
	Family *Family // nil: a single key
	Moves  Moves
}

func newKey(k *schema.Key, s *schema.Schema) *Key {
	key := &Key{Key: k, Moves: keyMoves(k)}
	if len(k.Params) > 0 {
		key.Family = newFamily(k, key.Moves.Names, s)
	}
	return key
}

// IsFamily reports whether the key has parameters.
func (k *Key) IsFamily() bool { return k.Family != nil }

// Presence is what a read gives for a key that isn't set.
type Presence int

// The presences: an error, "not set", and the default.
const (
	Required Presence = iota
	Optional
	Defaulted
)

// Presence returns what a read of the key gives when it isn't set.
func (k *Key) Presence() Presence {
	switch {
	case k.Optional:
		return Optional
	case k.Default != nil:
		return Defaulted
	default:
		return Required
	}
}

// CanBeCleared reports whether code may unset the key. A required one would be missing then; of a family one key is.
func (k *Key) CanBeCleared() bool { return !k.Required() || k.IsFamily() }

// CanBeInitial reports whether a new session may begin with the key. No service
// keeps temp keys.
func (k *Key) CanBeInitial() bool { return k.Scope != runtime.ScopeTemp }

// MustBeInitial reports whether a new session can't begin without the key. A
// required user or app key may have been set long before.
func (k *Key) MustBeInitial() bool {
	return k.Required() && k.Scope == runtime.ScopeSession && !k.IsFamily()
}

// Constrained reports whether values of the key are checked for more than their
// type.
func (k *Key) Constrained() bool {
	return Recursive(k.Type) || len(Checks(k.Type, k.Constraints)) > 0
}

// StoredDefault is the default as a setter would store it.
func (k *Key) StoredDefault() any {
	value := schema.Stored(k.Default.Data)
	if k.Encoding == schema.JSONString {
		if text, err := typed.FromText(value, typed.FromJSON); err == nil {
			return text
		}
	}
	return value
}
