package flow

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
	v := p.Index.Variable(x)
	if v == nil || !types.IsInterface(v.Type()) || p.IsState(v.Type()) {
		return nil, 0
	}
	at := p.Index.Params[v]
	if at.Fn == nil || !at.Fn.Exported() {
		return nil, 0
	}
	return at.Fn, at.At + 1
}
