//adk:needs tool/loadmemorytool

package adktest

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/adksession"
	"github.com/seed92179c4c/stategen/runtime/client"
	"github.com/seed92179c4c/stategen/runtime/memory"
	types "github.com/seed92179c4c/stategen/runtime/typed"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/artifact"
	adkmemory "google.golang.org/adk/v2/memory"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/server/adkrest"
	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"
)

// cityAlone lets clients set the city, and see the greeting.
var cityAlone = client.NewContract(
	client.Key[string]{Name: "city", Write: true, Optional: true, As: types.AsString, From: types.FromString},
	client.Key[string]{Name: "greeting", Optional: true, As: types.AsString, From: types.FromString},
)

var bookingstate = struct{ Clients *client.Contract }{cityAlone} // instead of a generated package

// clientServer is quoted by the documentation.
func clientServer(kept *runtime.Service, loader agent.Loader) (http.Handler, error) {
	rest, err := adkrest.NewServer(adkrest.ServerConfig{
		SessionService: adksession.New(kept, adksession.WithClients(bookingstate.Clients)),
		AgentLoader:    loader,
	})
	if err != nil {
		return nil, err
	}
	return adksession.ClientHandler(rest, bookingstate.Clients), nil
}

// TestQuoted asks the quoted server.
func TestQuoted(t *testing.T) {
	kept := memory.New()
	h, err := clientServer(kept, agent.NewSingleLoader(shop()))
	must(t, err)
	if status, answer := send(t, h, "POST", "/apps/shop/users/ann/sessions/s", `{"state": {"city": "Oslo", "user:card": "x"}}`); status != http.StatusForbidden {
		t.Errorf("status %d, %s", status, answer)
	}
}

// TestRunCreates lets a run create its session: its agents write what clients may not.
func TestRunCreates(t *testing.T) {
	svc := adksession.New(memory.New(), adksession.WithClients(cityAlone))
	_, err := conversation{svc, artifact.InMemoryService(), shop(), "shop"}.turn(t.Context(), genai.NewContentFromText("Hi.", genai.RoleUser))
	must(t, err)
	if !holds(t, svc, "user:card", "card-4711") {
		t.Error("what the agent wrote is not stored")
	}
}

// shop is an agent whose prompt shows what the app promises, and which notes what no client
// may see.
func shop() agent.Agent {
	return made(llmagent.New(llmagent.Config{
		Name: "shop", Instruction: "Discount: {app:promotion?}.", OutputKey: "greeting",
		BeforeAgentCallbacks: []agent.BeforeAgentCallback{func(ctx callbackContext) (*genai.Content, error) {
			return nil, ctx.State().Set("user:card", "card-4711")
		}},
		Model: scripted(func(r *model.LLMRequest) *genai.Content { return says("Hello. " + instruction(r)) }),
	}))
}

// doors are the requests by which a client can bring a key and a value into the state. Each
// is of a session that is there, but for those that create one.
var doors = []struct{ name, method, path, body string }{
	{"creation", "POST", "/apps/shop/users/ann/sessions/new", `{"state": {"KEY": "VALUE"}}`},
	{"creation with an agent's event", "POST", "/apps/shop/users/ann/sessions/new",
		`{"events": [{"id": "e", "author": "shop", "invocationId": "i", "actions": {"stateDelta": {"KEY": "VALUE"}}}]}`},
	{"creation with a user's event", "POST", "/apps/shop/users/ann/sessions/new",
		`{"events": [{"id": "e", "author": "user", "invocationId": "i", "actions": {"stateDelta": {"KEY": "VALUE"}}}]}`},
	{"creation without an ID", "POST", "/apps/shop/users/ann/sessions", `{"state": {"KEY": "VALUE"}}`},
	{"run", "POST", "/run", `{"appName": "shop", "userId": "ann", "sessionId": "s", "stateDelta": {"KEY": "VALUE"}, "newMessage": {"role": "user", "parts": [{"text": "Hi."}]}}`},
	{"run_sse", "POST", "/run_sse", `{"appName": "shop", "userId": "ann", "sessionId": "s", "streaming": true, "stateDelta": {"KEY": "VALUE"}, "newMessage": {"role": "user", "parts": [{"text": "Hi."}]}}`},
	{"patch", "PATCH", "/apps/shop/users/ann/sessions/s", `{"stateDelta": {"KEY": "VALUE"}}`},
}

// restServer is ADK's REST server on a service.
func restServer(t *testing.T, svc session.Service) http.Handler {
	t.Helper()
	rest, err := adkrest.NewServer(adkrest.ServerConfig{
		SessionService: svc, MemoryService: adkmemory.InMemoryService(), ArtifactService: artifact.InMemoryService(),
		AgentLoader: agent.NewSingleLoader(shop()), SSEWriteTimeout: time.Minute,
	})
	must(t, err)
	_, err = svc.Create(t.Context(), &session.CreateRequest{AppName: "shop", UserID: "ann", SessionID: "s"})
	must(t, err)
	return rest
}

// send sends a request over loopback.
func send(t *testing.T, h http.Handler, method, path, body string) (status int, answer string) {
	t.Helper()
	on := httptest.NewServer(h)
	defer on.Close()
	r, err := http.NewRequestWithContext(t.Context(), method, on.URL+path, strings.NewReader(body))
	must(t, err)
	got, err := http.DefaultClient.Do(r)
	must(t, err)
	defer func() { _ = got.Body.Close() }()
	text, err := io.ReadAll(got.Body)
	must(t, err)
	return got.StatusCode, string(text)
}

// holds reports whether the key has the value in any of the user's sessions.
func holds(t *testing.T, svc session.Service, key, value string) bool {
	t.Helper()
	all, err := svc.List(t.Context(), &session.ListRequest{AppName: "shop", UserID: "ann"})
	must(t, err)
	for _, s := range all.Sessions {
		if maps.Collect(s.State().All())[key] == value {
			return true
		}
	}
	return false
}

// TestDoors sends a key that clients may set, and one that they may not, through each door.
func TestDoors(t *testing.T) {
	for _, service := range []struct {
		name    string
		open    func() session.Service
		guarded bool
	}{
		{"ADK's own", session.InMemoryService, false},
		{"ours", func() session.Service { return adksession.New(memory.New()) }, false},
		{"ours with a contract", func() session.Service { return adksession.New(memory.New(), adksession.WithClients(cityAlone)) }, true},
	} {
		for _, door := range doors {
			for _, key := range []string{"city", "app:promotion", "user:card"} {
				svc := service.open()
				rest := restServer(t, svc)
				body := strings.NewReplacer("KEY", key, "VALUE", "from a client").Replace(door.body)
				status, answer := send(t, rest, door.method, door.path, body)
				if door.method == "PATCH" && (status == http.StatusMethodNotAllowed || status == http.StatusNotFound) {
					continue // this release has no such route
				}
				isOpen := !service.guarded && !(door.method == "PATCH" && key != "city") // which ADK itself refuses
				runSets := key == "user:card" && strings.HasPrefix(door.name, "run")     // the agent sets it anew
				if got := holds(t, svc, key, "from a client"); got != (isOpen && !runSets || key == "city") {
					t.Errorf("%s, %s, %s: stored %v; status %d, %s", service.name, door.name, key, got, status, answer)
				}
				if service.guarded && key != "city" && door.method != "PATCH" && (!strings.Contains(answer, key) || !strings.Contains(answer, "client: write")) {
					t.Errorf("%s, %s: the answer doesn't say what to write: %d, %s", door.name, key, status, answer)
				}
				if began := strings.Contains(answer, "Hello."); strings.HasPrefix(door.name, "run") && began != (isOpen || key == "city") {
					t.Errorf("%s, %s, %s: the run began: %v", service.name, door.name, key, began)
				}
			}
		}
	}
}

// TestHarm shows what one client does to all others on ADK's service, and not on ours.
func TestHarm(t *testing.T) {
	for _, c := range []struct {
		svc  session.Service
		said string
	}{
		{session.InMemoryService(), "Discount: 100%."},
		{adksession.New(memory.New(), adksession.WithClients(cityAlone)), "Discount: ."},
	} {
		rest := restServer(t, c.svc)
		send(t, rest, "POST", "/run", strings.NewReplacer("KEY", "app:promotion", "VALUE", "100%").Replace(doors[4].body))
		send(t, rest, "POST", "/apps/shop/users/bob/sessions/b", "{}")
		_, answer := send(t, rest, "POST", "/run", `{"appName": "shop", "userId": "bob", "sessionId": "b", "newMessage": {"role": "user", "parts": [{"text": "Hi."}]}}`)
		if !strings.Contains(answer, c.said) {
			t.Errorf("another user's run says %s, want %q", answer, c.said)
		}
	}
}

// TestReadingDoors asks for all that shows state, through ClientHandler and without it.
func TestReadingDoors(t *testing.T) {
	svc := adksession.New(memory.New(), adksession.WithClients(cityAlone))
	rest := restServer(t, svc)
	seen := adksession.ClientHandler(rest, cityAlone)
	const sessions = "/apps/shop/users/ann/sessions"
	run := strings.NewReplacer("KEY", "city", "VALUE", "Rome")
	for _, door := range []struct{ method, path, body string }{
		{"POST", "/run", run.Replace(doors[4].body)},
		{"POST", "/run_sse", run.Replace(doors[5].body)},
		{"GET", sessions + "/s", ""},
		{"GET", sessions, ""},
		{"PATCH", sessions + "/s", run.Replace(doors[6].body)},
	} {
		status, open := send(t, rest, door.method, door.path, door.body)
		if door.method == "PATCH" && (status == http.StatusMethodNotAllowed || status == http.StatusNotFound) {
			continue
		}
		if !strings.Contains(open, "card-4711") {
			t.Errorf("%s %s shows no state, so that this test proves nothing: %s", door.method, door.path, open)
		}
		status, closed := send(t, seen, door.method, door.path, door.body)
		if status != http.StatusOK || strings.Contains(closed, "4711") || strings.Contains(closed, "user:card") {
			t.Errorf("%s %s: status %d, %s", door.method, door.path, status, closed)
		}
		if want := map[string]string{"POST": `"greeting":"Hello. `}[door.method]; !strings.Contains(closed, want) {
			t.Errorf("%s %s lacks %s: %s", door.method, door.path, want, closed)
		}
	}
	for _, path := range []string{"/run_live", "/debug/trace/session/s", sessions + "/s/events/e/graph"} {
		if status, answer := send(t, seen, "GET", path, ""); status != http.StatusForbidden {
			t.Errorf("%s: status %d, %s", path, status, answer)
		}
	}
	status, answer := send(t, seen, "POST", "/run", strings.NewReplacer("KEY", "app:promotion", "VALUE", "100%").Replace(doors[4].body))
	if status != http.StatusForbidden || !strings.Contains(answer, `{"errors":[{"key":"app:promotion"`) {
		t.Errorf("refused: status %d, %s", status, answer)
	}
}
