package prompt

import "github.com/seed92179c4c/stategen/runtime/instruction"

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
