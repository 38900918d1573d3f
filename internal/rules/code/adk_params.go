package code

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// nodeParams checks the keys of the struct that ADK fills from the state for a function of a workflow.
func (a *adkCode) nodeParams(fn ast.Expr) {
	sig, _ := a.TypesInfo.TypeOf(fn).Underlying().(*types.Signature)
	for _, p := range framework.StateParams(sig) {
		a.nodeParam(p.Field, p.Key, fn)
	}
}

func (a *adkCode) nodeParam(field *types.Var, wire string, fn ast.Expr) {
	at := fn
	if field.Pkg() == a.Pkg {
		at = &ast.Ident{NamePos: field.Pos(), Name: field.Name()}
	}
	a.AddUse(source.Use{Key: wire, Kind: source.Get, Span: a.Span(fn), Site: a.Span(fn)})
	key := a.Check.Key(wire)
	switch {
	case key == nil && !a.Check.Foreign(wire):
		d, _ := a.Check.Undeclared(wire)
		d.Span = a.Span(at)
		a.Report(d, at)
	case key != nil && key.Optional:
		a.Report(project.OptionalParameter(a.Span(at), key), at)
	}
}
