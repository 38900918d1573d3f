package statelint

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
	"golang.org/x/tools/go/analysis"
)

// pass is the check of one package.
type pass struct {
	*analysis.Pass
	schema  *schema.Schema
	checker *check.Checker
	sources *sources
	index   *index

	collector      *collector      // not nil: evidence is gathered, nothing checked
	generated      bool            // some file bears stategen's header
	generatedFiles map[string]bool // files that any generator wrote
	tests          bool            // test files are checked too

	pushed     map[pushed]bool
	states     map[types.Object]bool // interfaces that a state is passed as
	seenMaps   map[*ast.CompositeLit]bool
	getters    map[*types.Func]text
	paramSinks map[*types.Func][]exportedSink
	fieldSinks map[*types.Var][]exportedSink

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
	p.findStateInterfaces()
	for _, f := range p.Files {
		p.seed(f)
		if p.collector != nil {
			p.collector.reads(f)
			continue
		}
		p.assertions(f)
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
	return isTestFile(at.File) && !p.tests || p.generatedFiles[p.sources.path(at.File)]
}

// unknown lists an expression as not checked.
func (p *pass) unknown(s sink, e ast.Expr) {
	if s.quiet {
		return
	}
	what := map[sinkKind]string{
		keySink: "this state key is", textSink: "this instruction is", mapSink: "the keys of this map are",
	}[s.Kind]
	if s.partial {
		what = "a part of this instruction is"
	}
	p.notChecked(e, what+" known only when the program runs")
}

func (p *pass) notChecked(e ast.Expr, reason string) {
	at := p.span(e)
	if !p.skipped(at) {
		p.result.NotChecked = append(p.result.NotChecked, NotChecked{Span: at, Reason: reason})
	}
}

// use notes that a key is read or written.
func (p *pass) use(s sink, t text, e ast.Expr) {
	kind := map[op]UseKind{opGet: Get, opSet: Set, opClear: Clear, opOutput: Output}
	k, ok := kind[s.Op]
	if !ok {
		return
	}
	at, _ := p.keyPlace(t, e)
	p.addUse(Use{Key: t.string(), Kind: k, Span: at})
}

func (p *pass) addUse(u Use) {
	u.Test = isTestFile(u.Span.File)
	u.Partial = strings.Contains(u.Key, holeMark)
	p.result.Uses = append(p.result.Uses, u)
}

// shape is the shape of a value.
func (p *pass) shape(e ast.Expr) shape {
	if e == nil || p.TypesInfo.TypeOf(e) == nil {
		return shape{}
	}
	return shapeOf(types.Default(p.TypesInfo.TypeOf(e)), p.qualifier())
}

// shapeOfType is the shape of a type expression.
func (p *pass) shapeOfType(e ast.Expr) shape { return shapeOf(p.TypesInfo.TypeOf(e), p.qualifier()) }

func (p *pass) qualifier() types.Qualifier {
	return func(other *types.Package) string {
		if other == p.Pkg {
			return ""
		}
		return other.Name()
	}
}
