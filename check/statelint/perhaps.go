package statelint

import (
	"go/ast"
	"go/types"
)

// An interface such as
//
//	type Getter interface { Get(key string) (any, error) }
//
// says nothing of states. Where no state is passed as one in its own package,
// a function that calls it with a key from its caller is described to other
// packages with the parameter that has to be a state.

// perhapsState returns which parameter, from 1, has to be a state for a Get or
// Set to be one of a state, and the function it belongs to.
func (p *pass) perhapsState(x ast.Expr) (*types.Func, int) {
	v := p.index.variable(x)
	if v == nil || !types.IsInterface(v.Type()) || p.isState(v.Type()) {
		return nil, 0
	}
	at := p.index.params[v]
	if at.fn == nil || !at.fn.Exported() {
		return nil, 0
	}
	return at.fn, at.at + 1
}

// exportPerhaps notes that a parameter of fn is a key of its parameter given.
func (p *pass) exportPerhaps(s sink, t text, fn *types.Func, given int) {
	holes := t.holes()
	if len(holes) != 1 {
		return
	}
	at, ok := p.index.params[t[holes[0]].source]
	if !ok || at.fn != fn {
		return
	}
	s.Before, s.After = t[:holes[0]].placeless(), t[holes[0]+1:].placeless()
	out := p.exportSink(s, fn, at.at+1)
	out.Given = given
	p.paramSinks[fn] = append(p.paramSinks[fn], out)
}

// given reports whether a call gives a state to the parameter that a sink
// depends on.
func (p *pass) given(e exportedSink, call *ast.CallExpr) bool {
	return e.Given == 0 || e.Given <= len(call.Args) && p.isState(p.TypesInfo.TypeOf(call.Args[e.Given-1]))
}
