package dialect

import (
	"github.com/seed92179c4c/stategen/runtime/instruction"
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
