package evidence

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"

	"github.com/seed92179c4c/stategen/internal/source"
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

// missingKey says what the code does when the key of a read is missing. Status
// is the error or the comma-ok of the read. Without an error, what the value
// itself is asked may still end the function.
func (r *reader) missingKey(n *note, value, read, status ast.Expr) {
	v := r.Index.Variable(status)
	call, _ := read.(*ast.CallExpr)
	id, _ := status.(*ast.Ident)
	switch {
	case id != nil && id.Name == "_":
		n.settle(r.reactionTo(r.asked(value, read)))
		n.tolerate()
	case v == nil:
	case framework.IsError(v.Type()), call != nil && framework.IsEino(r.Index.Function(call)):
		n.settle(r.reactionTo(r.usesOf(status, read)))
	default:
		n.presence = source.Tolerated // comma-ok of a map
	}
}

// asked lists where a value is asked whether it is nil, and the comma-ok of its assertions.
func (r *reader) asked(value, read ast.Expr) (list []ast.Expr) {
	uses := []ast.Expr{read}
	if value != nil {
		uses = r.usesOf(value, read)
	}
	for _, x := range uses {
		switch p, _ := r.parent(x); p := p.(type) {
		case *ast.BinaryExpr:
			if r.isNil(p.X) || r.isNil(p.Y) {
				list = append(list, x)
			}
		case *ast.TypeAssertExpr:
			_, ok := r.results(p)
			list = append(list, r.usesOf(ok, p)...)
		}
	}
	return list
}

// reactionTo looks at the conditions that uses of an error, a comma-ok or a value are in.
func (r *reader) reactionTo(uses []ast.Expr) reaction {
	found := noReaction
	for _, x := range uses {
		cond := r.condition(x)
		if cond != x || !framework.IsError(r.TypesInfo.TypeOf(x)) {
			found = max(found, r.branch(cond, r.truth(cond, uses)))
		}
	}
	return found
}

// condition is all of the condition that an expression is a part of.
func (r *surroundings) condition(x ast.Expr) ast.Expr {
	for {
		switch p, _ := r.parent(x); p := p.(type) {
		case *ast.UnaryExpr:
			x = p
		case *ast.BinaryExpr:
			x = p
		case *ast.CallExpr:
			if !isErrorPredicate(r.Index.Function(p)) {
				return x
			}
			x = p
		default:
			return x
		}
	}
}

// truth is 1 if a condition is true when the key is missing, -1 if it is false, 0 if it may be both. Asked are
// the uses of the error, the comma-ok or the value of the read.
func (r *reader) truth(cond ast.Expr, asked []ast.Expr) int {
	switch e := ast.Unparen(cond).(type) {
	case *ast.Ident:
		if slices.Contains(asked, ast.Expr(e)) {
			return -1 // a comma-ok
		}
	case *ast.UnaryExpr:
		return -r.truth(e.X, asked)
	case *ast.CallExpr:
		switch {
		case !isErrorPredicate(r.Index.Function(e)):
			return 0
		case len(e.Args) == 2 && !r.isMissingError(e.Args[1]):
			return -1 // it is another error
		}
		return 1 // the missing key is told from other errors
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND:
			return min(r.truth(e.X, asked), r.truth(e.Y, asked))
		case token.LOR:
			return max(r.truth(e.X, asked), r.truth(e.Y, asked))
		case token.EQL:
			return r.equals(e.X, e.Y, asked)
		case token.NEQ:
			return -r.equals(e.X, e.Y, asked)
		}
	}
	return 0
}

// equals is the truth of x == y.
func (r *reader) equals(x, y ast.Expr, asked []ast.Expr) int {
	x, y = ast.Unparen(x), ast.Unparen(y)
	if slices.Contains(asked, y) {
		x, y = y, x
	}
	isError := framework.IsError(r.TypesInfo.TypeOf(x))
	switch {
	case !slices.Contains(asked, x):
		return 0
	case isError && !r.isMissingError(y):
		return -1
	case isError || r.isNil(y):
		return 1
	}
	return 0
}

func (r *surroundings) isNil(e ast.Expr) bool { return r.TypesInfo.Types[e].IsNil() }

// isMissingError reports whether an error is the one that a framework returns for a key that is missing.
func (r *reader) isMissingError(e ast.Expr) bool {
	v := r.Index.Variable(e)
	return v != nil && (framework.Has(v, framework.MissingKey) || framework.RuntimeName(v) == "ErrMissing")
}

// isErrorPredicate reports whether a function tells one error from others, as
// errors.Is does, or isMissing(err error) bool.
func isErrorPredicate(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	isBool := func(t types.Type) bool { return framework.IsBasic(t, types.IsBoolean) }
	type tests = []func(types.Type) bool
	return fn.FullName() == "errors.Is" || framework.Fits(fn.Signature(), tests{framework.IsError}, tests{isBool})
}

// branch is what the code does behind a condition with a truth.
func (r *surroundings) branch(cond ast.Expr, truth int) reaction {
	p, _ := r.parent(cond)
	var then []ast.Stmt
	var other ast.Stmt
	switch p := p.(type) {
	case *ast.IfStmt:
		then, other = p.Body.List, p.Else
	case *ast.CaseClause:
		then = p.Body
	default:
		return goesOn
	}
	switch {
	case truth < 0 && other != nil:
		return r.ending([]ast.Stmt{other})
	case truth < 0 && !r.terminates(then):
		return goesOn
	case truth < 0:
		return r.ending(r.following(p))
	}
	found := r.ending(then)
	if truth == 0 && found == complains {
		return quits // the code ends here, but it may be for another reason
	}
	return found
}

// ending says what some statements end in. To return something to go on with in one place is enough.
func (r *surroundings) ending(list []ast.Stmt) reaction {
	if !r.terminates(list) {
		return goesOn
	}
	found := quits
	for _, s := range list {
		for _, ret := range follow.Returns(s) {
			found = max(found, r.returning(ret))
		}
	}
	_, isBranch := list[len(list)-1].(*ast.BranchStmt) // which ends one round of a loop
	if found == quits && !isBranch && slices.ContainsFunc(list, r.reports) {
		return complains
	}
	return found
}

// terminates reports whether what follows some statements runs only when they don't.
func (r *surroundings) terminates(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch s := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok != token.FALLTHROUGH
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		return ok && r.neverReturns(call)
	case *ast.BlockStmt:
		return r.terminates(s.List)
	case *ast.IfStmt:
		return s.Else != nil && r.terminates(s.Body.List) && r.terminates([]ast.Stmt{s.Else})
	}
	return false
}

// returning looks at a return: with an error it complains, and with another result
// the caller goes on with that.
func (r *surroundings) returning(s *ast.ReturnStmt) reaction {
	if len(s.Results) == 0 {
		fn, _ := r.function(s)
		if fn.Results.NumFields() == 0 {
			return quits
		}
		if named := fn.Results.List[len(fn.Results.List)-1]; framework.IsError(r.TypesInfo.TypeOf(named.Type)) {
			return complains
		}
		return quits
	}
	last := s.Results[len(s.Results)-1]
	t := r.TypesInfo.TypeOf(last)
	if !r.isNil(last) && t != nil && (framework.IsError(t) || framework.MethodOf(t, "Error") != nil) {
		return complains
	}
	return goesOn
}

// reports reports whether a statement hands an error to somebody, as by a log or an iterator, or ends the program.
func (r *surroundings) reports(s ast.Stmt) bool {
	told := false
	ast.Inspect(s, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !r.TypesInfo.Types[call.Fun].IsType() {
			told = told || r.neverReturns(call) || slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
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
	return fn != nil && endings.MatchString(fn.FullName())
}

var endings = regexp.MustCompile(
	`(?i)\.(fatal|panic|die)\w*$|^(os|syscall)\.exit$|\.(goexit|failnow)$|testing\.common\)\.skip(now|f)?$`)
