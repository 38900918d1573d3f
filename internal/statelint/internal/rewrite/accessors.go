package rewrite

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/schema"
	"golang.org/x/tools/go/ast/astutil"
)

// accessorFix makes a Set of a state into a call of the generated setter, where
// that means the same for every value of the declared type. Params are those of
// a family.
func (p *Rewriter) accessorFix(s flow.Sink, key *schema.Key, e ast.Expr, params []ast.Expr) (diag.Fix, bool) {
	f := p.FileOf(e.Pos())
	if f == nil || s.Op != framework.OpSet || s.Via != nil || !accessible(key) {
		return diag.Fix{}, false
	}
	path, _ := astutil.PathEnclosingInterval(f, e.Pos(), e.End())
	i := slices.Index(path, ast.Node(e))
	for i >= 0 && i+1 < len(path) {
		if _, ok := path[i+1].(*ast.ParenExpr); !ok {
			break
		}
		i++
	}
	if i < 0 || i+1 >= len(path) {
		return diag.Fix{}, false
	}
	call, ok := path[i+1].(*ast.CallExpr)
	if !ok || !p.isSet(call, e) || p.onlyUseOf(e, params...) != "" {
		return diag.Fix{}, false
	}
	a := &accessorCall{Rewriter: p, key: key, call: call, params: params, path: path[i+1:]}
	return a.setter()
}

// isSet reports whether a call is the Set of a state with a key.
func (p *Rewriter) isSet(call *ast.CallExpr, key ast.Expr) bool {
	return len(call.Args) == 2 && ast.Unparen(call.Args[0]) == ast.Unparen(key) && p.isStateCall(call)
}

// accessible reports whether a key's accessors do nothing but read and write
// its value: none of its other names, none of an older type, none of JSON in a
// text.
func accessible(key *schema.Key) bool {
	return key.Encoding == schema.Plain && len(key.OtherNames()) == 0 && len(key.Was) == 0
}

// setter makes Set("city", v) into SetCity(v). The setter has to store the very
// value that Set stores, since there may be other raw reads of it: a time
// becomes text, a list is copied. It must not refuse a value that the schema
// allows to be written in another way, nor hide that there is an operation.
func (a *accessorCall) setter() (diag.Fix, bool) {
	value := a.call.Args[1]
	method := "Set" + a.code.GoName(a.key)
	param, fits := a.settable(value)
	want := append(slices.Repeat([]string{"string"}, len(a.params)), param)
	if !fits || !a.code.Funcs[method].Is(want, []string{"error"}) {
		return diag.Fix{}, false
	}
	if len(a.params) > 0 && a.ignoresResult() {
		return diag.Fix{}, false // a wrong parameter is an error
	}
	text, edits, ok := a.write(method)
	if !ok || !a.plainBetween(value.Pos()) {
		return diag.Fix{}, false
	}
	if len(a.params) > 0 {
		text += ", "
	}
	at := a.Span(a.call)
	at.End = a.Span(value).Start
	return diag.Fix{
		Message: "use the accessor " + method,
		Certain: true,
		Edits:   append(edits, diag.Edit{Span: at, NewText: text}),
	}, true
}

// settable returns the setter's type for the key, and whether it takes the value
// and stores it as it is.
func (a *accessorCall) settable(value ast.Expr) (string, bool) {
	if a.key.Merge != schema.MergeLast || a.key.Constraints != (schema.Constraints{}) {
		return "", false
	}
	t := a.TypesInfo.TypeOf(value)
	if t == nil {
		return "", false
	}
	switch a.key.Type.Kind {
	case schema.String, schema.Bool, schema.Int, schema.Float:
		want := scalarName(a.key.Type.Kind)
		return want, types.Identical(types.Default(t), types.Universe.Lookup(want).Type())
	case schema.Enum:
		_, isLiteral := ast.Unparen(value).(*ast.BasicLit)
		text, isText := a.Evaluator().Constant(ast.Unparen(value))
		named := a.key.Type.Named
		isValue := slices.ContainsFunc(named.Values, func(v schema.EnumValue) bool { return v.Value == text })
		params := a.code.Funcs["Set"+a.code.GoName(a.key)].Params
		if !isLiteral || !isText || !isValue || len(params) == 0 || named.Import != nil {
			return "", false
		}
		return params[len(params)-1], true
	}
	return "", false
}

// ignoresResult reports whether nobody looks at the call's error.
func (a *accessorCall) ignoresResult() bool {
	switch outer := a.path[1].(type) {
	case *ast.AssignStmt:
		return slices.ContainsFunc(outer.Lhs, flow.IsBlank)
	case *ast.ReturnStmt, *ast.CallExpr, *ast.IfStmt, *ast.BinaryExpr, *ast.ValueSpec:
		return false
	}
	return true
}
