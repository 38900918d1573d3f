package evidence

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// copies reports whether all that an expression can be was read under a key, or is empty:
// who sets the key to it gives it no value of its own. Of lists and maps nobody knows
// whether they were changed.
func (c *Collector) copies(e ast.Expr, wire string) bool {
	t := &copyTrail{Collector: c, wire: wire}
	return e != nil && t.from(e, 0) && t.read
}

type copyTrail struct {
	*Collector
	wire string
	read bool // something was
}

func (t *copyTrail) from(e ast.Expr, depth int) bool {
	e = ast.Unparen(e)
	if depth > flow.MaxDepth {
		return false
	}
	switch e := e.(type) {
	case *ast.TypeAssertExpr:
		return e.Type != nil && framework.IsStringKind(t.TypesInfo.TypeOf(e.Type)) && t.from(e.X, depth+1)
	case *ast.CallExpr:
		return t.call(e, depth)
	case *ast.IndexExpr:
		if t.IsStateMapExpr(e.X) && t.isKey(t.Eval(e.Index)) {
			t.read = true
			return true
		}
	case *ast.Ident:
		return flow.IsZero(e) || t.variable(e, depth)
	}
	return flow.IsZero(e)
}

func (t *copyTrail) isKey(key flow.Text) bool { return key.Known() && key.String() == t.wire }

// call follows a read, a conversion, and what makes a text of one value.
func (t *copyTrail) call(call *ast.CallExpr, depth int) bool {
	if r, ok := t.ReadCall(call); ok {
		t.read = true
		return t.isKey(r.Key)
	}
	if len(call.Args) != 1 || !framework.IsStringKind(t.TypesInfo.TypeOf(call)) {
		return false
	}
	fn := t.Index.Function(call)
	ofAny := fn != nil && fn.Signature().Params().Len() == 1 && framework.IsAny(fn.Signature().Params().At(0).Type())
	if fn == nil && !t.TypesInfo.Types[call.Fun].IsType() || fn != nil && !ofAny && !strings.HasPrefix(fn.FullName(), "strings.") {
		return false
	}
	return t.from(call.Args[0], depth+1)
}

// variable follows all that a local variable may hold: a text, or a value that is only compared
// and handed on.
func (t *copyTrail) variable(id *ast.Ident, depth int) bool {
	v := t.Index.Variable(id)
	if v == nil || v.IsField() || v.Parent() == t.Pkg.Scope() || !framework.IsStringKind(v.Type()) && !framework.IsAny(v.Type()) {
		return false
	}
	if _, isParam := t.Index.Params[v]; isParam || framework.IsAny(v.Type()) && t.opened(v) {
		return false
	}
	for _, d := range t.Index.Defs[v] {
		if d.Kind != flow.ValueDef && (d.Kind != flow.ResultDef || d.Result != 0) || !t.from(d.Expr, depth+1) {
			return false
		}
	}
	return true
}

// opened reports whether what is in an interface is taken out as something else than a text,
// and may be changed in place.
func (t *copyTrail) opened(v *types.Var) (found bool) {
	file := t.FileOf(v.Pos())
	if file == nil {
		return true
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if a, ok := n.(*ast.TypeAssertExpr); ok && t.Index.Variable(a.X) == v {
			found = found || a.Type == nil || !framework.IsStringKind(t.TypesInfo.TypeOf(a.Type))
		}
		return !found
	})
	return found
}
