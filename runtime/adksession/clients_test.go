package adksession_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/adksession"
	"github.com/seed92179c4c/stategen/runtime/client"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"google.golang.org/adk/v2/session"
)

// contract lets clients set city and temp:page, and see offers.
var contract = client.NewContract(
	client.Key[string]{Name: "city", Write: true, Optional: true, As: typed.AsString, From: typed.FromString},
	client.Key[string]{Name: "temp:page", Write: true, Optional: true, As: typed.AsString, From: typed.FromString},
	client.Key[int]{Name: "offers", Optional: true, As: typed.AsInt, From: typed.FromInt},
)

func guarded(t *testing.T) (*runtime.Service, session.Service) {
	t.Helper()
	svc := memory.New()
	t.Cleanup(func() { must(t, svc.Close()) })
	return svc, adksession.New(svc, adksession.WithClients(contract))
}

func refused(err error) []string {
	var e *client.RefusedError
	var keys []string
	if errors.As(err, &e) {
		for _, k := range e.Keys {
			keys = append(keys, k.Key)
		}
	}
	return keys
}

// inRun is a context of a run, as ADK's are.
type inRun struct{ context.Context }

func (inRun) InvocationID() string { return "inv" }

// TestClientsGuard appends as clients and as the program.
func TestClientsGuard(t *testing.T) {
	kept, svc := guarded(t)
	_, err := svc.Create(t.Context(), &session.CreateRequest{AppName: "app", UserID: "ann", SessionID: "s",
		State: map[string]any{"city": "Oslo", "offers": 1.0, "app:promotion": "100%", "_adk_null_offers": true}})
	equal(t, "refused at creation", refused(err), []string{"_adk_null_offers", "app:promotion", "offers"})
	if got, err := svc.List(t.Context(), &session.ListRequest{AppName: "app"}); err != nil || len(got.Sessions) > 0 {
		t.Errorf("stored %v, error %v", got, err)
	}
	created := create(t, svc, map[string]any{"city": "Oslo", "temp:page": "p"})
	write := map[string]any{"offers": 2, "app:promotion": "10%"}

	// The program writes, in a run of the session as it was created, and later.
	must(t, svc.AppendEvent(inRun{t.Context()}, created, event("e1", write)))
	must(t, svc.AppendEvent(t.Context(), get(t, svc), event("e2", write)))
	must(t, kept.AppendEvent(t.Context(), keptSession(t, kept), &runtime.Event{Author: "user", Actions: runtime.Actions{StateDelta: write}}))

	// A client does, whoever it says that it is.
	fake := event("e3", map[string]any{"app:promotion": "100%"})
	equal(t, "refused under another name", refused(svc.AppendEvent(t.Context(), created, fake)), []string{"app:promotion"})
	for _, s := range []session.Session{created, get(t, svc), otherSession{created}} {
		user := event("e4", map[string]any{"city": "Rome", "app:promotion": "100%", "offers": 3.0})
		user.Author = "user"
		equal(t, "refused", refused(svc.AppendEvent(t.Context(), s, user)), []string{"app:promotion", "offers"})
		equal(t, "the event's delta", user.Actions.StateDelta["offers"], any(3.0))
	}
	equal(t, "state", stateOf(get(t, svc)), map[string]any{"city": "Oslo", "offers": 2, "app:promotion": "10%"})

	// What it may write goes through, and so does what it sends back as it is.
	user := event("e5", map[string]any{"city": "Rome", "offers": 2.0, "temp:page": "q"})
	user.Author = "user"
	now := get(t, svc)
	must(t, svc.AppendEvent(t.Context(), now, user))
	equal(t, "the delta that a run goes on with", user.Actions.StateDelta, map[string]any{"city": "Rome", "temp:page": "q"})
	equal(t, "state in the run", stateOf(now), map[string]any{"city": "Rome", "offers": 2, "app:promotion": "10%", "temp:page": "q"})
	must(t, svc.AppendEvent(t.Context(), now, user)) // again: it counts once
	equal(t, "events", get(t, svc).Events().Len(), 4)
}

type otherSession struct{ session.Session }

func keptSession(t *testing.T, svc *runtime.Service) *runtime.Session {
	t.Helper()
	s, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "app", UserID: "ann", SessionID: "s"})
	must(t, err)
	return s
}

// TestNoContract lets clients write nothing, rather than everything.
func TestNoContract(t *testing.T) {
	svc := adksession.New(memory.New(), adksession.WithClients(nil))
	_, err := svc.Create(t.Context(), &session.CreateRequest{AppName: "app", UserID: "ann", State: map[string]any{"city": "Oslo"}})
	equal(t, "refused", refused(err), []string{"city"})
}

// server answers each request with what it is told.
func server(answer func(w http.ResponseWriter, r *http.Request), options ...adksession.HandlerOption) http.Handler {
	return adksession.ClientHandler(http.HandlerFunc(answer), contract, options...)
}

func ask(h http.Handler, method, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w
}

const (
	aSession = `{"id": "s", "appName": "app", "userId": "ann", "lastUpdateTime": 5, "merged": {"plan": "secret"},
		"state": {"city": "Oslo", "offers": 3, "plan": "secret", "temp:page": "p"}, "events": [` + anEvent + `]}`
	anEvent     = `{"id": "e", "author": "agent", "actions": {"stateDelta": {"city": null, "offers": 3, "plan": "secret"}, "artifactDelta": {}}}`
	seenSession = `{"id": "s", "appName": "app", "userId": "ann", "lastUpdateTime": 5,
		"state": {"city": "Oslo", "offers": 3, "temp:page": "p"}, "events": [` + seenEvent + `]}`
	seenEvent = `{"id": "e", "author": "agent", "actions": {"stateDelta": {"city": null, "offers": 3}, "artifactDelta": {}}}`
)

// TestClientHandlerRoutes asks for each route, and for what is none.
func TestClientHandlerRoutes(t *testing.T) {
	const session = "/apps/app/users/ann/sessions/s"
	for _, c := range []struct{ method, path, answer, seen string }{
		{"GET", session, aSession, seenSession},
		{"POST", session, aSession, seenSession},
		{"PATCH", session, aSession, seenSession},
		{"POST", "/apps/app/users/ann/sessions", aSession, seenSession},
		{"GET", "/apps/app/users/ann/sessions", "[" + aSession + "]", "[" + seenSession + "]"},
		{"GET", "/apps/app/users/ann/sessions", "null", "null"},
		{"DELETE", session, "null", "null"},
		{"POST", "/run", "[" + anEvent + "]", "[" + seenEvent + "]"},
		{"GET", "/list-apps", `["app"]`, `["app"]`},
		{"GET", session + "/artifacts/a.txt", "text", "text"},
		{"GET", session, `"secret"`, ""}, // no form that is known
		{"GET", session, `{"state": ["secret"]}`, ""},
		{"POST", "/run", `[{"actions": {"stateDelta": ["secret"]}}]`, ""},
		{"PUT", session, aSession, ""},
		{"OPTIONS", "/run", "[" + anEvent + "]", ""},
		{"GET", "/run_live", anEvent, ""},
		{"GET", "/debug/trace/e", aSession, ""},
		{"GET", "/debug/trace/session/s", aSession, ""},
		{"GET", session + "/events/e/graph", aSession, ""},
		{"GET", "/dev/apps/app/debug/trace/e", aSession, ""},
		{"GET", "/apps/app/eval_sets", aSession, ""},
		{"GET", session + "/", aSession, ""},
		{"GET", "/" + session, aSession, ""},
		{"GET", "/x/.." + session, aSession, ""},
		{"GET", session + "%2fartifacts%2Fa.txt", aSession, ""}, // some routers take it for a session
		{"GET", "/", aSession, ""},
	} {
		w := ask(server(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, c.answer) }), c.method, c.path)
		if got := w.Body.String(); c.seen == "" && (w.Code < 400 || strings.Contains(got, "secret")) || c.seen != "" && !sameText(got, c.seen) {
			t.Errorf("%s %s: status %d, %s", c.method, c.path, w.Code, got)
		}
		opened := ask(server(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, c.answer) },
			adksession.InsecureDevelopmentRoutes()), c.method, c.path)
		if strings.Contains(c.path, "/debug/") && opened.Body.String() != c.answer {
			t.Errorf("%s %s in development: status %d", c.method, c.path, opened.Code)
		}
	}
}

func sameText(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return a == b
	}
	one, _ := json.Marshal(x)
	other, _ := json.Marshal(y)
	return string(one) == string(other)
}

// TestClientHandlerErrors hides what errors of the server say, and names what was refused.
func TestClientHandlerErrors(t *testing.T) {
	_, svc := guarded(t)
	fail := func(w http.ResponseWriter, r *http.Request) {
		_, err := svc.Create(r.Context(), &session.CreateRequest{AppName: "app", UserID: "ann", State: map[string]any{"offers": 3}})
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
	w := ask(server(fail), "POST", "/apps/app/users/ann/sessions")
	if w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), `{"errors":[{"key":"offers","problem":"`) {
		t.Errorf("status %d, %s", w.Code, w.Body)
	}
	w = ask(server(func(w http.ResponseWriter, r *http.Request) { http.Error(w, "secret", 500) }), "POST", "/run")
	if w.Code != 500 || strings.Contains(w.Body.String(), "secret") {
		t.Errorf("status %d, %s", w.Code, w.Body)
	}
	w = ask(server(func(w http.ResponseWriter, r *http.Request) { http.Error(w, "session not found", 404) }), "POST", "/run_sse")
	if w.Code != 404 || w.Body.String() != "session not found\n" {
		t.Errorf("status %d, %s", w.Code, w.Body)
	}
}

// TestClientHandlerStreams reads each event before the next one is written, however a proxy
// cuts the text.
func TestClientHandlerStreams(t *testing.T) {
	stream := "data: " + oneLine(anEvent) + "\n\n"
	for _, cut := range []int{0, 1, 7, 50, len(stream) - 2, len(stream) - 1} {
		w := httptest.NewRecorder()
		server(func(to http.ResponseWriter, r *http.Request) {
			control := http.NewResponseController(to)
			to.Header().Set("Content-Type", "text/event-stream")
			must(t, control.Flush())
			for i := range 3 {
				_, _ = io.WriteString(to, stream[:cut])
				must(t, control.Flush())
				_, _ = io.WriteString(to, stream[cut:])
				must(t, control.Flush())
				if got := strings.Count(w.Body.String(), "data: "); got != i+1 {
					t.Errorf("cut at %d: %d events have come after %d", cut, got, i+1)
				}
			}
			_, _ = io.WriteString(to, "event: error\ndata: {\"error\": \"secret\"}\n\nplan: secret\ndata: [\"secret\"]\ndata: secret\ndata: {\"secret\"")
		}).ServeHTTP(w, httptest.NewRequest("POST", "/run_sse", nil))
		got := w.Body.String()
		if strings.Contains(got, "secret") || !w.Flushed || !strings.Contains(got, "event: error\ndata: {\"error\":\"Internal Server Error\"}\n\n") {
			t.Errorf("cut at %d: %s", cut, got)
		}
		events := slices.DeleteFunc(strings.Split(got, "\n"), func(line string) bool { return !strings.HasPrefix(line, `data: {"actions"`) })
		if len(events) != 3 || !sameText(strings.TrimPrefix(events[0], "data: "), seenEvent) {
			t.Errorf("cut at %d: %s", cut, got)
		}
	}
}

func oneLine(text string) string { return strings.NewReplacer("\n", "", "\t", "").Replace(text) }
