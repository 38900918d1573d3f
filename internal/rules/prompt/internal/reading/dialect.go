package reading

import (
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// Dialect is a dialect of runtime/instruction with what the rules ask about it.
type Dialect struct {
	instruction.Dialect
	Framework string // whose dialect it is

	// LeavesMissing says that a required placeholder without a value stays as text,
	// where others fail the run.
	LeavesMissing bool
	// StripsBraces says that all braces around a name are the placeholder's: doubled
	// ones don't escape it, and those of the text around it go with it.
	StripsBraces bool
	// CountsBraces says that every brace has a meaning, so that text in braces can
	// fail the run.
	CountsBraces bool
	// StoresTemp says that keys under temp: are stored like others.
	StoresTemp bool

	// KnowsDefaults says that a key that is not set is shown as its default.
	KnowsDefaults bool

	own func(name string) bool // nil: none
}

// Compiled is the dialect in an instruction that stategen compiles.
func (d *Dialect) Compiled() *Dialect {
	compiled := *d
	compiled.KnowsDefaults = true
	return &compiled
}

// WhenMissing says what becomes of a required placeholder without a value.
func (d *Dialect) WhenMissing() string {
	if d.LeavesMissing {
		return "it stays as text"
	}
	return "the run fails"
}

// Owns reports whether the framework itself has a value for a name.
func (d *Dialect) Owns(name string) bool { return d.own != nil && d.own(name) }

// LettersFor says which letters names in placeholders may have, of a name that can't be in one.
func LettersFor(name string) string {
	if instruction.IsKey(name) { // in another dialect
		return "ASCII letters"
	}
	return "letters"
}

// ADK takes any number of braces, and white space in them, for a placeholder's.
var adk = Dialect{Dialect: instruction.ADK, Framework: "ADK", StripsBraces: true}

// Our own code renders this one. It knows defaults, and escapes by doubled braces.
var stategen = Dialect{Dialect: instruction.Stategen, Framework: "stategen", KnowsDefaults: true}

// tRPC-Agent-Go leaves text that it can't look up, and has names for its own invocations.
var trpc = Dialect{
	Dialect: instruction.TRPC, Framework: "tRPC-Agent-Go",
	LeavesMissing: true, StoresTemp: true, own: instruction.IsTRPCOwn,
}

var table = [...]*Dialect{
	instruction.ADK: &adk, instruction.Stategen: &stategen, instruction.TRPC: &trpc, instruction.Eino: &eino,
}

// Of returns what there is to say of a dialect.
func Of(d instruction.Dialect) *Dialect { return table[d] }

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
	return d.HasKey(k.Wire()) && !k.Sensitive
}
