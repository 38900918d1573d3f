package prompt

import (
	"reflect"
	"slices"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

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
}

// Checker applies the rules of one schema. It is not safe for concurrent use.
type Checker struct {
	schema  *schema.Schema
	keys    *keys.Index
	grammar instruction.Grammar // of the text being checked
	levels  levels
	rules   []rule
	pass    pass // reused from text to text
}

// New prepares a Checker. The schema must not change afterwards. For the valid
// part of a schema with mistakes, the findings are some of those that there are
// once the mistakes are fixed, if nothing else changes.
func New(s *schema.Schema) *Checker {
	return &Checker{schema: s, grammar: s.Grammar, keys: keys.New(s), levels: newLevels(s), rules: templateRules()}
}

// Text returns the findings in one template, in no particular order,
// ignoring suppressions.
func (c *Checker) Text(t Text) diag.List {
	var common diag.List
	for i, grammar := range c.schema.Grammars() {
		c.grammar = grammar
		found := c.text(t)
		if i == 0 {
			common = found
			continue
		}
		common = slices.DeleteFunc(common, func(d diag.Diagnostic) bool {
			return !slices.ContainsFunc(found, func(other diag.Diagnostic) bool { return reflect.DeepEqual(d, other) })
		})
	}
	c.grammar = c.schema.Grammar
	return common
}

// Dropped returns how many findings there were in the last text beyond those that Text
// returned.
func (c *Checker) Dropped() int { return c.pass.more }

// text is Text for one of the grammars that the text may be read with.
func (c *Checker) text(t Text) diag.List {
	p := c.begin(t)
	p.scan()
	p.apply()
	return p.finish()
}

// OutputKey returns the findings about a key, the whole of t, under which an
// agent's final text is saved. Suppressions are ignored.
func (c *Checker) OutputKey(t Text) diag.List {
	p := c.begin(t)
	checkOutputKey(p)
	return p.finish()
}

func (c *Checker) begin(t Text) *pass {
	part := t.At != nil
	if !part {
		t.At = sameOffset
	}
	c.grammar = Rendered(ReadAs(c.grammar, t.Dialect), t.Compiled)
	c.pass.reset(c, t)
	c.pass.part = part
	return &c.pass
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

func sameOffset(offset int) int { return offset }
