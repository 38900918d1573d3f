package report

import (
	"go/ast"
	"go/types"
	"path"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"github.com/seed92179c4c/stategen/schema"
)

// Recorder keeps what is found in a package.
type Recorder struct {
	pkg    *follow.Package
	Schema *schema.Schema // nil: the package has none
	levels Levels         // of the schema
	tests  bool           // findings in tests are kept

	Findings   diag.List
	Sites      []diag.Span // per finding, the expression in this package that it is about
	NotChecked []NotChecked
	Prompts    []string
	Uses       []source.Use

	Accounted map[diag.Span]bool // texts that are keys for certain
}

// Levels returns what a finding of a rule counts as, and false where the rule is switched off.
type Levels func(id string, usual diag.Severity) (diag.Severity, bool)

// New begins with nothing found. The schema and its levels are nil for
// a package without a schema.
func New(p *follow.Package, s *schema.Schema, l Levels, tests bool) *Recorder {
	return &Recorder{pkg: p, Schema: s, levels: l, tests: tests, Accounted: map[diag.Span]bool{}}
}

// NotChecked is a place that could not be checked, and why.
type NotChecked struct {
	Span   diag.Span
	Reason string
}

var useKinds = map[framework.Op]source.UseKind{
	framework.OpGet: source.Get, framework.OpSet: source.Set, framework.OpCreate: source.Begin,
	framework.OpClear: source.Clear, framework.OpOutput: source.Output,
}

// Unfilled notes a use by a variable that nothing in the package fills.
func (p *Recorder) Unfilled(s follow.Sink, v *types.Var) {
	if f := p.pkg.Fset.File(v.Pos()); f != nil {
		offset := f.Offset(v.Pos())
		p.partialUse(s, diag.Span{File: p.pkg.Sources.Name(f.Name()), Start: offset, End: offset + len(v.Name())})
	}
}

// Report keeps a finding about e, unless its rule is off or its file isn't
// checked.
func (p *Recorder) Report(d diag.Diagnostic, e ast.Node) {
	severity, on := p.levels(d.ID, d.Severity)
	if !on || p.Skipped(d.Span) {
		return
	}
	d.Severity = severity
	p.pkg.Sources.Open(p.pkg.Sources.Path(d.Span.File)) // printers show it
	p.Findings = append(p.Findings, d)
	p.Sites = append(p.Sites, p.pkg.Span(e))
}

// Skipped reports whether a place lies in a file that is left alone: a test,
// or the output of a generator.
func (p *Recorder) Skipped(at diag.Span) bool {
	return sources.IsTest(at.File) && !p.tests || p.pkg.GeneratedFiles[p.pkg.Sources.Path(at.File)]
}

// Use notes that a key is read or written.
func (p *Recorder) Use(s follow.Sink, t follow.Text, e ast.Expr) {
	kind, ok := useKinds[s.Op]
	if !ok {
		return
	}
	at, _ := p.pkg.KeyPlace(t, e)
	site := p.pkg.Span(e)
	p.Accounted[at], p.Accounted[site] = true, true
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		p.Accounted[p.pkg.Span(sel.Sel)] = true
	}
	merges := kind == source.Set && s.Shape.Kind == framework.ShapeOp
	p.AddUse(source.Use{Key: t.String(), Kind: kind, Span: at, Site: site, Used: s.Used, Taken: s.Taken, Merge: merges})
}

// AddUse keeps a use, unless generated code makes it for others.
func (p *Recorder) AddUse(u source.Use) {
	if p.pkg.OwnFiles[p.pkg.Sources.Path(u.Site.File)] {
		return
	}
	u.Test = sources.IsTest(u.Site.File)
	u.Partial = strings.Contains(u.Key, follow.HoleMark)
	p.Uses = append(p.Uses, u)
}

// partialUse notes a use of a key of which s knows the ends at most.
func (p *Recorder) partialUse(s follow.Sink, at diag.Span) {
	u := source.Use{Key: s.Before.String() + follow.HoleMark + s.After.String(), Span: at, Site: at, Used: s.Used}
	switch {
	case s.Kind == framework.TextSink:
		u.Key, u.Kind = follow.HoleMark, source.Placeholder
	case s.Kind == framework.MapSink:
		u.Kind = useKinds[s.Op]
	default:
		kind, ok := useKinds[s.Op]
		if !ok {
			return
		}
		u.Kind = kind
	}
	p.AddUse(u)
}

// AnyKey notes a use of a key that can be any.
func (p *Recorder) AnyKey(kind source.UseKind, at diag.Span) {
	p.AddUse(source.Use{Key: follow.HoleMark, Kind: kind, Span: at, Site: at, Whole: true})
}

// Unknown lists an expression as not checked.
func (p *Recorder) Unknown(s follow.Sink, e ast.Expr) {
	if s.Quiet {
		return
	}
	at := p.pkg.Span(e)
	p.partialUse(s, at)
	if !p.Skipped(at) {
		p.NotChecked = append(p.NotChecked, NotChecked{Span: at, Reason: p.whyUnknown(s)})
	}
}

// whyUnknown says what is unknown, and where that is the text of an
// instruction, what helps.
func (p *Recorder) whyUnknown(s follow.Sink) string {
	what := map[framework.SinkKind]string{
		framework.KeySink: "this state key is", framework.TextSink: "this instruction is",
		framework.MapSink: "the keys of this map are",
	}[s.Kind]
	if s.Partial {
		what = "a part of this instruction is"
	}
	what += " known only when the program runs"
	if s.Kind == framework.TextSink && p.Schema != nil {
		what += ": if it comes from a file, name that under check.templates in " + path.Base(p.Schema.File) +
			", and its text is checked"
	}
	return what
}
