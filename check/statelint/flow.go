package statelint

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
)

// flow is what only few packages are asked for: how values change in places.
type flow struct {
	switched map[token.Pos]ast.Expr     // x of switch v := x.(type), by the place of v
	steps    map[*types.Var][]token.Pos // v++ and v += x
	guarded  []ast.Node                 // functions that are handed to an Update
}

// flow looks the package through, once.
func (p *pass) flow() *flow {
	if p.flowed != nil {
		return p.flowed
	}
	f := &flow{switched: map[token.Pos]ast.Expr{}, steps: map[*types.Var][]token.Pos{}}
	p.flowed = f
	for _, file := range p.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSwitchStmt:
				if a, ok := n.Assign.(*ast.AssignStmt); ok {
					f.switched[a.Lhs[0].Pos()] = switched(n)
				}
			case *ast.IncDecStmt:
				f.step(p.index.variable(n.X), n.Pos())
			case *ast.AssignStmt:
				if n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN {
					f.step(p.index.variable(n.Lhs[0]), n.Pos())
				}
			case *ast.CallExpr:
				f.guard(n)
			}
			return true
		})
	}
	return f
}

func (f *flow) step(v *types.Var, pos token.Pos) {
	if v != nil {
		f.steps[v] = append(f.steps[v], pos)
	}
}

// guard notes the functions that are handed to one whose name says that it
// runs them again when what they read has changed.
func (f *flow) guard(call *ast.CallExpr) {
	if calledName(call) != "Update" {
		return
	}
	for _, arg := range call.Args {
		if lit, ok := ast.Unparen(arg).(*ast.FuncLit); ok {
			f.guarded = append(f.guarded, lit)
		}
	}
}

// stepped reports whether a variable is counted up or down before a place.
func (f *flow) stepped(v *types.Var, at token.Pos) bool {
	for _, pos := range f.steps[v] {
		if pos < at {
			return true
		}
	}
	return false
}

func (f *flow) inGuarded(pos token.Pos) bool {
	for _, n := range f.guarded {
		if n.Pos() <= pos && pos < n.End() {
			return true
		}
	}
	return false
}

// mayBeGuarded reports whether a read of a state may stand in the function of
// an Update, where nobody changes the key in between.
func (p *pass) mayBeGuarded(state ast.Expr, at token.Pos) bool {
	if p.flow().inGuarded(at) {
		return true
	}
	root := p.stateRoot(state)
	if root == nil {
		return true
	}
	v := p.index.variable(root)
	if v == nil || !p.updatable(v.Type()) {
		return false
	}
	param, isParam := p.index.params[v]
	if !isParam || param.fn == nil || param.fn.Exported() || len(p.index.defs[v]) == 0 {
		return true
	}
	for _, d := range p.index.defs[v] {
		if p.flow().inGuarded(d.pos) || p.index.variable(p.stateRoot(d.expr)) != nil {
			return true
		}
	}
	return false
}

// updatable reports whether a variable of a type may hold the state that
// Update hands to its function: our runtime's, or a generated one.
func (p *pass) updatable(t types.Type) bool {
	obj := framework.TypeName(t)
	return framework.RuntimeName(obj) == "State" || framework.RuntimeName(obj) == "ReadonlyState" || obj != nil && p.isGenerated(obj)
}

// stateRoot is the state that generated code was handed: that of
// Of(ctx.State()) is ctx.State(). Nil if it is not known.
func (p *pass) stateRoot(e ast.Expr) ast.Expr {
	for range maxDepth {
		if e == nil {
			return nil
		}
		e = p.resolved(e)
		call, ok := e.(*ast.CallExpr)
		if v := p.index.variable(e); v != nil && !ok {
			d, found := p.reaching(v, e.Pos())
			if !found || d.kind != isResult || d.result != 0 {
				return e
			}
			call, ok = ast.Unparen(d.expr).(*ast.CallExpr)
		}
		if !ok {
			return e
		}
		fn := p.index.function(call)
		if fn == nil || len(call.Args) == 0 || !p.isGenerated(fn) {
			return call
		}
		e = call.Args[0]
	}
	return nil
}

// isGenerated reports whether an object belongs to code that stategen
// generated.
func (p *pass) isGenerated(obj types.Object) bool {
	if obj.Pkg() == nil {
		return false
	}
	if obj.Pkg() == p.Pkg {
		return p.isOwn(obj)
	}
	return p.ImportPackageFact(obj.Pkg(), new(generatedFact))
}
