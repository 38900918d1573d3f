package code

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/fix"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source/golang/accessors"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/report"
)

// Checker checks a package with all rules on Go source.
type Checker struct {
	*follow.Tracer
	*report.Recorder
	Check     *project.Checker // of the schema
	accessors *accessors.Finder
	rewriter  *fix.Rewriter
}

// New makes a checker that keeps what it finds in a recorder.
func New(v *follow.Values, r *report.Recorder, c *project.Checker, a *accessors.Finder, w *fix.Rewriter) *Checker {
	p := &Checker{Recorder: r, Check: c, accessors: a, rewriter: w}
	p.Tracer = follow.NewTracer(v, p)
	return p
}

// Run checks the package and exports what other packages need to know of it.
func (p *Checker) Run() {
	for _, f := range p.Files {
		p.Seed(f)
		p.Assertions(f)
		misuse{p}.file(f)
	}
	p.adk()
	p.ExportFacts()
}

func (p misuse) file(f *ast.File) {
	if p.GeneratedFiles[p.Fset.File(f.FileStart).Name()] {
		return
	}
	var stack []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			p.accessorCall(n)
			p.setBeforeRun(n, stack)
		case *ast.CompositeLit:
			p.initialConstants(n)
		case *ast.ExprStmt:
			p.droppedResult(n.X)
		case *ast.GoStmt:
			p.droppedResult(n.Call)
		case *ast.DeferStmt:
			p.droppedResult(n.Call)
		case *ast.RangeStmt:
			p.filledTooLate(n)
		case *ast.AssignStmt:
			p.unfinished(n, stack)
		}
		stack = append(stack, n)
		return true
	})
}

// adk checks the package's code that runs on ADK.
func (p *Checker) adk() {
	a := &adkCode{Checker: p, merges: map[generatedPackage]bool{}, nodes: map[*types.Var]ast.Node{}}
	a.findNodes()
	for _, f := range p.Files {
		if p.OwnFiles[p.Fset.File(f.FileStart).Name()] {
			continue
		}
		for _, d := range f.Decls {
			a.decl(d)
		}
	}
	a.checkRunners()
	PassOnMerges(p.Package, a.merges)
}
