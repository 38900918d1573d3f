package check

import "github.com/seed92179c4c/stategen/internal/diag"

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
