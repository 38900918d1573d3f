package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/schema"
	"golang.org/x/tools/go/ast/astutil"
)

// setterFix makes Set("city", v) of a state into SetCity(v). The setter has to store the very
// value that Set stores, since there may be other raw reads of it: a time becomes text, a list is
// copied. It must not refuse a value that the schema allows to be written in another way, nor
// hide that there is an operation.
func (p *Rewriter) setterFix(s flow.Sink, key *schema.Key, e ast.Expr) (diag.Fix, bool) {
	if s.Op != framework.OpSet || s.Via != nil || !plainSetter(key) {
		return diag.Fix{}, false
	}
	call := p.stateCallWith(e)
	if call == nil || len(call.Args) != 2 || p.onlyUseOf(e) != "" {
		return diag.Fix{}, false
	}
	state, value, method := flow.SelectorOf(call).X, call.Args[1], "Set"+p.code.GoName(key)
	param, fits := p.settable(key, value, method)
	if !fits || !p.code.Funcs[method].Is([]string{param}, []string{"error"}) || !p.onOneLine(call.Pos(), value.Pos()) {
		return diag.Fix{}, false
	}
	name, edits, reason := p.generatedName(p.Span(call), "Of")
	at := p.Span(call)
	at.End = p.Span(value).Start
	return diag.Fix{
		Message: "use the accessor " + method,
		Certain: true,
		Edits:   append(edits, diag.Edit{Span: at, NewText: name + "(" + p.Source(state) + ")." + method + "("}),
	}, reason == ""
}

// plainSetter reports whether a key's setter does nothing but write its value: neither its other
// names, nor one of an older type, nor JSON in a text, nor a merge, nor a check.
func plainSetter(key *schema.Key) bool {
	renamed := len(key.OtherNames())+len(key.Was) > 0
	isFree := key.Merge == schema.MergeLast && key.Constraints == (schema.Constraints{})
	return !renamed && isFree && key.Encoding == schema.Plain
}

// stateCallWith is the call of a state that an expression is the first argument of; nil: there is none.
func (p *Rewriter) stateCallWith(e ast.Expr) *ast.CallExpr {
	f := p.FileOf(e.Pos())
	if f == nil {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(f, e.Pos(), e.End())
	for _, n := range path {
		call, ok := n.(*ast.CallExpr)
		if ok && len(call.Args) > 0 && ast.Unparen(call.Args[0]) == ast.Unparen(e) && p.isStateCall(call) {
			return call
		}
	}
	return nil
}

// settable returns the setter's type for a key, and whether it takes a value and stores it as it is.
func (p *Rewriter) settable(key *schema.Key, value ast.Expr, method string) (string, bool) {
	t := p.TypesInfo.TypeOf(value)
	if t == nil {
		return "", false
	}
	switch key.Type.Kind {
	case schema.String, schema.Bool, schema.Int, schema.Float:
		want := key.Type.Kind.Scalar().Go.Name
		return want, types.Identical(types.Default(t), types.Universe.Lookup(want).Type())
	case schema.Enum:
		lit, isLiteral := ast.Unparen(value).(*ast.BasicLit)
		params, named := p.code.Funcs[method].Params, key.Type.Named
		if !isLiteral || len(params) != 1 || named.Import != nil {
			return "", false
		}
		text, _ := p.Evaluator().Constant(lit)
		return params[0], slices.ContainsFunc(named.Values, func(v schema.EnumValue) bool { return v.Value == text })
	}
	return "", false
}

// onOneLine reports whether two places are on one line, without a comment between them.
func (p *Rewriter) onOneLine(from, to token.Pos) bool {
	f := p.FileOf(from)
	return p.Fset.Position(from).Line == p.Fset.Position(to).Line &&
		!slices.ContainsFunc(f.Comments, func(c *ast.CommentGroup) bool { return from <= c.Pos() && c.End() <= to })
}
