package code

import (
	"go/ast"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

var unguardedServer = diag.Register(diag.OnGo, diag.Rule{
	ID:       "unguarded-server",
	Severity: diag.Error,
	Summary:  "clients of ADK's server can set every key",
	Why: "ADK's REST server puts what a client sends into the state: an app: key that one client sets is in the " +
		"prompts of all users. A session service that was made with adksession.WithClients takes what the schema lets " +
		"clients write. The rule is certain where the server is made on a session service that is seen to have no " +
		"contract, and likely where a launcher gets one, which serves only if its arguments say so.",
	Bad:  "adkrest.NewServer(adkrest.ServerConfig{SessionService: session.InMemoryService()})\n",
	Good: "adkrest.NewServer(adkrest.ServerConfig{SessionService: adksession.New(nil, adksession.WithClients(nil))})\n",

	WithoutSchema: true,
})

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
		d := diag.New(unguardedServer, a.Span(call.Fun), "%s", exposure(a.Schema)).
			WithHint("serve adksession.New(svc, adksession.WithClients(…)), with Clients of the generated package, " +
				"and put adksession.ClientHandler around the server")
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

// exposure says what clients can set, by the key of a schema that matters most.
func exposure(s *schema.Schema) string {
	switch key, prompt := exposed(s); {
	case prompt != "":
		return "clients can set " + diag.Quote(key) + ", which the prompt " + diag.Quote(prompt) + " shows"
	case key != "":
		return "clients can set " + diag.Quote(key)
	}
	return "clients can set every key, app: keys for all users included"
}

// exposed returns the key that clients had better not set, and a prompt that shows it, if there
// is one: a key of the app before one of a user, and one that a prompt shows before others.
func exposed(s *schema.Schema) (key, prompt string) {
	if s == nil {
		return "", ""
	}
	for _, scope := range []runtime.Scope{runtime.ScopeApp, runtime.ScopeUser, runtime.ScopeSession} {
		for _, k := range s.Keys {
			if k.Scope != scope || k.Client.CanWrite() || len(k.Params) > 0 {
				continue
			}
			if shown := shownIn(s, k.Wire()); shown != "" {
				return k.Wire(), shown
			}
			if key == "" {
				key = k.Wire()
			}
		}
	}
	return key, ""
}

func shownIn(s *schema.Schema, wire string) string {
	for _, i := range s.Instructions {
		if strings.Contains(i.Text, "{"+wire+"}") || strings.Contains(i.Text, "{"+wire+"?}") {
			return i.Name
		}
	}
	return ""
}
