package evidence

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// reaction is what the code around a read does when the key is missing. Of
// several the greatest counts: to go on in one place is enough to tolerate.
type reaction uint8

const (
	noReaction reaction = iota
	quits               // it ends what it is doing without a word, which says nothing of the key
	complains           // it ends what it is doing, and says so
	goesOn
)

// guard looks at a condition, or a part of one, that is true (or false) when a
// key is missing: where the code then goes, and whether it comes back.
func (r *surroundings) guard(part ast.Expr, whenMissing bool) reaction {
	cond, value, sure := r.condition(part, whenMissing)
	block, ends := r.taken(cond, value)
	switch {
	case block == nil:
		return goesOn
	case sure || ends == goesOn:
		return ends
	}
	return quits // the code ends here, but it may be for another reason
}

// condition climbs from a part of a condition to all of it: what that is when
// the part has the value, and whether it is so for certain.
func (r *surroundings) condition(part ast.Expr, value bool) (whole ast.Node, out, sure bool) {
	whole, sure = part, true
	for {
		p, child := r.parent(whole)
		switch p := p.(type) {
		case *ast.UnaryExpr:
			if p.Op != token.NOT {
				return child, value, sure
			}
			value, whole = !value, p
		case *ast.BinaryExpr:
			switch {
			case p.Op != token.LAND && p.Op != token.LOR:
				return child, value, false
			case (p.Op == token.LOR) != value:
				sure = false
			}
			whole = p
		default:
			return child, value, sure
		}
	}
}

// taken finds the statements that run when a condition has the value, and what
// they do. Nil: the code goes on behind the condition.
func (r *surroundings) taken(cond ast.Node, value bool) ([]ast.Stmt, reaction) {
	p, _ := r.parent(cond)
	var then []ast.Stmt
	var other ast.Stmt
	switch p := p.(type) {
	case *ast.IfStmt:
		then, other = p.Body.List, p.Else
	case *ast.CaseClause:
		if s, ok := r.enclosing(p, isStatement).(*ast.BlockStmt); !ok || !isTagless(r.parents[s]) {
			return nil, goesOn
		}
		then = p.Body
	default:
		return nil, goesOn
	}
	switch {
	case value:
		return then, r.ending(then)
	case other != nil:
		return []ast.Stmt{other}, r.ending([]ast.Stmt{other})
	case !r.terminates(then):
		return nil, goesOn
	}
	rest := r.following(p)
	return rest, r.ending(rest)
}

func isStatement(n ast.Node) bool { _, ok := n.(ast.Stmt); return ok }

func isTagless(n ast.Node) bool {
	s, ok := n.(*ast.SwitchStmt)
	return ok && s.Tag == nil
}

// ending says what some statements end in: what the last one does, unless the
// function is left before that with something to go on with.
func (r *surroundings) ending(list []ast.Stmt) reaction {
	if len(list) == 0 {
		return goesOn
	}
	before := list[:len(list)-1]
	for _, s := range before {
		for _, ret := range follow.Returns(s) {
			if r.returning(ret, nil) == goesOn {
				return goesOn
			}
		}
	}
	switch s := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return r.returning(s, before)
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok && r.neverReturns(call) {
			return complains
		}
	case *ast.BranchStmt:
		if s.Tok != token.FALLTHROUGH {
			return quits
		}
	case *ast.BlockStmt:
		return r.ending(s.List)
	case *ast.IfStmt:
		if s.Else != nil {
			a, b := r.ending(s.Body.List), r.ending([]ast.Stmt{s.Else})
			if a == goesOn || b == goesOn {
				return goesOn
			}
			return min(a, b)
		}
	}
	return goesOn
}

// terminates reports whether what follows some statements runs only when they
// don't, however they end.
func (r *surroundings) terminates(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	_, isReturn := list[len(list)-1].(*ast.ReturnStmt)
	return isReturn || r.ending(list) != goesOn
}

// returning looks at a return: with an error it complains, with another result
// the caller goes on with that, and without one it depends on what it said
// before.
func (r *surroundings) returning(s *ast.ReturnStmt, before []ast.Stmt) reaction {
	if len(s.Results) == 0 {
		if r.returnsNamedError(s) || slices.ContainsFunc(before, r.reports) {
			return complains
		}
		return quits
	}
	last := s.Results[len(s.Results)-1]
	t := r.TypesInfo.TypeOf(last)
	if !r.TypesInfo.Types[last].IsNil() && t != nil && (framework.IsError(t) || framework.MethodOf(t, "Error") != nil) {
		return complains
	}
	return goesOn
}

// returnsNamedError reports whether a return without results hands on an error
// that the function's result is.
func (r *surroundings) returnsNamedError(s *ast.ReturnStmt) bool {
	var results *ast.FieldList
	switch fn := r.function(s).(type) {
	case *ast.FuncDecl:
		results = fn.Type.Results
	case *ast.FuncLit:
		results = fn.Type.Results
	}
	if results == nil || len(results.List) == 0 {
		return false
	}
	return framework.IsError(r.TypesInfo.TypeOf(results.List[len(results.List)-1].Type))
}

// reports reports whether a statement hands an error to somebody: it logs or yields one.
func (r *surroundings) reports(s ast.Stmt) bool {
	told := false
	ast.Inspect(s, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !r.TypesInfo.Types[call.Fun].IsType() {
			told = told || slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
				t := r.TypesInfo.TypeOf(e)
				return t != nil && framework.IsError(t)
			})
		}
		return !told
	})
	return told
}

// neverReturns reports whether a call ends the function, the goroutine or the
// program: one of Go's own, or one that is named after them.
func (r *surroundings) neverReturns(call *ast.CallExpr) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && r.IsBuiltin(id, "panic") {
		return true
	}
	fn := r.Index.Function(call)
	if fn == nil {
		return false
	}
	for _, name := range []string{"fatal", "panic", "die"} {
		if strings.HasPrefix(strings.ToLower(fn.Name()), name) {
			return true
		}
	}
	return slices.Contains(endings, fn.FullName())
}

var endings = []string{
	"os.Exit", "syscall.Exit", "runtime.Goexit",
	"(*testing.common).FailNow", "(*testing.common).SkipNow", "(*testing.common).Skip", "(*testing.common).Skipf",
}
