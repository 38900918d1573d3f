package rules

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/schema"
)

// condition is that of an if statement, and where it holds, or its opposite.
type condition struct {
	expr     ast.Expr
	opposite bool
	from, to token.Pos
}

// branches notes where the condition of an if statement holds, and where it doesn't.
func (f *guards) branches(n *ast.IfStmt) {
	f.conditions = append(f.conditions, condition{n.Cond, false, n.Body.Pos(), n.Body.End()})
	if n.Else != nil {
		f.conditions = append(f.conditions, condition{n.Cond, true, n.Else.Pos(), n.Else.End()})
	}
}

// leaves notes the statements of a block that come after an if statement that leaves it.
func (f *guards) leaves(block *ast.BlockStmt) {
	for _, stmt := range block.List {
		n, ok := stmt.(*ast.IfStmt)
		if !ok || len(n.Body.List) == 0 {
			continue
		}
		switch n.Body.List[len(n.Body.List)-1].(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			f.conditions = append(f.conditions, condition{n.Cond, true, n.End(), block.End()})
		}
	}
}

// compared reports whether a place is reached only if a value is larger, or for min
// smaller, than what was read under the key.
func (t *trail) compared(value ast.Expr, at token.Pos) bool {
	if t.comparing || t.merge != schema.MergeMin && t.merge != schema.MergeMax {
		return false
	}
	for _, c := range t.guards.look().conditions {
		if c.from <= at && at < c.to && !t.setBetween(value, c.expr.End(), at) && t.decides(c.expr, c.opposite, value) {
			return true
		}
	}
	return false
}

func (t *trail) setBetween(value ast.Expr, from, to token.Pos) bool {
	for _, d := range t.Index.Defs[t.Index.Variable(value)] {
		if from < d.Pos && d.Pos < to {
			return true
		}
	}
	return false
}

// decides reports whether a condition, or its opposite, says so.
func (t *trail) decides(cond ast.Expr, opposite bool, value ast.Expr) bool {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.NOT && t.decides(e.X, !opposite, value)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR:
			x, y := t.decides(e.X, opposite, value), t.decides(e.Y, opposite, value)
			if both := (e.Op == token.LAND) != opposite; both {
				return x || y
			}
			return x && (y || t.unset(e.Y, opposite)) || y && t.unset(e.X, opposite)
		case token.GTR, token.GEQ:
			return t.replaces(e.X, e.Y, opposite, value)
		case token.LSS, token.LEQ:
			return t.replaces(e.Y, e.X, opposite, value)
		}
	}
	return false
}

// replaces reports whether the value is the one of two that a merge would keep, and the
// other was read.
func (t *trail) replaces(larger, smaller ast.Expr, opposite bool, value ast.Expr) bool {
	if opposite != (t.merge == schema.MergeMin) {
		larger, smaller = smaller, larger
	}
	return t.same(larger, value) && t.wasRead(smaller)
}

// unset reports whether a condition, or its opposite, is that nothing was read: !ok.
func (t *trail) unset(cond ast.Expr, opposite bool) bool {
	cond = ast.Unparen(cond)
	if not, ok := cond.(*ast.UnaryExpr); ok && not.Op == token.NOT {
		return t.unset(not.X, !opposite)
	}
	if v := t.Index.Variable(cond); v != nil && opposite {
		d, ok := t.Reaching(v, cond.Pos())
		return ok && d.Kind == flow.ResultDef && d.Result > 0 && t.wasRead(d.Expr)
	}
	return false
}

// wasRead reports whether an expression was read under the key.
func (t *trail) wasRead(e ast.Expr) bool {
	read := &trail{Checker: t.Checker, wire: t.wire, merge: t.merge, seen: map[token.Pos]bool{}, comparing: true}
	if !read.reaches(e, e.Pos(), 0) {
		return false
	}
	t.state, t.readAt = read.state, read.readAt
	return true
}

// same reports whether two expressions are the same, whatever they are converted to.
func (t *trail) same(a, b ast.Expr) bool {
	a, b = t.unconverted(a), t.unconverted(b)
	return t.Index.Variable(a) == t.Index.Variable(b) && types.ExprString(a) == types.ExprString(b)
}

func (t *trail) unconverted(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && t.TypesInfo.Types[call.Fun].IsType() && len(call.Args) == 1 {
		return t.unconverted(call.Args[0])
	}
	return e
}
