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
func (p *Values) perhapsState(x ast.Expr) (*types.Func, int) {
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
