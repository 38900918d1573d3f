package instruction

import "slices"

// Dialect says how the text of an instruction is expanded.
type Dialect uint8

const (
	// ADK expands as Google's ADK does: every run of braces around a name
	// is a placeholder together with all its braces and the white space
	// inside them, so {{x}} and { x } are looked up too.
	ADK Dialect = iota
	// Stategen follows what ADK's documentation intends: a placeholder is
	// one brace, the name and one brace, without white space. A doubled
	// opening brace is literal text and stays doubled, and a closing brace
	// too many belongs to the text.
	Stategen
	// TRPC expands as tRPC-Agent-Go does: from the left on, a brace reaches to
	// the first closing one and a doubled brace to the first doubled closing
	// one, whatever braces are between. What is there is a name, or everything
	// between them is text. Names are ASCII; a required key that is missing
	// leaves its placeholder as it is, and an artifact is looked up as if it
	// were a key.
	TRPC
	// Eino expands as eino's ADK does, once a run has a session value: by a
	// library for Python's format strings. Every brace counts. A doubled one
	// is one brace of the text, {x} is looked up, {x.y} and {x[0]} reach into
	// the value, {x:>9} formats it, {} stands for all values, and whatever else
	// has a brace fails the run. There is no optional marker.
	Eino
)

// dialects are their names in a schema.
var dialects = [...]string{ADK: "adk", Stategen: "stategen", TRPC: "trpc", Eino: "eino"}

// String returns the dialect's name in a schema.
func (d Dialect) String() string { return dialects[d] }

// Dialects lists the dialects.
func Dialects() []Dialect {
	var all []Dialect
	for d := range dialects {
		all = append(all, Dialect(d))
	}
	return all
}

// ParseDialect returns the dialect that a schema names; false for other names.
func ParseDialect(name string) (Dialect, bool) {
	d := slices.Index(dialects[:], name)
	return Dialect(max(d, 0)), d >= 0
}

// OfFramework reports whether the dialect is that of a framework, which expands
// texts itself and knows neither defaults nor comments to stategen.
func (d Dialect) OfFramework() bool { return d != Stategen }

// HasKey reports whether a placeholder of the dialect can name a state key.
func (d Dialect) HasKey(key string) bool {
	switch d {
	case TRPC:
		return isTRPCName(key) && !IsTRPCOwn(key)
	case Eino:
		return isIdentifier(key)
	}
	return IsKey(key)
}

// Grammar fixes which spans of a text are placeholders. Angle placeholders
// follow the Stategen rules in every dialect, since no framework has them.
type Grammar struct {
	Dialect Dialect
	Brace   bool // {key} and {key?}
	Angle   bool // <key> and <key?>
	// Raw says that comments to stategen are text like any other, which they
	// are where a framework expands the text. Else they are no part of it, and
	// what they name is no placeholder.
	Raw bool
}
