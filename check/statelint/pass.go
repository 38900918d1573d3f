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
	"golang.org/x/tools/go/analysis"
)

// pass is the check of one package.
type pass struct {
	*analysis.Pass
	schema  *schema.Schema
	checker *check.Checker
	sources *sources.Reader
	index   *index

	collector      *collector      // not nil: evidence is gathered, nothing checked
	generated      bool            // some file bears stategen's header
	generatedFiles map[string]bool // files that any generator wrote
	ownFiles       map[string]bool // those that stategen wrote
	generatedTexts map[string]bool // any Go files, by path: whether a generator wrote them
	tests          bool            // test files are checked too

	pushed     map[pushed]bool
	states     map[types.Object]bool // interfaces that a state is passed as
	seenMaps   map[*ast.CompositeLit]bool
	getters    map[*types.Func]text
	paramSinks map[*types.Func][]exportedSink
	fieldSinks map[*types.Var][]exportedSink

	accessors map[types.Object][]accessorUse // of this package
	accounted map[diag.Span]bool             // texts that are keys for certain

	rawKeys
	flowed *flow // not nil: looked through

	result Result
	sites  []diag.Span // per finding, the expression in this package that it is about
}

func (p *pass) run() {
	p.index = newIndex(p.TypesInfo)
	for _, f := range p.Files {
		p.index.file(f)
		p.index.embedsOf(p.Fset, f)
	}
	p.index.resolveCalls()
	p.findAccessors()
	p.findStateInterfaces()
	for _, f := range p.Files {
		p.seed(f)
		if p.collector != nil {
			p.collector.reads(f)
			continue
		}
		p.assertions(f)
		p.misuse(f)
	}
	if p.collector == nil {
		p.adk()
	}
	p.exportFacts()
}

// finding begins a diagnostic; severity and suppression are settled later.
func (p *pass) finding(r diag.Rule, at diag.Span, format string, args ...any) diag.Diagnostic {
	return diag.Diagnostic{ID: r.ID, Severity: r.Severity, Span: at, Message: fmt.Sprintf(format, args...)}
}

// report keeps a finding about e, unless its rule is off or its file isn't
// checked.
func (p *pass) report(d diag.Diagnostic, e ast.Node) {
	if p.collector != nil {
		return
	}
	severity, on := p.checker.Severity(d.ID, d.Severity)
	if !on || p.skipped(d.Span) {
		return
	}
	d.Severity = severity
	p.result.Findings = append(p.result.Findings, d)
	p.sites = append(p.sites, p.span(e))
}

// skipped reports whether a place lies in a file that is left alone: a test,
// or the output of a generator.
func (p *pass) skipped(at diag.Span) bool {
	return sources.IsTest(at.File) && !p.tests || p.generatedFiles[p.sources.Path(at.File)]
}

// use notes that a key is read or written.
func (p *pass) use(s sink, t text, e ast.Expr) {
	kind, ok := useKinds[s.Op]
	if !ok {
		return
	}
	at, _ := p.keyPlace(t, e)
	site := p.span(e)
	p.accounted[at], p.accounted[site] = true, true
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		p.accounted[p.span(sel.Sel)] = true
	}
	p.addUse(Use{Key: t.string(), Kind: kind, Span: at, Site: site})
}

var useKinds = map[framework.Op]UseKind{framework.OpGet: Get, framework.OpSet: Set, framework.OpCreate: check.Begin, framework.OpClear: Clear, framework.OpOutput: Output}

// addUse keeps a use, unless generated code makes it for others.
func (p *pass) addUse(u Use) {
	if p.ownFiles[p.sources.Path(u.Site.File)] {
		return
	}
	u.Test = sources.IsTest(u.Site.File)
	u.Partial = strings.Contains(u.Key, holeMark)
	p.result.Uses = append(p.result.Uses, u)
}

// shape is the shape of a value.
func (p *pass) shape(e ast.Expr) framework.Shape {
	if e == nil || p.TypesInfo.TypeOf(e) == nil {
		return framework.Shape{}
	}
	return framework.ShapeOf(types.Default(p.TypesInfo.TypeOf(e)), p.qualifier())
}

// shapeOfType is the shape of a type expression.
func (p *pass) shapeOfType(e ast.Expr) framework.Shape {
	return framework.ShapeOf(p.TypesInfo.TypeOf(e), p.qualifier())
}

func (p *pass) qualifier() types.Qualifier {
	return func(other *types.Package) string {
		if other == p.Pkg {
			return ""
		}
		return other.Name()
	}
}
