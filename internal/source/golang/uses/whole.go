package uses

import (
	"go/ast"
	"slices"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
)

// wholeLoop notes what a loop over all keys of a state reads: any key, unless it looks at those with a
// prefix, or logs them.
func (p *Scanner) wholeLoop(loop *ast.RangeStmt) {
	x := ast.Unparen(loop.X)
	call, isCall := x.(*ast.CallExpr)
	if isCall && !p.isAll(call) || !isCall && !p.isWholeMap(x) {
		return
	}
	if isCall {
		p.looped[call] = true
	}
	switch prefix, of := p.prefixOfLoop(loop); {
	case of != nil:
		at := p.Span(of)
		p.Accounted[at] = true
		p.AddUse(source.Use{Key: prefix + follow.HoleMark, Kind: source.Get, Span: at, Site: at})
	case !p.onlyLogs(loop.Body):
		p.AnyKey(source.Get, p.Span(x))
	}
}

// prefixOfLoop is what the keys begin with that a loop looks at, if it has nothing but an if for that.
func (p *Scanner) prefixOfLoop(loop *ast.RangeStmt) (string, ast.Node) {
	if len(loop.Body.List) != 1 {
		return "", nil
	}
	s, ok := loop.Body.List[0].(*ast.IfStmt)
	if !ok || s.Else != nil || s.Init != nil {
		return "", nil
	}
	call, ok := ast.Unparen(s.Cond).(*ast.CallExpr)
	if !ok {
		return "", nil
	}
	fn := p.Index.Function(call)
	if fn == nil || fn.FullName() != "strings.HasPrefix" {
		return "", nil
	}
	if key := p.Index.Variable(call.Args[0]); key == nil || key != p.Index.Variable(loop.Key) {
		return "", nil
	}
	prefix := p.Eval(call.Args[1])
	if !prefix.Known() || prefix.String() == "" {
		return "", nil
	}
	return prefix.String(), call.Args[1]
}

// onlyLogs reports whether statements do nothing but to log.
func (p *Scanner) onlyLogs(body *ast.BlockStmt) bool {
	return len(body.List) > 0 && !slices.ContainsFunc(body.List, func(s ast.Stmt) bool {
		e, ok := s.(*ast.ExprStmt)
		if !ok {
			return true
		}
		call, ok := e.X.(*ast.CallExpr)
		return !ok || !p.logs(call)
	})
}

// loggers are packages of which functions and methods write a log.
var loggers = []string{
	"log", "log/slog", "testing", "go.uber.org/zap",
	"github.com/rs/zerolog", "github.com/rs/zerolog/log", "github.com/sirupsen/logrus",
}

func (p *Scanner) logs(call *ast.CallExpr) bool {
	fn := p.Index.Function(call)
	return fn != nil && fn.Pkg() != nil && slices.Contains(loggers, fn.Pkg().Path())
}
