package code

import (
	"go/ast"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// TempAtCreate is on what sessions are created with.
var TempAtCreate = diag.Register(diag.OnGo, diag.Rule{
	ID:       "temp-at-create",
	Severity: diag.Error,
	Summary:  "a session is created with a temp key",
	Why: "Temp keys belong to one run of an agent. No run is under way while a session is created, so a store drops " +
		"the value, and the first reader finds nothing. ADK's in-memory store keeps it forever instead, so the mistake " +
		"shows only once a database replaces it.",
	Bad:  "service.Create(ctx, &session.CreateRequest{State: map[string]any{\"temp:report\": \"none yet\"}})\n",
	Good: "service.Create(ctx, &session.CreateRequest{State: map[string]any{\"city\": \"Bern\"}})\n",

	WithoutSchema: true,
})

// begunWith checks a key that a session is created with.
func (p *Checker) begunWith(s follow.Sink, t follow.Text, key *schema.Key, e ast.Expr) {
	if key.Scope != runtime.ScopeTemp || s.Manner.Local || s.Manner.Kept {
		p.writtenValue(s, t, key, e)
		return
	}
	at, _ := p.KeyPlace(t, e)
	d := diag.New(TempAtCreate, at, "%s is given to a new session, and databases keep no temp keys", diag.Key(key.Wire())).
		WithHint("set it in the run that needs it, or declare it for the session")
	d.Related = declaredHere(key)
	p.Report(d, e)
}

// unreachedScope is on code that runs on tRPC-Agent-Go.
var unreachedScope = diag.Register(diag.OnGo, diag.Rule{
	ID:       "unreached-scope",
	Severity: diag.Error,
	Summary:  "tRPC-Agent-Go keeps a key of another scope in the one session",
	Why: "What an event's delta, CreateSession, UpdateSessionState or an output key writes is stored with the session, " +
		"whatever prefix the key has: the user's next session does not have a key with user:, and no other one a key " +
		"with app:. UpdateUserState and UpdateAppState of the session service reach these scopes, and so does generated " +
		"code with the trpc target. A temp: key is stored as well, and the next run begins with it, which is a warning.",
	Bad:  "e := event.New(id, \"planner\", event.WithStateDelta(map[string][]byte{\"user:name\": []byte(\"Ann\")}))\n",
	Good: "err := service.UpdateUserState(ctx, user, session.StateMap{\"user:name\": []byte(\"Ann\")})\n",
})

// unreached reports a key that is written where all keys stay in the session.
func (p *Checker) unreached(s follow.Sink, t follow.Text, e ast.Expr) {
	if s.Op != framework.OpSet && s.Op != framework.OpCreate && s.Op != framework.OpOutput {
		return
	}
	scope, _ := runtime.ParseKey(t.String())
	at, _ := p.KeyPlace(t, e)
	name := diag.Quote(t.String())
	if !t.Known() {
		name = "the key"
	}
	switch scope {
	case runtime.ScopeSession:
	case runtime.ScopeTemp:
		d := diag.New(unreachedScope, at, "tRPC-Agent-Go stores %s with the session: later runs see it", name).
			WithHint("set it by SetState on the session of the run, which stores nothing")
		d.Severity = diag.Warning
		p.Report(d, e)
	default:
		update := map[runtime.Scope]string{runtime.ScopeUser: "UpdateUserState", runtime.ScopeApp: "UpdateAppState"}[scope]
		d := diag.New(unreachedScope, at, "%s stays in this session: the %s's other sessions never see it", name, scope)
		p.Report(d.WithHint("write it with %s of the session service", update), e)
	}
}
