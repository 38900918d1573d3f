package prompt

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/keys"
	_ "github.com/seed92179c4c/stategen/internal/prompt/internal/dialectrules" // registers its rules
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/rules"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// Checker applies the rules of one schema. It is not safe for concurrent use.
type Checker struct {
	schema  *schema.Schema
	keys    *keys.Index
	grammar instruction.Grammar // of the text being checked
	pass    judge.Pass          // reused from text to text
}

// New prepares a Checker. The schema must not change afterwards. For the valid
// part of a schema with mistakes, the findings are some of those that there are
// once the mistakes are fixed, if nothing else changes.
func New(s *schema.Schema) *Checker {
	c := &Checker{schema: s, keys: keys.New(s)}
	c.pass.Schema, c.pass.Levels = s, s.Check.Rules
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
	judge.Apply(p)
	return p.Findings()
}

// HasMore reports whether there were findings in the last text beyond those that Text returned.
func (c *Checker) HasMore() bool { return c.pass.HasMore() }

// OutputKey returns the findings about a key, the whole of t, under which an
// agent's final text is saved. Suppressions are ignored.
func (c *Checker) OutputKey(t source.Text) diag.List {
	p := c.begin(t)
	rules.OutputKey(p)
	return p.Findings()
}

func (c *Checker) begin(t source.Text) *judge.Pass {
	name := t.File
	if t.At != nil { // a part, of which the file's name says nothing
		name = ""
	} else {
		t.At = sameOffset
	}
	c.grammar = Rendered(ReadAs(c.schema.Grammar, t.Dialect), t.Compiled)
	c.pass.Begin(
		reading.Source{Text: t.Text, Name: name, Grammar: c.grammar, Loose: t.Loose, Escapes: c.escapes(t), Keys: c.keys},
		judge.Place{File: t.File, At: t.At, Compiled: t.Compiled},
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
