package project

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
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

// UnguardedServer is about a call that serves sessions without a contract with clients. Of a
// schema it names the key that matters most.
func UnguardedServer(at diag.Span, s *schema.Schema) diag.Diagnostic {
	key, prompt := exposed(s)
	text := "clients can set every key, app: keys for all users included"
	switch {
	case prompt != "":
		text = "clients can set " + diag.Quote(key) + ", which the prompt " + diag.Quote(prompt) + " shows"
	case key != "":
		text = "clients can set " + diag.Quote(key)
	}
	return diag.New(unguardedServer, at, "%s", text).
		WithHint("serve adksession.New(svc, adksession.WithClients(…)), with Clients of the generated package, " +
			"and put adksession.ClientHandler around the server")
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
