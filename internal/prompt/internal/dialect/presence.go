package dialect

import (
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// MayBeMissing reports whether a run can find the key without a value. A framework
// does not know defaults; those of session keys are in the state from the
// start, because the session is created with them. Nobody knows before the run
// which keys of a family there are to be, so none is in the state then.
func (d *Dialect) MayBeMissing(k *schema.Key) bool {
	switch {
	case k.Optional:
		return true
	case k.Default == nil:
		return IsFamily(k)
	case d.KnowsDefaults:
		return false
	default:
		return k.Scope != runtime.ScopeSession || IsFamily(k)
	}
}

// WhyMissing says why MayBeMissing is true of a key.
func (d *Dialect) WhyMissing(k *schema.Key) string {
	switch {
	case k.Optional:
		return "is optional"
	case k.Default == nil:
		return "is one key of a family, and a session begins with none of them"
	case IsFamily(k) && k.Scope == runtime.ScopeSession:
		return "has a default that " + d.Framework + " does not know of, and Initial stores no key of a family"
	default:
		return "has a default that " + d.Framework + " does not know of"
	}
}

// IsFamily reports whether a declaration is that of many keys.
func IsFamily(k *schema.Key) bool { return len(k.Params) > 0 }

// EmptyAtStart reports whether a key is declared as always set but is not when
// an invocation begins.
func EmptyAtStart(k *schema.Key) bool {
	return k.Scope == runtime.ScopeTemp && k.Required() && len(k.WrittenBy) == 0
}

// CanStand reports whether a key can and may be used in a placeholder.
func (d *Dialect) CanStand(k *schema.Key) bool {
	return keys.Known(k) && d.HasKey(k.Wire()) && !k.Sensitive
}
