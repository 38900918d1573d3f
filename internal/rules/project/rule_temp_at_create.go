package project

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

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

// TempGiven is about a key that a session is created with.
func TempGiven(at diag.Span, key *schema.Key) diag.Diagnostic {
	d := diag.New(TempAtCreate, at, "%s is given to a new session, and databases keep no temp keys", diag.Key(key.Wire())).
		WithHint("set it in the run that needs it, or declare it for the session")
	d.Related = DeclaredHere(key)
	return d
}
