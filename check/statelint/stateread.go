package statelint

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
)

// read is a value that comes out of a state: the text of its key, and the
// expression that gives it.
type read struct {
	key text
	e   ast.Expr
	pos token.Pos // tells reads apart

	wrapper *types.Func // if it is a read only when the parameter given of this is a state
	given   int
}

// readOf returns the read that an expression has its value from.
func (p *Values) readOf(e ast.Expr, depth int) (read, bool) {
	e = ast.Unparen(e)
	if depth > maxDepth {
		return read{}, false
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		return p.readCall(e)
	case *ast.IndexExpr:
		if p.isStateMapExpr(e.X) {
			return read{key: p.eval(e.Index), e: e.Index, pos: e.Pos()}, true
		}
	case *ast.Ident:
		v := p.index.variable(e)
		if v == nil {
			return read{}, false
		}
		d, ok := p.reaching(v, e.Pos())
		if !ok || d.kind != isValue && (d.kind != isResult || d.result != 0) {
			return read{}, false
		}
		return p.readOf(d.expr, depth+1)
	}
	return read{}, false
}

// reaching returns the assignment to a variable that holds at a place: the
// last one before it, in a block around it.
func (p *Values) reaching(v *types.Var, at token.Pos) (def, bool) {
	if _, isParam := p.index.params[v]; isParam || v.IsField() || v.Parent() == p.Pkg.Scope() {
		return def{}, false
	}
	var best def
	for _, d := range p.index.defs[v] {
		scope := p.Pkg.Scope().Innermost(d.pos)
		if d.pos < at && d.pos > best.pos && scope != nil && scope.Contains(at) {
			best = d
		}
	}
	return best, best.expr != nil
}

// readCall is a call of a state's Get, or of a function that returns what a
// Get returned.
func (p *Values) readCall(call *ast.CallExpr) (read, bool) {
	fn := p.index.function(call)
	if fn == nil {
		return read{}, false
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && fn.Name() == "Get" && len(call.Args) == 1 &&
		fn.Signature().Recv() != nil && framework.IsGet(fn.Signature()) {
		r := read{key: p.eval(call.Args[0]), e: call.Args[0], pos: call.Pos()}
		if p.isState(p.TypesInfo.TypeOf(sel.X)) {
			return r, true
		}
		if r.wrapper, r.given = p.perhapsState(sel.X); r.wrapper != nil {
			return r, true
		}
	}
	if key, ok := p.getterKey(fn); ok {
		portable, ok := p.portable(key, fn)
		return read{key: p.evaluator().fill(portable, call), e: call, pos: call.Pos()}, ok
	}
	if f := new(getterFact); p.importFact(fn, f) {
		return read{key: p.evaluator().fill(f.Key, call), e: call, pos: call.Pos()}, true
	}
	return read{}, false
}

// getterKey returns the key whose value a function of this package returns
// first.
func (p *Values) getterKey(fn *types.Func) (text, bool) {
	if key, ok := p.getters[fn]; ok {
		return key, key != nil
	}
	p.getters[fn] = nil // while it is looked at: it may call itself
	body := p.index.bodies[fn]
	if body == nil || body.Body == nil || fn.Signature().Results().Len() == 0 || !framework.IsAny(fn.Signature().Results().At(0).Type()) {
		return nil, false
	}
	var key text
	for _, ret := range returns(body.Body) {
		if len(ret.Results) == 0 || isZero(ret.Results[0]) {
			continue
		}
		r, ok := p.readOf(ret.Results[0], 0)
		if !ok || r.wrapper != nil || key != nil && key.string() != r.key.string() {
			return nil, false
		}
		key = r.key
	}
	p.getters[fn] = key
	return key, key != nil
}

type assertedRead struct {
	read
	types  []ast.Expr
	shapes []framework.Shape
}

// resolved follows a local variable to the expression it was given.
func (p *Values) resolved(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	id, ok := e.(*ast.Ident)
	if !ok {
		return e
	}
	v := p.index.variable(id)
	if v == nil {
		return e
	}
	if d, ok := p.reaching(v, id.Pos()); ok && d.kind == isValue {
		return ast.Unparen(d.expr)
	}
	return e
}
