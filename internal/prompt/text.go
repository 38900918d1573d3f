package prompt

import "github.com/seed92179c4c/stategen/runtime/instruction"

// Text is a template and where it is.
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
	Escapes bool
}

// Rendered returns the grammar as it applies to a text that is compiled or not:
// a framework expands what is not compiled in its dialect, and to it comments
// to stategen are text.
func Rendered(g instruction.Grammar, compiled bool) instruction.Grammar {
	g.Raw = g.Dialect.OfFramework() && !compiled
	return g
}

// ReadAs returns the grammar of a text that a framework reads in a dialect of its own;
// ADK, the zero one, leaves it to the schema.
func ReadAs(g instruction.Grammar, d instruction.Dialect) instruction.Grammar {
	if d == instruction.ADK {
		return g
	}
	return instruction.Grammar{Dialect: d, Brace: true}
}
