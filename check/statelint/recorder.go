package statelint

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/check/statelint/internal/sources"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// Recorder keeps what is found in a package.
type Recorder struct {
	pkg     *Package
	schema  *schema.Schema // nil: the package has none
	checker *check.Checker // of the schema
	tests   bool           // findings in tests are kept

	Findings   diag.List
	Sites      []diag.Span // per finding, the expression in this package that it is about
	NotChecked []NotChecked
	Prompts    []string
	Uses       []check.Use

	accounted map[diag.Span]bool // texts that are keys for certain
}

// NewRecorder begins with nothing found. The schema and its checker are nil for
// a package without a schema.
func NewRecorder(p *Package, s *schema.Schema, c *check.Checker, tests bool) *Recorder {
	return &Recorder{pkg: p, schema: s, checker: c, tests: tests, accounted: map[diag.Span]bool{}}
}

// NotChecked is a place that could not be checked, and why.
type NotChecked struct {
	Span   diag.Span
	Reason string
}

// finding begins a diagnostic; severity and suppression are settled later.
func finding(r diag.Rule, at diag.Span, format string, args ...any) diag.Diagnostic {
	return diag.Diagnostic{ID: r.ID, Severity: r.Severity, Span: at, Message: fmt.Sprintf(format, args...)}
}

var useKinds = map[framework.Op]UseKind{framework.OpGet: Get, framework.OpSet: Set, framework.OpCreate: check.Begin, framework.OpClear: Clear, framework.OpOutput: Output}

// Unfilled notes a use by a variable that nothing in the package fills.
func (p *Recorder) Unfilled(s sink, v *types.Var) {
	if f := p.pkg.Fset.File(v.Pos()); f != nil {
		offset := f.Offset(v.Pos())
		p.partialUse(s, diag.Span{File: p.pkg.sources.Name(f.Name()), Start: offset, End: offset + len(v.Name())})
	}
}

// Report keeps a finding about e, unless its rule is off or its file isn't
// checked.
func (p *Recorder) Report(d diag.Diagnostic, e ast.Node) {
	severity, on := p.checker.Severity(d.ID, d.Severity)
	if !on || p.skipped(d.Span) {
		return
	}
	d.Severity = severity
	p.Findings = append(p.Findings, d)
	p.Sites = append(p.Sites, p.pkg.span(e))
}

// skipped reports whether a place lies in a file that is left alone: a test,
// or the output of a generator.
func (p *Recorder) skipped(at diag.Span) bool {
	return sources.IsTest(at.File) && !p.tests || p.pkg.generatedFiles[p.pkg.sources.Path(at.File)]
}

// use notes that a key is read or written.
func (p *Recorder) use(s sink, t text, e ast.Expr) {
	kind, ok := useKinds[s.Op]
	if !ok {
		return
	}
	at, _ := p.pkg.keyPlace(t, e)
	site := p.pkg.span(e)
	p.accounted[at], p.accounted[site] = true, true
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		p.accounted[p.pkg.span(sel.Sel)] = true
	}
	p.addUse(Use{Key: t.string(), Kind: kind, Span: at, Site: site})
}

// addUse keeps a use, unless generated code makes it for others.
func (p *Recorder) addUse(u Use) {
	if p.pkg.ownFiles[p.pkg.sources.Path(u.Site.File)] {
		return
	}
	u.Test = sources.IsTest(u.Site.File)
	u.Partial = strings.Contains(u.Key, holeMark)
	p.Uses = append(p.Uses, u)
}

// partialUse notes a use of a key of which s knows the ends at most.
func (p *Recorder) partialUse(s sink, at diag.Span) {
	u := Use{Key: s.Before.string() + holeMark + s.After.string(), Span: at, Site: at}
	switch {
	case s.Kind == framework.TextSink:
		u.Key, u.Kind = holeMark, Placeholder
	case s.Kind == framework.MapSink:
		u.Kind = useKinds[s.Op]
	default:
		kind, ok := useKinds[s.Op]
		if !ok {
			return
		}
		u.Kind = kind
	}
	p.addUse(u)
}

// anyKey notes a use of a key that can be any.
func (p *Recorder) anyKey(kind UseKind, at diag.Span) {
	p.addUse(Use{Key: holeMark, Kind: kind, Span: at, Site: at})
}

func declaredHere(key *schema.Key) []diag.Related {
	return []diag.Related{{Span: key.Span, Message: diag.Quote(key.Wire()) + " is declared here"}}
}

// Suppress leaves out the findings in a source that its comments suppress.
func (p *Recorder) Suppress(src *diag.Source, list diag.List) diag.List {
	return p.checker.Suppress(src, list)
}
