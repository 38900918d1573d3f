package rewrite

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/schema"
	"golang.org/x/tools/go/ast/astutil"
)

// einoFix makes adk.AddSessionValue(ctx, "city", v) of eino's into For(ctx).SetCity(v),
// where that stores the very same value.
func (p *Rewriter) einoFix(s flow.Sink, key *schema.Key, e ast.Expr) (diag.Fix, bool) {
	f := p.FileOf(e.Pos())
	if f == nil || s.Op != framework.OpSet || s.Via != nil || !accessible(key) {
		return diag.Fix{}, false
	}
	path, _ := astutil.PathEnclosingInterval(f, e.Pos(), e.End())
	if len(path) < 3 || path[0] != ast.Node(e) {
		return diag.Fix{}, false
	}
	call, isCall := path[1].(*ast.CallExpr)
	_, alone := path[2].(*ast.ExprStmt)
	if !isCall || !alone || !p.isAddValue(call) || call.Args[1] != e || !p.einoStaysImported(f, call) {
		return diag.Fix{}, false
	}
	a := &accessorCall{Rewriter: p, key: key, call: call, path: path[1:]}
	ctx, value, method := call.Args[0], call.Args[2], "Set"+p.code.GoName(key)
	param, fits := a.settable(value)
	if !fits || !p.code.Funcs[method].Is([]string{param}, []string{"error"}) ||
		!p.code.Funcs["For"].Is([]string{"context.Context"}, []string{"*State"}) ||
		!p.noComments(call.Pos(), value.Pos()) || !p.sameLine(call.Pos(), value.Pos()) {
		return diag.Fix{}, false
	}
	name, edits, reason := p.generatedName(p.Span(call), "For")
	if reason != "" {
		return diag.Fix{}, false
	}
	at := p.Span(call)
	at.End = p.Span(value).Start
	return diag.Fix{
		Message: "use the accessor " + method,
		Certain: true,
		Edits:   append(edits, diag.Edit{Span: at, NewText: name + "(" + p.Source(ctx) + ")." + method + "("}),
	}, true
}

// isAddValue reports whether a call is one of eino's AddSessionValue, by its package's name.
func (p *Rewriter) isAddValue(call *ast.CallExpr) bool {
	fn := p.Index.Function(call)
	return framework.IsEino(fn) && fn.Name() == "AddSessionValue" && len(call.Args) == 3 && flow.SelectorOf(call) != nil
}

// einoStaysImported reports whether a file uses eino's package for more than what accessors
// may come in the place of.
func (p *Rewriter) einoStaysImported(f *ast.File, call *ast.CallExpr) bool {
	pkg, _ := p.imported(flow.SelectorOf(call).X)
	stays := false
	ast.Inspect(f, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name == "AddSessionValue" {
			return true
		}
		other, ok := p.imported(sel.X)
		stays = stays || ok && other == pkg
		return true
	})
	return stays
}

// imported is the import that an expression names.
func (p *Rewriter) imported(e ast.Expr) (*types.PkgName, bool) {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil, false
	}
	pkg, ok := p.TypesInfo.Uses[id].(*types.PkgName)
	return pkg, ok
}
