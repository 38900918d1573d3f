package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
	"golang.org/x/tools/go/ast/astutil"
)

// accessorFix makes a Get or Set of a state into a call of the generated
// accessor, where that means the same for every value of the declared type.
// Params are those of a family.
func (p *Rewriter) accessorFix(s flow.Sink, key *schema.Key, e ast.Expr, params []ast.Expr) (diag.Fix, bool) {
	f := p.FileOf(e.Pos())
	if f == nil || s.Via != nil || !accessible(key) {
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
	if !ok || len(call.Args) == 0 || ast.Unparen(call.Args[0]) != ast.Unparen(e) || !p.isStateCall(call) || p.onlyUseOf(e, params...) != "" {
		return diag.Fix{}, false
	}
	a := &accessorCall{Rewriter: p, key: key, call: call, params: params, path: path[i+1:]}
	switch {
	case s.Op == framework.OpSet && len(call.Args) == 2:
		return a.setter()
	case s.Op == framework.OpGet && len(call.Args) == 1:
		return a.getter()
	}
	return diag.Fix{}, false
}

// accessible reports whether a key's accessors do nothing but read and write
// its value: none of its old names, none of JSON in a text.
func accessible(key *schema.Key) bool {
	return key.Encoding == schema.Plain && len(key.RenamedFrom) == 0
}

// isStateCall reports whether a call is one of a state's own Get or Set, on
// something that can be handed to generated code.
func (p *Rewriter) isStateCall(call *ast.CallExpr) bool {
	sel := flow.SelectorOf(call)
	if sel == nil || p.Index.Function(call) == nil {
		return false
	}
	return hasMethods(p.TypesInfo.TypeOf(sel.X), "Get", "All", sel.Sel.Name) && p.IsState(p.TypesInfo.TypeOf(sel.X))
}

// hasMethods reports whether a value of a type, not only a variable of it, has
// methods.
func hasMethods(t types.Type, names ...string) bool {
	if t == nil {
		return false
	}
	for _, name := range names { // a set of all methods of generated code is large
		obj, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
		if _, ok := obj.(*types.Func); !ok {
			return false
		}
	}
	return true
}

// accessorCall is a call of a state that an accessor may take the place of.
type accessorCall struct {
	*Rewriter
	key    *schema.Key
	call   *ast.CallExpr
	params []ast.Expr
	path   []ast.Node // from the call outwards
}

// write is the call of an accessor up to its last argument, with the edits that
// import its package. Constructor is Of or Read.
func (a *accessorCall) write(constructor, method string) (string, []diag.Edit, bool) {
	name, edits, reason := a.generatedName(a.Span(a.call), constructor)
	if reason != "" {
		return "", nil, false
	}
	var args []string
	for _, param := range a.params {
		args = append(args, a.Source(param))
	}
	return name + "(" + a.Source(flow.SelectorOf(a.call).X) + ")." + method + "(" + strings.Join(args, ", "), edits, true
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
	text, edits, ok := a.write("Of", method)
	if !ok || !a.plainBetween(value.Pos()) {
		return diag.Fix{}, false
	}
	if len(a.params) > 0 {
		text += ", "
	}
	at := a.Span(a.call)
	at.End = a.Span(value).Start
	return diag.Fix{
		Message: "write the accessor " + method,
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
		want := scalarNames[a.key.Type.Kind]
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

// scalarNames are the Go types of the kinds that are stored as they are, and of
// those that an accessor only reads.
var scalarNames = map[schema.Kind]string{
	schema.String: "string", schema.Bool: "bool", schema.Int: "int", schema.Int64: "int64", schema.Float: "float64",
	schema.Time: "time.Time", schema.Duration: "time.Duration",
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

// plainBetween reports whether the call stands on one line as far as it is
// replaced, without comments.
func (a *accessorCall) plainBetween(end token.Pos) bool {
	return a.noComments(a.call.Pos(), end) && a.sameLine(flow.SelectorOf(a.call).X.End(), end)
}

func (p *Rewriter) sameLine(a, b token.Pos) bool {
	return p.Fset.Position(a).Line == p.Fset.Position(b).Line
}

// noComments reports whether no comment stands between two places of a file.
func (p *Rewriter) noComments(from, to token.Pos) bool {
	f := p.FileOf(from)
	return f != nil && !slices.ContainsFunc(f.Comments, func(c *ast.CommentGroup) bool { return from <= c.Pos() && c.End() <= to })
}
