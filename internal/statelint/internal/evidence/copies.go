package evidence

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/follow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// copies reports whether all that an expression can be was read under a key, or is empty:
// who sets the key to it gives it no value of its own. Of lists and maps nobody knows
// whether they were changed.
func (c *Collector) copies(e ast.Expr, wire string) bool {
	if e == nil {
		return false
	}
	changed, read := false, false
	f := c.packages.Follower()
	f.Step = c.unchanged
	f.Seen = func(v follow.Value) { changed = changed || c.mayChange(v.Expr) }
	terms := f.Follow(follow.Value{Expr: e, Pkg: c.Values})
	other := slices.ContainsFunc(terms, func(t follow.Value) bool {
		key, isRead := c.keyOf(t.Expr)
		if read = read || isRead; isRead {
			return key.String() != wire
		}
		return !flow.IsZero(t.Expr)
	})
	return read && !changed && !other
}

// unchanged looks through what makes a text of one value, and no other call.
func (c *Collector) unchanged(_ follow.Value, call *ast.CallExpr) (ast.Expr, bool) {
	fn := c.Index.Function(call)
	if fn == nil || len(call.Args) != 1 || !framework.IsStringKind(c.TypesInfo.TypeOf(call)) {
		return nil, true
	}
	params := fn.Signature().Params()
	ofAny := params.Len() == 1 && framework.IsAny(params.At(0).Type())
	if _, isRead := c.ReadCall(call); isRead || !ofAny && !strings.HasPrefix(fn.FullName(), "strings.") {
		return nil, true
	}
	return call.Args[0], false
}

// keyOf is the key that an expression reads.
func (c *Collector) keyOf(e ast.Expr) (flow.Text, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		r, ok := c.ReadCall(e)
		return r.Key, ok
	case *ast.IndexExpr:
		if c.IsStateMapExpr(e.X) {
			return c.Eval(e.Index), true
		}
	}
	return nil, false
}

// mayChange reports whether a value on the way may be another one: it is taken for something else than a
// text, or held where others may get at it.
func (c *Collector) mayChange(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.TypeAssertExpr:
		return e.Type == nil || !framework.IsStringKind(c.TypesInfo.TypeOf(e.Type))
	case *ast.CallExpr:
		return c.TypesInfo.Types[e.Fun].IsType() && !framework.IsStringKind(c.TypesInfo.TypeOf(e))
	case *ast.Ident, *ast.SelectorExpr:
		v := c.Index.Variable(e)
		if v == nil {
			return false
		}
		isText, isOwn := framework.IsStringKind(v.Type()), !v.IsField() && v.Parent() != c.Pkg.Scope()
		return !isOwn || !isText && (!framework.IsAny(v.Type()) || c.opened(v))
	}
	return false
}

// opened reports whether what is in an interface is taken out as something else than a text,
// and may be changed in place.
func (c *Collector) opened(v *types.Var) (found bool) {
	file := c.FileOf(v.Pos())
	if file == nil {
		return true
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if a, ok := n.(*ast.TypeAssertExpr); ok && c.Index.Variable(a.X) == v {
			found = found || a.Type == nil || !framework.IsStringKind(c.TypesInfo.TypeOf(a.Type))
		}
		return !found
	})
	return found
}
