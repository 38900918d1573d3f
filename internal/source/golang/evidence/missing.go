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
		if ast.Unparen(d.Expr) != ast.Unparen(x) && d.Kind == follow.ValueDef && !r.derived(n, d.Expr) {
			others = append(others, d.Expr)
		}
	}
	r.setFallback(n, others)
}

// replaced finds the constant that the variable of a read gets itself when the
// key is missing.
func (r *reader) replaced(n *note, value, e ast.Expr) {
	v := r.Index.Variable(value)
	if v == nil || v.IsField() {
		return
	}
	var others []ast.Expr
	for _, d := range r.Index.Defs[v] {
		before, ok := r.Reaching(v, d.Pos)
		if ok && d.Kind == follow.ValueDef && ast.Unparen(before.Expr) == ast.Unparen(e) && !r.TypesInfo.Types[d.Expr].IsNil() {
			others = append(others, d.Expr)
		}
	}
	if r.setFallback(n, others); len(others) > 0 && n.fallback != nil && len(n.types)+len(n.decoded) == 0 {
		n.add(types.Default(r.TypesInfo.TypeOf(others[0])))
	}
}

// derived reports whether an expression is the value that was read, in a type
// that it is taken for.
func (r *reader) derived(n *note, e ast.Expr) bool {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 && r.TypesInfo.Types[call.Fun].IsType() {
		e = ast.Unparen(call.Args[0])
	}
	if _, ok := e.(*ast.TypeAssertExpr); ok {
		return true
	}
	v := r.Index.Variable(e)
	return v != nil && n.holders[v]
}

// setFallback takes the one constant, or parameter, among what a value may be
// instead.
func (r *reader) setFallback(n *note, others []ast.Expr) {
	if n.ends {
		return // no value is missing here
	}
	var value constant.Value
	for _, e := range others {
		if v := r.Index.Variable(e); v != nil && len(others) == 1 {
			if at, ok := r.Index.Params[v]; ok && at.Fn != nil {
				n.tolerate()
				n.fallbackParam = at.At + 1
				return
			}
		}
		c := r.TypesInfo.Types[e].Value
		if c == nil || value != nil && !constant.Compare(value, token.EQL, c) {
			return
		}
		value = c
	}
	if value != nil && n.fallback == nil {
		n.tolerate()
		n.fallback = value
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
// its i-th result.
func (r *reader) returnFallback(n *note, here *ast.ReturnStmt, i int) {
	body := r.functionBody(here)
	if body == nil {
		return
	}
	var others []ast.Expr
	for _, ret := range follow.Returns(body) {
		if i >= len(ret.Results) {
			return
		}
		if len(ret.Results) > 1 && !r.succeeds(ret) {
			if t := r.TypesInfo.TypeOf(ret.Results[len(ret.Results)-1]); t != nil && !framework.IsError(t) && !r.TypesInfo.Types[ret.Results[len(ret.Results)-1]].IsNil() {
				n.tolerate() // return "", false
			}
			continue
		}
		if e := ret.Results[i]; r.TypesInfo.Types[e].Value != nil || r.isParameter(e) {
			others = append(others, e)
		}
	}
	r.setFallback(n, others)
}

// succeeds reports whether the last result of a return is no error and not
// false.
func (r *reader) succeeds(ret *ast.ReturnStmt) bool {
	last := r.TypesInfo.Types[ret.Results[len(ret.Results)-1]]
	if last.IsNil() {
		return true
	}
	return last.Value != nil && last.Value.Kind() == constant.Bool && constant.BoolVal(last.Value)
}

// switchFallback looks at what a type switch of int and float64 goes to.
func (r *reader) switchFallback(n *note, stmt *ast.TypeSwitchStmt) {
	for _, s := range stmt.Body.List {
		v, ok := r.TypesInfo.Implicits[s].(*types.Var)
		if !ok {
			continue
		}
		for _, id := range r.uses[v] {
			r.goesTo(n, id)
		}
	}
}
