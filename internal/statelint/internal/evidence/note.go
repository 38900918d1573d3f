package evidence

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
)

// note is what the code around a read says about the value. It goes along with
// the key to where that is known.
type note struct {
	id             int
	types, decoded []types.Type
	compared       []types.Type // of what the value is compared with, which says less
	presence       source.Presence
	ends           bool // the code does not go on when the key is missing
	floats         bool // whole numbers are turned into floats
	fallback       constant.Value
	fallbackFrom   *types.Var          // the parameter that is the fallback
	fallbackParam  int                 // its number in the wrapper, from 1, for other packages
	holders        map[*types.Var]bool // variables of the function that hold the value
}

// ID tells notes apart.
func (n *note) ID() int { return n.id }

// NoteAt is the note where the wrapper that it was made in is called: type
// parameters and a fallback that is a parameter become what the call gives.
func (c *Collector) NoteAt(of flow.Note, call *ast.CallExpr) flow.Note {
	n := of.(*note)
	out := *n
	out.types, out.decoded = c.instantiated(n.types, call), c.instantiated(n.decoded, call)
	if arg := c.fallbackArgument(n, call); arg != nil {
		out.fallback = c.TypesInfo.Types[arg].Value
		out.fallbackFrom, out.fallbackParam = nil, 0
		if v := c.Index.Variable(arg); v != nil {
			out.fallbackFrom = v
		}
	}
	return &out
}

func (c *Collector) fallbackArgument(n *note, call *ast.CallExpr) ast.Expr {
	i := n.fallbackParam - 1
	if n.fallbackFrom != nil {
		if at, ok := c.Index.Params[n.fallbackFrom]; ok {
			i = at.At
		}
	}
	if i < 0 || i >= len(call.Args) {
		return nil
	}
	return call.Args[i]
}

// PortableNote is the note without what only its own package can look up.
func (c *Collector) PortableNote(of flow.Note) flow.Note {
	n := of.(*note)
	if n.fallbackFrom == nil {
		return n
	}
	out := *n
	if at, ok := c.Index.Params[n.fallbackFrom]; ok {
		out.fallbackParam = at.At + 1
	}
	out.fallbackFrom = nil
	return &out
}

// instantiated replaces the type parameters of a called function.
func (c *Collector) instantiated(list []types.Type, call *ast.CallExpr) []types.Type {
	out := make([]types.Type, 0, len(list))
	for _, t := range list {
		if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
			t = c.typeArgument(tp, call)
		}
		if t != nil {
			out = append(out, t)
		}
	}
	return out
}

func (c *Collector) typeArgument(tp *types.TypeParam, call *ast.CallExpr) types.Type {
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
	args := c.TypesInfo.Instances[id].TypeArgs
	if args == nil || tp.Index() >= args.Len() {
		return nil
	}
	return args.At(tp.Index())
}

func (n *note) add(t types.Type) {
	if t != nil {
		n.types = append(n.types, t)
	}
}

func (n *note) tolerate() {
	if n.presence == source.PresenceUnknown && !n.ends {
		n.presence = source.Tolerated
	}
}

// settle notes what the code does. Where it ends, what it asks of the value
// afterwards says nothing of a missing key.
func (n *note) settle(found reaction) {
	switch found {
	case noReaction:
		return
	case goesOn:
		n.presence = source.Tolerated
		return
	case quits:
		n.presence = source.PresenceUnknown
	case complains:
		n.presence = source.Demanded
	}
	n.ends = true
	n.fallback, n.fallbackFrom = nil, nil
}
