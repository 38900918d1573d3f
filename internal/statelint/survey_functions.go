package statelint

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// functions are those of files, in their order.
type functions map[string][]function

type function struct {
	source.Function
	span diag.Span
}

// add notes the functions of a package that are not part of others.
func (f functions) add(p *follow.Package) {
	for _, file := range p.Files {
		var list []function
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
				tool, run := gets(p, fn, framework.ToolContext), gets(p, fn, framework.RunContext)
				list = append(list, function{source.Function{Tool: tool, Run: run, Late: !tool && !run && isLate(p, fn, 0)}, p.Span(fn)})
			}
		}
		if len(list) > 0 {
			f[list[0].span.File] = list
		}
	}
}

// gets reports whether a function, or one in it, gets one of ADK's types.
func gets(p *follow.Package, fn *ast.FuncDecl, context framework.Role) (found bool) {
	ast.Inspect(fn, func(n ast.Node) bool {
		if t, ok := n.(*ast.FuncType); ok {
			for _, param := range t.Params.List {
				found = found || framework.HasType(p.TypesInfo.TypeOf(param.Type), context)
			}
		}
		return !found
	})
	return found
}

// isLate reports whether a function is given a session, or the state of one, as its callers
// have it, and no caller in the package gives it that of a run.
func isLate(p *follow.Package, fn *ast.FuncDecl, depth int) bool {
	obj, ok := p.TypesInfo.Defs[fn.Name].(*types.Func)
	if !ok || depth > follow.MaxDepth {
		return false
	}
	for param := range obj.Signature().Params().Variables() {
		switch {
		case framework.HasType(param.Type(), framework.Session):
			return !slices.ContainsFunc(p.Index.Defs[param], func(d follow.Def) bool { return isSelected(d.Expr, "Session") })
		case framework.HasType(param.Type(), framework.State):
			defs := p.Index.Defs[param]
			return len(defs) > 0 && !slices.ContainsFunc(defs, func(d follow.Def) bool { return !isLateState(p, d.Expr, depth) })
		}
	}
	return false
}

// isLateState reports whether an expression is the state of a session in such a function.
func isLateState(p *follow.Package, e ast.Expr, depth int) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !isSelected(e, "State") {
		return false
	}
	v := p.Index.Variable(ast.Unparen(call.Fun).(*ast.SelectorExpr).X)
	if v == nil || !framework.HasType(v.Type(), framework.Session) {
		return false
	}
	at := p.Index.Params[v]
	return at.Fn != nil && p.Index.Bodies[at.Fn] != nil && isLate(p, p.Index.Bodies[at.Fn], depth+1)
}

// isSelected reports whether an expression is a call x.name().
func isSelected(e ast.Expr, name string) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == name
}

func (f functions) around(at diag.Span) *source.Function {
	for i, fn := range f[at.File] {
		if fn.span.Start <= at.Start && at.Start < fn.span.End {
			return &f[at.File][i].Function
		}
	}
	return nil
}
