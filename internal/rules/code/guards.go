package code

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// guards knows how values change in places, and where nobody else changes them.
// Only few packages are asked for it, so it looks at the syntax when it is.
type guards struct {
	*follow.Values
	looked   bool
	switched map[token.Pos]ast.Expr     // x of switch v := x.(type), by the place of v
	steps    map[*types.Var][]token.Pos // v++ and v += x
	guarded  []ast.Node                 // functions that are handed to an Update
}

func newGuards(v *follow.Values) *guards {
	return &guards{Values: v, switched: map[token.Pos]ast.Expr{}, steps: map[*types.Var][]token.Pos{}}
}

// look looks the package through, once.
func (f *guards) look() *guards {
	if f.looked {
		return f
	}
	f.looked = true
	for _, file := range f.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSwitchStmt:
				if a, ok := n.Assign.(*ast.AssignStmt); ok {
					f.switched[a.Lhs[0].Pos()] = follow.Switched(n)
				}
			case *ast.IncDecStmt:
				f.step(f.Index.Variable(n.X), n.Pos())
			case *ast.AssignStmt:
				if n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN {
					f.step(f.Index.Variable(n.Lhs[0]), n.Pos())
				}
			case *ast.CallExpr:
				f.guard(n)
			}
			return true
		})
	}
	return f
}

func (f *guards) step(v *types.Var, pos token.Pos) {
	if v != nil {
		f.steps[v] = append(f.steps[v], pos)
	}
}

// guard notes the functions that are handed to one whose name says that it
// runs them again when what they read has changed.
func (f *guards) guard(call *ast.CallExpr) {
	if follow.CalledName(call) != "Update" {
		return
	}
	for _, arg := range call.Args {
		if lit, ok := ast.Unparen(arg).(*ast.FuncLit); ok {
			f.guarded = append(f.guarded, lit)
		}
	}
}

// stepped reports whether a variable is counted up or down before a place.
func (f *guards) stepped(v *types.Var, at token.Pos) bool {
	for _, pos := range f.steps[v] {
		if pos < at {
			return true
		}
	}
	return false
}

func (f *guards) inGuarded(pos token.Pos) bool {
	for _, n := range f.guarded {
		if n.Pos() <= pos && pos < n.End() {
			return true
		}
	}
	return false
}

// mayBeGuarded reports whether a read of a state may be in the function of
// an Update, where nobody changes the key in between.
func (p *guards) mayBeGuarded(state ast.Expr, at token.Pos) bool {
	if p.look().inGuarded(at) {
		return true
	}
	root := p.stateRoot(state)
	if root == nil {
		return true
	}
	v := p.Index.Variable(root)
	if v == nil || !p.updatable(v.Type()) {
		return false
	}
	param, isParam := p.Index.Params[v]
	if !isParam || param.Fn == nil || param.Fn.Exported() || len(p.Index.Defs[v]) == 0 {
		return true
	}
	for _, d := range p.Index.Defs[v] {
		if p.look().inGuarded(d.Pos) || p.Index.Variable(p.stateRoot(d.Expr)) != nil {
			return true
		}
	}
	return false
}

// updatable reports whether a variable of a type may hold the state that
// Update hands to its function: our runtime's, or a generated one.
func (p *guards) updatable(t types.Type) bool {
	obj := framework.TypeName(t)
	return framework.RuntimeName(obj) == "State" || framework.RuntimeName(obj) == "ReadonlyState" || obj != nil && p.IsGenerated(obj)
}

// stateRoot is the state that generated code was handed: that of
// Of(ctx.State()) is ctx.State(). Nil if it is not known.
func (p *guards) stateRoot(e ast.Expr) ast.Expr {
	if e == nil {
		return nil
	}
	f := p.Follower()
	f.Ordered = true
	f.Step = func(_ follow.Value, call *ast.CallExpr) (ast.Expr, bool) {
		fn := p.Index.Function(call)
		if fn == nil || len(call.Args) == 0 || !p.IsGenerated(fn) {
			return nil, true
		}
		return call.Args[0], false
	}
	terms := f.Follow(follow.Value{Expr: e, Pkg: p.Values})
	if len(terms) != 1 {
		return nil
	}
	return terms[0].Expr
}
