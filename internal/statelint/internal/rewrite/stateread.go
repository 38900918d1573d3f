package rewrite

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/schema"
)

// stateRead is v, err := st.Get("city") with what becomes of v: the shape that
// tells whether a getter would do the same.
type stateRead struct {
	*accessorCall
	typ    string // that the getter returns
	assign *ast.AssignStmt
	v, err *ast.Ident
	uses   []*ast.Ident // of v
	edits  []diag.Edit
	types  []ast.Expr // of the assertions that the getter makes needless
}

// read looks at the statement of a call.
func (a *accessorCall) read() (*stateRead, bool) {
	typ := scalarName(a.key.Type.Kind)
	results := []string{typ, "error"}
	if a.key.Optional {
		results = []string{typ, "bool", "error"}
	}
	params := slices.Repeat([]string{"string"}, len(a.params))
	assign, ok := a.path[1].(*ast.AssignStmt)
	if typ == "" || !ok || !a.code.Funcs[a.code.GoName(a.key)].Is(params, results) || len(a.path) < 4 ||
		assign.Tok != token.DEFINE || len(assign.Lhs) != 2 || len(assign.Rhs) != 1 || ast.Unparen(assign.Rhs[0]) != a.call {
		return nil, false
	}
	r := &stateRead{accessorCall: a, typ: typ, assign: assign}
	r.v, _ = assign.Lhs[0].(*ast.Ident)
	r.err, _ = assign.Lhs[1].(*ast.Ident)
	if r.v == nil || r.err == nil || a.TypesInfo.Defs[r.v] == nil || flow.IsBlank(r.v) {
		return nil, false
	}
	r.uses = a.usesOf(a.TypesInfo.Defs[r.v])
	return r, len(r.uses) > 0 && a.plainBetween(a.call.End())
}

func (p *Rewriter) usesOf(obj types.Object) []*ast.Ident {
	var list []*ast.Ident
	f := p.FileOf(obj.Pos())
	if f == nil {
		return nil
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && p.TypesInfo.Uses[id] == obj {
			list = append(list, id)
		}
		return true
	})
	return list
}

// call is the accessor's call; the edits that it needs are added.
func (r *stateRead) accessor() (string, bool) {
	constructor := "Read"
	if hasMethods(r.TypesInfo.TypeOf(flow.SelectorOf(r.call).X), "Set") {
		constructor = "Of"
	}
	text, edits, ok := r.write(constructor, r.code.GoName(r.key))
	r.edits = append(r.edits, edits...)
	return text + ")", ok
}

func (r *stateRead) replace(from, to token.Pos, text string) bool {
	f := r.Fset.File(from)
	r.edits = append(r.edits, diag.Edit{
		Span:    diag.Span{File: r.Sources.Name(f.Name()), Start: f.Offset(from), End: f.Offset(to)},
		NewText: text,
	})
	return r.noComments(from, to)
}

// define writes the getter's results in place of those of Get: the value under
// a name, for an optional key whether it is set, and the error.
func (r *stateRead) define(value, ok, err string, to token.Pos, rest string) bool {
	call, fits := r.accessor()
	names := value + ", "
	if r.key.Optional {
		names += ok + ", "
	}
	return fits && r.replace(r.assign.Pos(), to, names+err+" := "+call+rest)
}

// siblings are the statements around the n-th node outwards from the call.
func (r *stateRead) siblings(n int) (list []ast.Stmt, at int) {
	if n+1 >= len(r.path) {
		return nil, 0
	}
	switch block := r.path[n+1].(type) {
	case *ast.BlockStmt:
		list = block.List
	case *ast.CaseClause:
		list = block.Body
	case *ast.CommClause:
		list = block.Body
	}
	return list, slices.IndexFunc(list, func(s ast.Stmt) bool { return s == r.path[n] })
}

func (r *stateRead) inIf() bool {
	outer, ok := r.path[2].(*ast.IfStmt)
	return ok && outer.Init == r.assign
}

// asserted returns the assertion x, ok := v.(T), or x := v.(T), that a
// statement is, if T is the getter's type.
func (r *stateRead) asserted(s ast.Stmt) (names []*ast.Ident, assertion *ast.TypeAssertExpr) {
	assign, ok := s.(*ast.AssignStmt)
	if !ok || assign.Tok != token.DEFINE || len(assign.Rhs) != 1 {
		return nil, nil
	}
	assertion = r.assertion(assign.Rhs[0])
	for _, lhs := range assign.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok {
			return nil, nil
		}
		names = append(names, id)
	}
	if assertion == nil || flow.IsBlank(names[0]) {
		return nil, nil
	}
	return names, assertion
}

// assertion returns an expression if it is v.(T) with the getter's type.
func (r *stateRead) assertion(e ast.Expr) *ast.TypeAssertExpr {
	x, ok := ast.Unparen(e).(*ast.TypeAssertExpr)
	if !ok || x.Type == nil || !r.isV(x.X) {
		return nil
	}
	if types.TypeString(r.TypesInfo.TypeOf(x.Type), nil) != r.typ {
		return nil
	}
	return x
}

func (r *stateRead) isV(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && slices.Contains(r.uses, id)
}

// assertEach replaces every v.(T) by v, or, if the only one is x := v.(T) at
// the given place, names the getter's result x and drops the statement. It
// returns the name of the result. Others counts the uses of v that are none.
func (r *stateRead) assertEach(first ast.Stmt, after token.Pos, others int) (string, bool) {
	if names, x := r.asserted(first); len(names) == 1 && len(r.uses) == 1+others && names[0].Name != r.err.Name &&
		!r.mentions(names[0].Name, r.assign.Pos(), first.Pos()) && r.noComments(after, first.Pos()) {
		r.types = append(r.types, x.Type)
		return names[0].Name, r.replace(after, first.End(), "")
	}
	var list []*ast.TypeAssertExpr
	ast.Inspect(r.FileOf(r.call.Pos()), func(n ast.Node) bool {
		if e, ok := n.(*ast.TypeAssertExpr); ok {
			_, commaOK := r.TypesInfo.TypeOf(e).(*types.Tuple)
			if x := r.assertion(e); x != nil && !commaOK {
				list = append(list, x)
			}
		}
		return true
	})
	if len(list)+others != len(r.uses) {
		return "", false
	}
	for _, x := range list {
		r.types = append(r.types, x.Type)
		if !r.replace(x.Pos(), x.End(), r.v.Name) {
			return "", false
		}
	}
	return r.v.Name, true
}

// mentions reports whether a name is between two places.
func (r *stateRead) mentions(name string, from, to token.Pos) bool {
	found := false
	ast.Inspect(r.FileOf(from), func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name && from <= id.Pos() && id.Pos() < to
		return !found
	})
	return found
}

// freeName is one for whether a key is set, which nothing around uses.
func (r *stateRead) freeName() (string, bool) {
	d := r.path[len(r.path)-2] // the declaration
	for _, name := range []string{"ok", "isSet", "found"} {
		if !r.mentions(name, d.Pos(), d.End()) {
			return name, true
		}
	}
	return "", false
}

// isErrCheck reports whether a condition is err != nil, or == nil.
func (r *stateRead) isErrCheck(cond ast.Expr, op token.Token) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op != op || !r.TypesInfo.Types[b.Y].IsNil() {
		return false
	}
	id, ok := ast.Unparen(b.X).(*ast.Ident)
	return ok && id.Name == r.err.Name
}

// terminates reports whether a branch never goes on behind itself.
func terminates(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	switch last := body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok == token.CONTINUE || last.Tok == token.BREAK
	}
	return false
}

// isZeroDefault reports whether the key's default is what a failed comma-ok
// gives.
func isZeroDefault(key *schema.Key) bool {
	switch key.Default.Data {
	case "", false, int64(0), float64(0):
		return true
	}
	return false
}

// isDefault reports whether a constant is the key's default.
func (r *stateRead) isDefault(v constant.Value) bool {
	if v == nil {
		return false
	}
	switch want := r.key.Default.Data.(type) {
	case string:
		return v.Kind() == constant.String && constant.StringVal(v) == want
	case bool:
		return v.Kind() == constant.Bool && constant.BoolVal(v) == want
	case int64:
		got, exact := constant.Int64Val(constant.ToInt(v))
		return exact && got == want
	case float64:
		got, _ := constant.Float64Val(constant.ToFloat(v))
		return got == want
	}
	return false
}
