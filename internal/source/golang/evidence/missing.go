package evidence

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// fallbackOf finds the constant that a variable holds when it is not given
// the value x.
func (r *reader) fallbackOf(n *note, lhs, x ast.Expr) {
	v := r.Index.Variable(lhs)
	if v == nil || v.IsField() {
		return
	}
	var others []ast.Expr
	for _, d := range r.Index.Defs[v] {
		if ast.Unparen(d.Expr) != ast.Unparen(x) && d.Kind == follow.ValueDef {
			others = append(others, d.Expr)
		}
	}
	r.setFallback(n, others)
}

// setFallback takes the one constant, or else the parameter, among what a value may be
// instead.
func (r *reader) setFallback(n *note, others []ast.Expr) {
	if n.ends || n.fallback != nil {
		return // no value is missing here
	}
	var value constant.Value
	var typ types.Type
	param := 0
	for _, e := range others {
		if at, ok := r.Index.Params[r.Index.Variable(e)]; ok && at.Fn != nil {
			param = at.At + 1
		}
		c := r.TypesInfo.Types[e].Value
		switch {
		case c == nil:
			continue
		case value != nil && !constant.Compare(value, token.EQL, c):
			return
		}
		value, typ = c, types.Default(r.TypesInfo.TypeOf(e))
	}
	if value == nil && param == 0 {
		return
	}
	n.tolerate()
	n.fallback, n.fallbackParam = value, param
	if value != nil && len(n.types)+len(n.decoded) == 0 {
		n.add(typ)
	}
}

// goesTo looks where the typed value x goes: into a variable that had a value
// before, or out of a function that otherwise returns a constant.
func (r *reader) goesTo(n *note, x ast.Expr) {
	p, child := r.parent(x)
	if call, ok := p.(*ast.CallExpr); ok && r.TypesInfo.Types[call.Fun].IsType() {
		p, child = r.parent(call)
	}
	switch p := p.(type) {
	case *ast.AssignStmt:
		for i := range p.Rhs {
			if p.Rhs[i] == child && len(p.Lhs) == len(p.Rhs) && p.Tok == token.ASSIGN {
				r.fallbackOf(n, p.Lhs[i], p.Rhs[i])
			}
		}
	case *ast.ReturnStmt:
		for i := range p.Results {
			if p.Results[i] == child {
				r.returnFallback(n, p, i)
			}
		}
	}
}

// returnFallback looks at what a function returns instead of the value, as
// its i-th result. What it returns with an error, or false, says nothing.
func (r *reader) returnFallback(n *note, here *ast.ReturnStmt, i int) {
	_, body := r.function(here)
	var others []ast.Expr
	for _, ret := range follow.Returns(body) {
		if i >= len(ret.Results) {
			return
		}
		last := ret.Results[len(ret.Results)-1]
		switch status := r.TypesInfo.Types[last]; {
		case len(ret.Results) == 1, status.IsNil(), isTrue(status.Value):
			others = append(others, ret.Results[i])
		case !framework.IsError(status.Type):
			n.tolerate() // return "", false
		}
	}
	r.setFallback(n, others)
}

func isTrue(v constant.Value) bool {
	return v != nil && v.Kind() == constant.Bool && constant.BoolVal(v)
}
