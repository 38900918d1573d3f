package evidence

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
)

// note is what the code around a read says about the value. It goes along with
// the key to where that is known.
type note struct {
	id             int
	types, decoded []types.Type
	compared       []types.Type // of what the value is compared with, which says less
	presence       source.Presence
	ends           bool // the code does not go on when the key is missing
	fallback       constant.Value
	fallbackParam  int // the number, from 1, of the wrapper's parameter that is the fallback
}

// ID tells notes apart.
func (n *note) ID() int { return n.id }

// At is the note where the wrapper that it was made in is called: type
// parameters and a fallback that is a parameter become what the call gives.
func (n *note) At(p *follow.Package, call *ast.CallExpr) follow.Note {
	out := *n
	out.types, out.decoded = instantiated(p, n.types, call), instantiated(p, n.decoded, call)
	if i := n.fallbackParam - 1; i >= 0 && i < len(call.Args) {
		out.fallback, out.fallbackParam = p.TypesInfo.Types[call.Args[i]].Value, 0
		if at, ok := p.Index.Params[p.Index.Variable(call.Args[i])]; ok {
			out.fallbackParam = at.At + 1
		}
	}
	return &out
}

// instantiated replaces the type parameters of a called function.
func instantiated(p *follow.Package, list []types.Type, call *ast.CallExpr) []types.Type {
	out := make([]types.Type, 0, len(list))
	for _, t := range list {
		if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
			t = typeArgument(p, tp, call)
		}
		if t != nil {
			out = append(out, t)
		}
	}
	return out
}

func typeArgument(p *follow.Package, tp *types.TypeParam, call *ast.CallExpr) types.Type {
	for n := range ast.Preorder(call.Fun) {
		id, _ := n.(*ast.Ident)
		if args := p.TypesInfo.Instances[id].TypeArgs; args.Len() > tp.Index() {
			return args.At(tp.Index())
		}
	}
	return nil
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
	n.fallback, n.fallbackParam = nil, 0
}
