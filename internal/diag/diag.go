package diag

import (
	"cmp"
	"slices"
)

// Severity says what a diagnostic means for the run.
type Severity uint8

// Error makes a run fail; Warning is advice.
const (
	Error Severity = iota
	Warning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Span is a range of bytes in a file: from Start to before End. The zero Span
// belongs to no file.
type Span struct {
	File       string
	Start, End int
}

// IsZero reports whether the span belongs to no file.
func (s Span) IsZero() bool { return s == Span{} }

// Related is another place that contributed to a diagnostic, such as a first
// declaration.
type Related struct {
	Span    Span
	Message string
}

// Edit replaces the text of a span.
type Edit struct {
	Span    Span
	NewText string
}

// Fix is a set of edits that removes the cause of a diagnostic.
type Fix struct {
	Message string
	Edits   []Edit
	// Certain says that no other change can have been meant, and that the
	// program does not do less afterwards: a machine may make it unasked. The
	// others are suggestions, such as a name that is near, of which a person
	// takes one or none.
	Certain bool
}

// Title is the message, with a word to tell a suggestion apart from a fix that
// is certain.
func (f Fix) Title() string {
	if f.Certain {
		return f.Message
	}
	return f.Message + " (a suggestion)"
}

// Diagnostic is one finding. ID names its kind ("undeclared-key") and never
// changes; Message says what is wrong and Hint what to write instead. Both are for people:
// nothing but printers reads them, and programs have the ID and the arguments of the message.
type Diagnostic struct {
	ID       string
	Severity Severity
	Likely   bool // what isn't seen may make it right, and the hint says what; else it is certain
	Span     Span
	Message  string
	Args     []Arg // of the message, those that have a name
	Hint     string
	Related  []Related
	Fixes    []Fix
}

// MakeLikely is for a finding that something else may explain: it is advice.
func (d *Diagnostic) MakeLikely() { d.Severity, d.Likely = Warning, true }

// MakeCertain is for a finding that nothing explains, of a rule whose findings are likely.
func (d *Diagnostic) MakeCertain() { d.Severity, d.Likely = Error, false }

// List is the findings of one run.
type List []Diagnostic

// Sort returns the findings by file, position, ID and message, each once.
func (l List) Sort() List {
	sorted := slices.Clone(l)
	slices.SortStableFunc(sorted, compare)
	return slices.CompactFunc(sorted, func(a, b Diagnostic) bool { return compare(a, b) == 0 })
}

// HasErrors reports whether any finding is an Error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

func compare(a, b Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.Span.File, b.Span.File),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Span.End, b.Span.End),
		cmp.Compare(a.ID, b.ID),
		cmp.Compare(a.Message, b.Message),
	)
}
