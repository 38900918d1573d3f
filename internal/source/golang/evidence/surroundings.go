package evidence

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
)

// surroundings are what is around the nodes of a file.
type surroundings struct {
	*follow.Values
	parents map[ast.Node]ast.Node
	uses    map[*types.Var][]ast.Expr // where variables are looked at
}

func newSurroundings(v *follow.Values, f *ast.File) *surroundings {
	r := &surroundings{Values: v, parents: follow.Parents(f), uses: map[*types.Var][]ast.Expr{}}
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := r.TypesInfo.Uses[id].(*types.Var); ok {
				r.uses[v] = append(r.uses[v], id)
			}
		}
		return true
	})
	return r
}

// parent is what an expression is in, without parentheses.
func (r *surroundings) parent(n ast.Node) (parent, child ast.Node) {
	for {
		p := r.parents[n]
		if _, ok := p.(*ast.ParenExpr); !ok {
			return p, n
		}
		n = p
	}
}

// results returns the variables that a read is assigned to: the value, and
// the error or the comma-ok. Both are nil if it is used in place.
func (r *surroundings) results(e ast.Expr) (value, status ast.Expr) {
	switch s, child := r.parent(e); s := s.(type) {
	case *ast.AssignStmt:
		if len(s.Lhs) > 1 && len(s.Rhs) == 1 && s.Rhs[0] == child {
			return s.Lhs[0], s.Lhs[1]
		}
		for i := range s.Rhs {
			if s.Rhs[i] == child && i < len(s.Lhs) {
				return s.Lhs[i], nil
			}
		}
	case *ast.ValueSpec:
		if len(s.Values) == 1 && len(s.Names) > 1 {
			return s.Names[0], s.Names[1]
		}
	}
	return nil, nil
}

// usesOf lists the places where a variable holds what it was given from e.
func (r *surroundings) usesOf(lhs, e ast.Expr) []ast.Expr {
	v := r.Index.Variable(lhs)
	if v == nil || v.IsField() || v.Parent() == r.Pkg.Scope() {
		return nil
	}
	var list []ast.Expr
	for _, id := range r.uses[v] {
		from := func(d follow.Def) bool { return ast.Unparen(d.Expr) == ast.Unparen(e) }
		if slices.ContainsFunc(r.Reaching(v, id.Pos()), from) {
			list = append(list, id)
		}
	}
	return list
}

// function is the type and the body of the function around a node.
func (r *surroundings) function(n ast.Node) (*ast.FuncType, *ast.BlockStmt) {
	for ; n != nil; n = r.parents[n] {
		switch fn := n.(type) {
		case *ast.FuncDecl:
			return fn.Type, fn.Body
		case *ast.FuncLit:
			return fn.Type, fn.Body
		}
	}
	return nil, nil
}

// following are the statements behind one, in the same block.
func (r *surroundings) following(n ast.Node) []ast.Stmt {
	var list []ast.Stmt
	switch p := r.parents[n].(type) {
	case *ast.BlockStmt:
		list = p.List
	case *ast.CaseClause:
		list = p.Body
	}
	for i, s := range list {
		if s == n {
			return list[i+1:]
		}
	}
	return nil
}
