package source

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// Text is an instruction, or another template, and where it is.
type Text struct {
	File string               // of the spans
	Text string               // the template
	At   func(offset int) int // offset in Text to offset in File; nil: the same
	// Compiled says that stategen's own code renders the text, whatever the
	// schema's targets are.
	Compiled bool
	// Dialect is that of the framework which certainly reads the text, whatever the
	// schema says of others. ADK, the zero one, leaves it to the schema.
	Dialect instruction.Dialect
	// Loose says that the text may be a template of another language first,
	// so that doubled braces may be gone before it is rendered. It is false
	// for what is certainly rendered as it is.
	Loose bool
	// Escapes says that ADK for Python alone expands the text, in a release in which a dollar
	// or a backslash in front of a placeholder makes it text: 2.10 or later.
	Escapes  bool
	Agent    string // its name; empty: not known
	Composed bool   // several texts make it, whose source no fix fits
	Partial  bool   // a part of it is known only when the program runs: UnknownPart
	Test     bool
}

// Shows returns the uses of keys in a text: its placeholders, and what may become one.
type Shows func(Text) []Use

// Span is where the text begins and ends.
func (t Text) Span() diag.Span {
	if t.At == nil {
		return diag.Span{File: t.File, End: len(t.Text)}
	}
	return diag.Span{File: t.File, Start: t.At(0), End: t.At(len(t.Text))}
}
