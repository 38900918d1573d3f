package evidence

import (
	"go/ast"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/sources"
)

// Run gathers the evidence of the package and exports what other packages need
// to know of it.
func (c *Collector) Run() {
	c.gather()
	c.ExportFacts()
}

func (c *Collector) gather() {
	for _, f := range c.Files {
		c.Seed(f)
		c.reads(f)
		c.Assertions(f)
	}
}

// FirstUse is where the package first uses a key, but for tests; zero if it uses none.
func (c *Collector) FirstUse() diag.Span {
	c.gather()
	for _, e := range c.Evidence {
		if !e.Test && !e.Span.IsZero() && e.Key != flow.HoleMark {
			return e.Span
		}
	}
	return diag.Span{}
}

// Instruction notes the keys that an instruction reads: those that a check
// without any declared key would miss.
func (c *Collector) Instruction(s flow.Sink, t flow.Text, e ast.Expr) {
	value := t.String()
	for _, u := range c.checker.UndeclaredIn(source.Text{File: flow.TextFile, Text: value, Dialect: s.Manner.Dialect}) {
		if flow.BordersHole(value, u.Span) {
			continue
		}
		u.Span, _ = c.Place(t, u.Span.Start, u.Span.End, e)
		u.Site, u.Used = c.Span(e), s.Used
		u.Test = sources.IsTest(u.Span.File)
		c.Evidence = append(c.Evidence, Evidence{Use: u, Package: c.Pkg.Path(), Presence: u.Presence()})
	}
}
