package rules

import (
	"go/ast"
	"go/types"
	"reflect"

	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
)

// nodeParams checks the struct that ADK fills from the state for a function of a workflow.
func (a *adkCode) nodeParams(fn ast.Expr) {
	sig, ok := a.TypesInfo.TypeOf(fn).Underlying().(*types.Signature)
	if !ok || sig.Params().Len() != 2 {
		return
	}
	st := flow.StructOf(sig.Params().At(1).Type())
	if st == nil {
		return
	}
	for i := range st.NumFields() {
		key := reflect.StructTag(st.Tag(i)).Get("state")
		if field := st.Field(i); key == "" && field.Name() != "NodeInput" {
			key = field.Name()
		}
		if st.Field(i).Exported() && key != "" && key != "node_input" {
			a.nodeParam(st.Field(i), key, fn)
		}
	}
}

func (a *adkCode) nodeParam(field *types.Var, wire string, fn ast.Expr) {
	at := fn
	if field.Pkg() == a.Pkg {
		at = &ast.Ident{NamePos: field.Pos(), Name: field.Name()}
	}
	a.AddUse(keys.Use{Key: wire, Kind: keys.Get, Span: a.Span(fn), Site: a.Span(fn)})
	if a.Check.Key(wire) == nil && !a.Check.Foreign(wire) {
		d, _ := a.Check.Undeclared(wire)
		d.Span = a.Span(at)
		a.Report(d, at)
	}
}
