package evidence

import (
	"go/ast"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/internal/source/golang/report"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
)

// Collector gathers evidence of a package.
type Collector struct {
	*follow.Tracer
	*report.Recorder
	shows source.Shows
	notes int

	Evidence []Evidence
}

// New makes a collector. What can't be followed is kept in a recorder, and shows
// returns the keys that an instruction looks up.
func New(v *follow.Values, r *report.Recorder, shows source.Shows) *Collector {
	c := &Collector{Recorder: r, shows: shows}
	c.Tracer = follow.NewTracer(v, c)
	return c
}

// StateSet is of no interest.
func (c *Collector) StateSet(ast.Expr, *ast.CallExpr) {}

// Unknown lists an expression as not followed, unless it opens a family.
func (c *Collector) Unknown(s follow.Sink, e ast.Expr) {
	if !c.opens(s, e) {
		c.Recorder.Unknown(s, e)
	}
}

// Key notes what a sink says about the key that reaches it.
func (c *Collector) Key(s follow.Sink, t follow.Text, e ast.Expr) {
	wire := t.String()
	if wire == "" || c.skippedEvidence(e) {
		return
	}
	if t.Known() {
		c.Use(s, t, e)
		c.add(s, t, e, false)
		return
	}
	followed, isFilled := c.passOn(s, t)
	c.partialUse(s, t, e, followed)
	switch {
	case !t.OnlyHole():
		c.add(s, t, e, isFilled)
	case !isFilled:
		c.Unknown(s, e)
	}
}

// passOn follows the one unknown part of a key to where it comes from, and reports whether something fills it: in this
// package, or an exported function or field in others.
func (c *Collector) passOn(s follow.Sink, t follow.Text) (followed, isFilled bool) {
	holes := t.Holes()
	if len(holes) != 1 || t[holes[0]].FilledBy() == nil {
		return false, false
	}
	if s.Builder == "" && !t.OnlyHole() {
		s.Builder = t.String()
	}
	v := t[holes[0]].FilledBy()
	s.Before, s.After = t[:holes[0]].Placeless(), t[holes[0]+1:].Placeless()
	if !c.Push(v, s) {
		return false, false
	}
	at := c.Index.Params[v]
	isOffered := v.IsField() && v.Exported() || at.Fn != nil && at.Fn.Exported()
	return true, isOffered || len(c.Index.Defs[v]) > 0
}

// partialUse notes a use of a key of which a part is not known, unless that was followed
// to all who fill it.
func (c *Collector) partialUse(s follow.Sink, t follow.Text, e ast.Expr, followed bool) {
	v := t[t.Holes()[0]].FilledBy()
	at, isParam := c.Index.Params[v]
	if followed && !isParam && !v.IsField() && v.Parent() != c.Pkg.Scope() {
		return // what may not be known of its values is noted where it gets them
	}
	closed := followed && at.Fn != nil && c.Index.AllCallsSeen(at.Fn)
	if closed && !at.Fn.Exported() {
		return
	}
	before := len(c.Uses)
	c.Use(s, t, e)
	if closed && len(c.Uses) > before {
		c.Uses[before].Callers = true
	}
}

func (c *Collector) skippedEvidence(e ast.Expr) bool {
	return c.Generated && c.GeneratedFiles[c.Sources.Path(c.Span(e).File)]
}

func (c *Collector) add(s follow.Sink, t follow.Text, e ast.Expr, passed bool) {
	ev := Evidence{Use: c.useOf(s, t, c.Span(e)), Package: c.Pkg.Path(), Builder: s.Builder, Passed: passed}
	ev.About = s.Op == framework.OpAssert
	c.valueOf(&ev, s)
	if n, ok := s.Note.(*note); ok {
		ev.Types, ev.Decoded = n.types, n.decoded
		ev.Presence, ev.Fallback = n.presence, n.fallback
	}
	c.Evidence = append(c.Evidence, ev)
}

// opens notes that what fills the unknown part of a key is not known at e,
// whatever else fills it: the key is a family. It reports false if nothing but
// the unknown part is there.
func (c *Collector) opens(s follow.Sink, e ast.Expr) bool {
	if s.Kind != framework.KeySink || len(s.Before)+len(s.After) == 0 {
		return false
	}
	t := follow.Join(follow.Join(s.Before, c.Evaluator().HoleAt(e)), s.After)
	c.add(s, t, e, false)
	ev := &c.Evidence[len(c.Evidence)-1]
	ev.About = true // the place where it was built tells more
	return true
}

func (c *Collector) useOf(s follow.Sink, t follow.Text, at diag.Span) source.Use {
	kinds := map[framework.Op]source.UseKind{
		framework.OpGet: source.Get, framework.OpSet: source.Set, framework.OpCreate: source.Set,
		framework.OpClear: source.Clear, framework.OpOutput: source.Output, framework.OpAssert: source.Get,
	}
	u := source.Use{Key: t.String(), Kind: kinds[s.Op], Span: at, Delta: s.Delta, Test: sources.IsTest(at.File)}
	u.Partial = strings.Contains(u.Key, follow.HoleMark)
	return u
}

// reader finds out what the code around reads says about the keys.
type reader struct {
	*Collector
	file          *ast.File
	*surroundings // of the file, from the first read on
}

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
	}
}

// FirstUse is where the package first uses a key, but for tests; zero if it uses none.
func (c *Collector) FirstUse() diag.Span {
	c.gather()
	for _, e := range c.Evidence {
		if !e.Test && !e.Span.IsZero() && e.Key != follow.HoleMark {
			return e.Span
		}
	}
	return diag.Span{}
}

// Instruction notes the keys that an instruction reads.
func (c *Collector) Instruction(s follow.Sink, t follow.Text, e ast.Expr) {
	value := t.String()
	for _, u := range c.shows(source.Text{File: follow.TextFile, Text: value, Dialect: s.Manner.Dialect}) {
		if follow.BordersHole(value, u.Span) {
			continue
		}
		u.Span, _ = c.Place(t, u.Span.Start, u.Span.End, e)
		u.Site, u.Used = c.Span(e), s.Used
		u.Test = sources.IsTest(u.Span.File)
		c.Evidence = append(c.Evidence, Evidence{Use: u, Package: c.Pkg.Path(), Presence: u.Presence()})
	}
}
