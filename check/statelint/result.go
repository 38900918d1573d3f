package statelint

import "github.com/seed92179c4c/stategen/diag"

// Result is what the analyzer found in one package.
type Result struct {
	// Schema is the path of the schema that the package was checked
	// against; empty when none was found, and then nothing was checked.
	Schema string
	// SchemaErrors are the schema's own mistakes; then nothing was checked.
	SchemaErrors diag.List
	// Findings are those in the package, before suppressions.
	Findings diag.List
	// NotChecked are the places where a kit takes something that can't be
	// evaluated without running the program.
	NotChecked []NotChecked
	// Uses are all keys that the package reads and writes.
	Uses []Use
	// Evidence is what Collect gathers; otherwise there is none.
	Evidence []Evidence
}

// NotChecked is a place that could not be checked, and why.
type NotChecked struct {
	Span   diag.Span
	Reason string
}

// UseKind says what is done with a key.
type UseKind uint8

// The ways to use a key. An Output is a write by an agent's answer, a
// Placeholder a read by an instruction.
const (
	Get UseKind = iota
	Set
	Clear
	Output
	Placeholder
)

// Use is one use of a state key in Go source.
type Use struct {
	Key      string // with "\uFFFC" for each part that is known only at run time
	Kind     UseKind
	Span     diag.Span
	Optional bool // a Placeholder marked with "?"
	Partial  bool // the key has a part that is not known
	Test     bool // in a test file
}
