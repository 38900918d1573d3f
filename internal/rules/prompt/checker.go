// Package prompt has the rules on the text of one instruction: a prompt, or a template of one. Text goes
// in, findings come out, whatever file they are from.
//
// A Checker finds placeholders with the scanner of runtime/instruction, so that what is checked is what is
// rendered. Below, reading finds what is in a text, and knows what the frameworks make of it. The rules are here,
// each with the metadata that explains it.
package prompt

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/rules/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// Checker applies the rules of one schema. It is not safe for concurrent use.
type Checker struct {
	*keys.Index
	schema  *schema.Schema
	grammar instruction.Grammar // of the text being checked
	pass    pass                // reused from text to text
}

// New prepares a Checker. The schema must not change afterwards. For the valid
// part of a schema with mistakes, the findings are some of those that there are
// once the mistakes are fixed, if nothing else changes.
func New(s *schema.Schema) *Checker {
	c := &Checker{Index: keys.New(s), schema: s}
	c.pass.Schema = s
	return c
}

// ForADK makes a Checker of texts that ADK reads, for a schema without keys.
func ForADK() *Checker {
	return New(&schema.Schema{Grammar: instruction.Grammar{Dialect: instruction.ADK, Brace: true}})
}

// Text returns the findings in one template, in no particular order,
// ignoring suppressions.
func (c *Checker) Text(t source.Text) diag.List {
	p := c.begin(t)
	p.Scan()
	p.apply()
	return p.list()
}

// HasMore reports whether there were findings in the last text beyond those that Text returned.
func (c *Checker) HasMore() bool { return c.pass.more }

// OutputKey returns the findings about a key, the whole of t, under which an
// agent's final text is saved. Suppressions are ignored.
func (c *Checker) OutputKey(t source.Text) diag.List {
	p := c.begin(t)
	outputKey(p)
	return p.list()
}

// begin prepares to check a text that is read with the grammar of the schema, unless it has a dialect of its own.
func (c *Checker) begin(t source.Text) *pass {
	name := t.File
	if t.At != nil { // a part, of which the file's name says nothing
		name = ""
	} else {
		t.At = sameOffset
	}
	c.grammar = Rendered(ReadAs(c.schema.Grammar, t.Dialect), t.Compiled)
	c.pass.begin(
		reading.Source{Text: t.Text, Name: name, Grammar: c.grammar, Loose: t.Loose, Escapes: c.escapes(t), Keys: c.Index},
		place{File: t.File, At: t.At, Compiled: t.Compiled},
	)
	if t.Compiled {
		c.pass.Dialect = c.pass.Dialect.Compiled()
	}
	return &c.pass
}

// escapes reports whether a text may be one of ADK for Python alone.
func (c *Checker) escapes(t source.Text) bool {
	inPython := t.Escapes || slices.Equal(c.schema.Languages, []string{"python"})
	return inPython && c.grammar.Dialect == instruction.ADK && !t.Compiled
}

func sameOffset(offset int) int { return offset }

// Severity returns what a finding of a rule counts as in this project, and
// false when the rule is switched off.
func (c *Checker) Severity(id string, usual diag.Severity) (diag.Severity, bool) {
	return severityIn(c.schema, id, usual)
}

// Undeclared describes the use of a key that is not declared, outside of a
// template: of one that was removed as well. The caller adds the span. Perhaps are the keys that may be meant;
// which one, or whether the key is to be declared, nobody knows.
func (c *Checker) Undeclared(wire string) (d diag.Diagnostic, perhaps []string) {
	return undeclaredKey(c.Index, wire)
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

// NeedsValue reports whether a rule is about what eino only does in a run that has a session value.
func NeedsValue(rule string) bool {
	return rule == allValues.ID || rule == failingBraces.ID
}

// WithoutValues makes the findings of such rules likely if a program, by its uses of keys, is not
// seen to set a session value.
func (c *Checker) WithoutValues(list diag.List, uses []source.Use) diag.List {
	if slices.ContainsFunc(uses, func(u source.Use) bool { return u.Writes() && !u.Test }) {
		return list
	}
	for i, d := range list {
		if NeedsValue(d.ID) {
			list[i].MakeLikely()
			list[i].Severity, _ = c.Severity(d.ID, diag.Warning)
			list[i].Hint += "; nothing is wrong in runs that have no session value"
		}
	}
	return list
}
