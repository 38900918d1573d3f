package statelint

import (
	"go/ast"
	"go/constant"
	"go/types"
)

// note is what the code around a read says about the value. It goes along with
// the key to where that is known.
type note struct {
	id             int
	types, decoded []types.Type
	compared       []types.Type // of what the value is compared with, which says less
	presence       Presence
	ends           bool // the code does not go on when the key is missing
	floats         bool // whole numbers are turned into floats
	fallback       constant.Value
	fallbackFrom   *types.Var          // the parameter that is the fallback
	fallbackParam  int                 // its number in the wrapper, from 1, for other packages
	holders        map[*types.Var]bool // variables of the function that hold the value
}

// at is the note where the wrapper that it was made in is called: type
// parameters and a fallback that is a parameter become what the call gives.
func (n *note) at(p *pass, call *ast.CallExpr) *note {
	if fn := p.calledElsewhere(call); fn != nil {
		p.answered(fn)
	}
	if n == nil || call == nil {
		return n
	}
	out := *n
	out.types, out.decoded = p.instantiated(n.types, call), p.instantiated(n.decoded, call)
	if arg := n.fallbackArgument(p, call); arg != nil {
		out.fallback = p.TypesInfo.Types[arg].Value
		out.fallbackFrom, out.fallbackParam = nil, 0
		if v := p.index.variable(arg); v != nil {
			out.fallbackFrom = v
		}
	}
	return &out
}

// calledElsewhere is the function of another package that is called.
func (p *pass) calledElsewhere(call *ast.CallExpr) *types.Func {
	if call == nil || p.collector == nil {
		return nil
	}
	if fn := p.index.function(call); fn != nil && fn.Pkg() != p.Pkg {
		return fn
	}
	return nil
}

func (n *note) fallbackArgument(p *pass, call *ast.CallExpr) ast.Expr {
	i := n.fallbackParam - 1
	if n.fallbackFrom != nil {
		if at, ok := p.index.params[n.fallbackFrom]; ok {
			i = at.at
		}
	}
	if i < 0 || i >= len(call.Args) {
		return nil
	}
	return call.Args[i]
}

// portable is the note without what only its own package can look up.
func (n *note) portable(p *pass) *note {
	if n == nil || n.fallbackFrom == nil {
		return n
	}
	out := *n
	if at, ok := p.index.params[n.fallbackFrom]; ok {
		out.fallbackParam = at.at + 1
	}
	out.fallbackFrom = nil
	return &out
}

// instantiated replaces the type parameters of a called function.
func (p *pass) instantiated(list []types.Type, call *ast.CallExpr) []types.Type {
	out := make([]types.Type, 0, len(list))
	for _, t := range list {
		if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
			t = p.typeArgument(tp, call)
		}
		if t != nil {
			out = append(out, t)
		}
	}
	return out
}

func (p *pass) typeArgument(tp *types.TypeParam, call *ast.CallExpr) types.Type {
	fun := ast.Unparen(call.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = ast.Unparen(f.X)
	case *ast.IndexListExpr:
		fun = ast.Unparen(f.X)
	}
	id, ok := fun.(*ast.Ident)
	if sel, isSel := fun.(*ast.SelectorExpr); isSel {
		id, ok = sel.Sel, true
	}
	if !ok {
		return nil
	}
	args := p.TypesInfo.Instances[id].TypeArgs
	if args == nil || tp.Index() >= args.Len() {
		return nil
	}
	return args.At(tp.Index())
}
