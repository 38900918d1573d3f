package evidence

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
)

// surroundings are what is around the nodes of a file.
type surroundings struct {
	*follow.Values
	parents map[ast.Node]ast.Node
	uses    map[*types.Var][]*ast.Ident // where variables are looked at
}

func newSurroundings(v *follow.Values, f *ast.File) *surroundings {
	r := &surroundings{Values: v, parents: follow.Parents(f), uses: map[*types.Var][]*ast.Ident{}}
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
		if len(s.Rhs) == 1 && s.Rhs[0] == child {
			return pairOf(s.Lhs)
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

func pairOf(list []ast.Expr) (first, second ast.Expr) {
	if len(list) > 1 {
		return list[0], list[1]
	}
	return list[0], nil
}

// usesOf lists the places where a variable holds what it was given from e.
func (r *surroundings) usesOf(lhs, e ast.Expr) []*ast.Ident {
	v := r.Index.Variable(lhs)
	if v == nil {
		return nil
	}
	var list []*ast.Ident
	for _, id := range r.uses[v] {
		if d, ok := r.Reaching(v, id.Pos()); ok && ast.Unparen(d.Expr) == ast.Unparen(e) {
			list = append(list, id)
		}
	}
	return list
}

// enclosing is the nearest node around n that suits.
func (r *surroundings) enclosing(n ast.Node, suits func(ast.Node) bool) ast.Node {
	for n = r.parents[n]; n != nil; n = r.parents[n] {
		if suits(n) {
			return n
		}
	}
	return nil
}

// function is the declaration or the literal around a node.
func (r *surroundings) function(n ast.Node) ast.Node {
	return r.enclosing(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return true
		}
		return false
	})
}

// following are the statements behind one, in the same block. A case has none.
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

func (r *surroundings) functionBody(n ast.Node) ast.Node {
	switch fn := r.function(n).(type) {
	case *ast.FuncDecl:
		return fn.Body
	case *ast.FuncLit:
		return fn.Body
	}
	return nil
}

func (r *surroundings) isParameter(e ast.Expr) bool {
	v := r.Index.Variable(e)
	if v == nil {
		return false
	}
	_, ok := r.Index.Params[v]
	return ok
}
