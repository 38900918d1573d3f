package instruction

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
)

// String returns the dialect's name in a schema: "adk" or "stategen".
func (d Dialect) String() string {
	if d == Stategen {
		return "stategen"
	}
	return "adk"
}

// Grammar fixes which spans of a text are placeholders. Angle placeholders
// follow the Stategen rules in both dialects, since ADK has none.
type Grammar struct {
	Dialect Dialect
	Brace   bool // {key} and {key?}
	Angle   bool // <key> and <key?>
	// Raw says that comments to stategen are text like any other, which they
	// are where ADK itself expands the text. Else they are no part of it, and
	// what they name is no placeholder.
	Raw bool
}
