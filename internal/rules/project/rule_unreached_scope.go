package project

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// UnreachedScope is on code that runs on tRPC-Agent-Go.
var UnreachedScope = diag.Register(diag.OnGo, diag.Rule{
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

// TempStored is about a temp key that is stored with the session, by its name in quotes.
func TempStored(at diag.Span, name string) diag.Diagnostic {
	d := diag.New(UnreachedScope, at, "tRPC-Agent-Go stores %s with the session: later runs see it", name).
		WithHint("set it by SetState on the session of the run, which stores nothing")
	d.Severity = diag.Warning
	return d
}

// ScopeNotReached is about a key of users or apps that stays in the session.
func ScopeNotReached(at diag.Span, name string, scope runtime.Scope) diag.Diagnostic {
	update := map[runtime.Scope]string{runtime.ScopeUser: "UpdateUserState", runtime.ScopeApp: "UpdateAppState"}[scope]
	return diag.New(UnreachedScope, at, "%s stays in this session: the %s's other sessions never see it", name, scope).
		WithHint("write it with %s of the session service", update)
}
