package evidence

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// missingKey says what the code does when the key of a read is missing. Status
// is the error or the comma-ok of the read. Without an error, what the value
// itself is asked may still end the function.
func (r *reader) missingKey(n *note, value, e, status ast.Expr) {
	if id, ok := status.(*ast.Ident); ok && id.Name == "_" {
		if n.settle(r.valueReaction(value, e)); n.presence == source.PresenceUnknown && !n.ends {
			n.presence = source.Tolerated
		}
		return
	}
	v := r.Index.Variable(status)
	if v == nil {
		return
	}
	found := noReaction
	if !framework.IsError(v.Type()) {
		call, isCall := e.(*ast.CallExpr)
		if !isCall || !framework.IsEino(r.Index.Function(call)) {
			n.presence = source.Tolerated // comma-ok of a map
			return
		}
		for _, id := range r.usesOf(status, e) {
			found = max(found, r.guard(id, false))
		}
		n.settle(found)
		return
	}
	for _, id := range r.usesOf(status, e) {
		found = max(found, r.statusUse(id))
	}
	n.settle(found)
}

// statusUse looks at one use of a read's error.
func (r *reader) statusUse(id *ast.Ident) reaction {
	p, _ := r.parent(id)
	switch p := p.(type) {
	case *ast.CallExpr:
		switch {
		case !isErrorPredicate(r.Index.Function(p)):
		case r.asksForMissing(p):
			return r.guard(p, true)
		default:
			return goesOn // the missing key is told from other errors
		}
	case *ast.BinaryExpr:
		return r.comparison(p)
	}
	return noReaction
}

// asksForMissing reports whether a call asks whether an error is the one that
// a framework returns for a key that is missing.
func (r *reader) asksForMissing(call *ast.CallExpr) bool {
	if framework.RuntimeName(r.Index.Function(call)) == "IsMissing" {
		return true
	}
	return len(call.Args) == 2 && r.isMissingError(call.Args[1])
}

func (r *reader) isMissingError(e ast.Expr) bool {
	v := r.Index.Variable(e)
	return v != nil && (framework.Has(v, framework.MissingKey) || framework.RuntimeName(v) == "ErrMissing")
}

// isErrorPredicate reports whether a function tells one error from others, as
// errors.Is does, or isMissing(err error) bool.
func isErrorPredicate(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	isBool := func(t types.Type) bool { return framework.IsBasic(t, types.IsBoolean) }
	type tests = []func(types.Type) bool
	return fn.FullName() == "errors.Is" || framework.Fits(fn.Signature(), tests{framework.IsError}, tests{isBool})
}

// comparison looks at err == nil and err != nil.
func (r *reader) comparison(b *ast.BinaryExpr) reaction {
	switch {
	case r.TypesInfo.Types[b.X].IsNil() || r.TypesInfo.Types[b.Y].IsNil():
		return r.guard(b, b.Op == token.NEQ)
	case r.isMissingError(b.X) || r.isMissingError(b.Y):
		return r.guard(b, b.Op == token.EQL)
	}
	return goesOn
}

// valueReaction looks at what is asked of a value whose error nobody looks at:
// whether it is nil, and whether it has the type that it should.
func (r *reader) valueReaction(value, e ast.Expr) reaction {
	found := noReaction
	if p, _ := r.parent(e); value == nil {
		if x, ok := p.(*ast.TypeAssertExpr); ok {
			return r.assertedReaction(x)
		}
	}
	for _, id := range r.usesOf(value, e) {
		p, _ := r.parent(id)
		switch p := p.(type) {
		case *ast.BinaryExpr:
			if r.TypesInfo.Types[p.X].IsNil() || r.TypesInfo.Types[p.Y].IsNil() {
				found = max(found, r.guard(p, p.Op == token.EQL))
			}
		case *ast.TypeAssertExpr:
			found = max(found, r.assertedReaction(p))
		}
	}
	return found
}

// assertedReaction looks at the comma-ok of an assertion.
func (r *reader) assertedReaction(x *ast.TypeAssertExpr) reaction {
	_, ok := r.results(x)
	found := noReaction
	for _, id := range r.usesOf(ok, x) {
		found = max(found, r.guard(id, false))
	}
	return found
}
