package code

import (
	"go/ast"
	"strings"

	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
)

// server looks at a call that serves sessions: it makes ADK's REST server, or a launcher gets its
// configuration.
func (a *adkCode) server(call *ast.CallExpr) {
	fn := a.Index.Function(call)
	if fn == nil || framework.ADKName(fn) == "" || sources.IsTest(a.Fset.File(call.Pos()).Name()) {
		return
	}
	for _, arg := range call.Args {
		config := a.TypesInfo.TypeOf(arg)
		if !framework.HasType(config, framework.ServerConfig) || !a.isUnguarded(arg) || a.isConsole(call) {
			continue
		}
		d := project.UnguardedServer(a.Span(call.Fun), a.Schema)
		if framework.HasType(config, framework.LauncherConfig) {
			d.MakeLikely() // its arguments decide what it does
		}
		a.Report(d, call)
	}
}

// isUnguarded reports whether a configuration has a session service without a contract for certain.
func (a *adkCode) isUnguarded(config ast.Expr) bool {
	lit := a.literal(config)
	if lit == nil {
		return false
	}
	service := a.FieldValue(lit, "SessionService")
	if service == nil {
		return false
	}
	made := a.madeBy(service)
	if made == nil {
		return false
	}
	maker := a.Index.Function(made)
	switch {
	case maker == nil || maker.Pkg() == nil:
		return false
	case framework.IsADKSession(maker.Pkg().Path()):
		return maker.Name() == "New" && len(made.Args) == 1
	default:
		return framework.ADKName(maker) != ""
	}
}

// isConsole reports whether a launcher is the one that serves nobody.
func (a *adkCode) isConsole(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	maker := a.makerOf(sel.X)
	return maker != nil && maker.Pkg() != nil && strings.HasSuffix(maker.Pkg().Path(), "/launcher/console")
}

// madeBy returns the call whose first result an expression is for certain.
func (a *adkCode) madeBy(e ast.Expr) *ast.CallExpr {
	if v := a.Index.Variable(e); v != nil {
		d, ok := a.Index.Only(v)
		if !ok || d.Kind != follow.ValueDef && (d.Kind != follow.ResultDef || d.Result != 0) {
			return nil
		}
		e = d.Expr
	}
	call, _ := ast.Unparen(e).(*ast.CallExpr)
	return call
}
