package statelint_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/check"
)

const trpcSchema = `
-- app/stategen.yaml --
version: 1
dialect: trpc
keys:
  city:       string
  note:       string?
  seats:      int
  stops:      "[]string"
  user:name:  string?
  app:motto:  string?
  temp:draft: string?
`

const trpcHead = `
import (
	"context"
	"encoding/json"
	"strconv"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/session"
	"trpc.group/trpc-go/trpc-agent-go/session/inmemory"
)

var (
	_ = json.Marshal
	_ = strconv.Itoa
	_ agent.Invocation
	_ llmagent.Options
	_ event.Event
	_ graph.State
	_ session.Key
	_ inmemory.SessionService
	_ context.Context
)
`

// trpcUses is code with a mistake in each line that ends in a comment.
const trpcUses = `
func keys(ctx context.Context, inv *agent.Invocation, tool *agent.ToolContext, e *event.Event) {
	inv.Session.GetState("city")
	inv.Session.GetState("ctiy")
	inv.Session.DeleteState("nots")
	_ = tool.State["cites"]
	_ = inv.Session.State["user:nmae"]
	e.StateDelta["notte"] = []byte("x")
	_ = e.StateDelta[graph.StateKeyLastResponse]
}

func set(s *session.Session, key string, v any) {
	data, _ := json.Marshal(v)
	s.SetState(key, data)
}

func values(s *session.Session) {
	set(s, "seats", true)
	set(s, "seats", 3)
	set(s, "saets", 3)
	set(s, "stops", []string{"Bern"})
	s.SetState("seats", []byte(strconv.Itoa(3)))
	s.SetState("city", []byte("Bern"))
	half, _ := json.Marshal(0.5)
	s.SetState("city", half)
}

func scopes(ctx context.Context, service session.Service, own *inmemory.SessionService, user session.UserKey) {
	service.UpdateUserState(ctx, user, session.StateMap{"name": nil, "user:name": nil, "nmae": nil})
	service.UpdateAppState(ctx, "bot", session.StateMap{"app:motto": nil, "city": nil})
	service.DeleteUserState(ctx, user, "name")
	service.CreateSession(ctx, session.Key{}, session.StateMap{"city": nil, "temp:draft": nil})
	own.CreateSession(ctx, session.Key{}, session.StateMap{"user:name": nil})
	service.UpdateSessionState(ctx, session.Key{}, session.StateMap{"app:motto": nil})
	event.New("", "", event.WithStateDelta(map[string][]byte{"user:name": nil, "note": nil}))
	llmagent.New("a", llmagent.WithOutputKey("user:name"), llmagent.WithOutputKey("note"), llmagent.WithOutputKey("seats"))
}

type booking struct{}

func (booking) StateDelta(id string, args, result []byte) map[string][]byte {
	if id == "" {
		return nil
	}
	delta := map[string][]byte{"cityy": args}
	delta["app:motto"] = result
	return delta
}

func texts(g *graph.StateGraph) {
	llmagent.WithInstruction("Go to {city}, {user:name}, {ciyt}.")
	agent.WithInstruction("As JSON: {\"city\": {city}} {artifact.menu}")
	g.AddLLMNode("plan", nil, "You know {note}.", nil)
}
`

// TestTRPC checks what is known of tRPC-Agent-Go, on stubs of its packages.
func TestTRPC(t *testing.T) {
	want := `a.go: the schema declares no key "ctiy"
a.go: the schema declares no key "nots"
a.go: the schema declares no key "cites"
a.go: the schema declares no key "user:nmae"
a.go: the schema declares no key "notte"
a.go: "seats" is declared as int, and this is a bool
a.go: the schema declares no key "saets"
a.go: "city" is declared as string, and this is a float64
a.go: the schema declares no key "user:nmae"
a.go: the schema declares no key "app:city"
a.go: tRPC-Agent-Go stores "temp:draft" with the session: later runs see it
a.go: "user:name" stays in this session: the user's other sessions never see it
a.go: "app:motto" stays in this session: the app's other sessions never see it
a.go: "user:name" stays in this session: the user's other sessions never see it
a.go: "user:name" stays in this session: the user's other sessions never see it
a.go: an agent's final text is saved under "seats", which is declared as int
a.go: the schema declares no key "cityy"
a.go: "app:motto" stays in this session: the app's other sessions never see it
a.go: "user:name" is optional: it stays as text while it is not set
a.go: the schema declares no key "ciyt"
a.go: an outer brace reaches beyond "city", so this is left as text
a.go: tRPC-Agent-Go loads no artifacts into prompts: this stays as text
a.go: "note" is optional: it stays as text while it is not set
`
	r := run(t, project(t, trpcSchema+"-- app/a.go --\npackage app\n"+trpcHead+trpcUses), "app/...")
	if got := messages(r.Findings); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

// TestTRPCExamples checks the examples of the rules on it.
func TestTRPCExamples(t *testing.T) {
	archive := trpcSchema
	body := func(code string) string {
		return trpcHead + "func f(ctx context.Context, id string, service session.Service, user session.UserKey) {\n" + code + "}\n"
	}
	for _, rule := range check.TRPCRules() {
		archive += "-- app/bad/a.go --\npackage bad\n" + body(rule.Bad) + "-- app/good/a.go --\npackage good\n" + body(rule.Good)
	}
	r := run(t, project(t, archive), "app/...")
	var got []string
	for _, d := range r.Findings {
		if d.ID != "not-checked" { // the examples are excerpts: a variable is not used
			got = append(got, d.ID+" "+filepath.Base(filepath.Dir(d.Span.File)))
		}
	}
	if want := []string{"unreached-scope bad"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
