package instruction

// Dialect says how the text of an instruction is expanded.
type Dialect uint8

const (
	// ADK expands as Google's ADK does: every run of braces around a name
	// is a placeholder, so {{x}} is looked up too.
	ADK Dialect = iota
	// Stategen follows what ADK's documentation intends: a doubled brace
	// is literal text.
	Stategen
)

// String returns the dialect's name in a schema: "adk" or "stategen".
func (d Dialect) String() string {
	if d == Stategen {
		return "stategen"
	}
	return "adk"
}

// Grammar fixes which spans of a text are placeholders.
type Grammar struct {
	Dialect Dialect
	Brace   bool // {key} and {key?}
	Angle   bool // <key> and <key?>
}
