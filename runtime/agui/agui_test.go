package agui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
)

func equal(t testing.TB, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\ngot  %v\nwant %v", what, got, want)
	}
}

// values is a state without what travels with it.
func (t *tab) values() map[string]any {
	out := maps.Clone(t.state)
	delete(out, baseKey)
	return out
}

// TestRun looks at all that is told of a run.
func TestRun(t *testing.T) {
	s := open(t)
	call := &runtime.Content{Role: "model", Parts: []runtime.Part{{
		FunctionCall: &runtime.FunctionCall{Name: "search", Args: map[string]any{"to": "Oslo"}},
	}}}
	result := &runtime.Content{Role: "user", Parts: []runtime.Part{{
		FunctionResponse: &runtime.FunctionResponse{Name: "search", Response: map[string]any{"n": 2}},
	}}}
	partial := says("desk", "Here ")
	partial.Partial = true
	s.agents = does(
		&runtime.Event{Author: "search", Content: call},
		&runtime.Event{Author: "search", Content: result, Actions: runtime.Actions{StateDelta: runtime.Delta{
			"offers": []any{1, 2}, "a/b~c": "x", "secret": "hidden-1", "user:name": "Ann", "temp:hint": "soon",
		}}},
		sets(runtime.Delta{"a/b~c": "y", "user:name": nil}),
		partial, says("desk", "Here they are."),
	)
	tab := s.tab("t")
	tab.run("Oslo, please")
	equal(t, "events", tab.types(), strings.TrimSpace(`
RUN_STARTED
STATE_SNAPSHOT
STEP_STARTED search
TOOL_CALL_START search
TOOL_CALL_ARGS {"to":"Oslo"}
TOOL_CALL_END
TOOL_CALL_RESULT {"n":2}
STATE_DELTA
STEP_FINISHED search
STEP_STARTED desk
TEXT_MESSAGE_START desk
TEXT_MESSAGE_CONTENT Here 
TEXT_MESSAGE_CONTENT they are.
TEXT_MESSAGE_END
STEP_FINISHED desk
STATE_DELTA
RUN_FINISHED`))
	equal(t, "state", tab.values(), map[string]any{"offers": []any{1.0, 2.0}, "a/b~c": "y"})
	var patched []string
	for _, e := range tab.seen {
		ops, _ := e["delta"].([]any)
		for _, op := range ops {
			if op := op.(map[string]any); op["path"] == "/a~1b~0c" || op["path"] == "/user:name" {
				patched = append(patched, fmt.Sprint(op))
			}
		}
	}
	equal(t, "patches", patched, []string{
		"map[op:add path:/a~1b~0c value:x]", "map[op:add path:/user:name value:Ann]",
		"map[op:replace path:/a~1b~0c value:y]", "map[op:remove path:/user:name]",
	})
	if wire := tab.wire.String(); strings.Contains(wire, "hidden-1") || !strings.Contains(wire, "soon") {
		t.Errorf("on the wire: %s", wire)
	}
	tab.run("")
	equal(t, "events of a run that says nothing", tab.types(), "RUN_STARTED\nSTATE_SNAPSHOT\nRUN_FINISHED")
	equal(t, "events stored", s.session("ann", "t").Events().Len(), 4)
}

// TestParallelAgents: those in branches beside each other are at work together.
func TestParallelAgents(t *testing.T) {
	s := open(t)
	in := func(branch string, e *runtime.Event) *runtime.Event { e.Branch = branch; return e }
	s.agents = does(in("scouts.a", says("a", "1")), in("scouts.b", says("b", "2")), in("scouts.a", says("a", "3")), says("desk", "4"))
	tab := s.tab("t")
	tab.run("go")
	var steps []string
	for line := range strings.Lines(tab.types()) {
		if step, ok := strings.CutPrefix(line, "STEP_"); ok {
			steps = append(steps, strings.TrimSpace(step))
		}
	}
	equal(t, "steps", steps, []string{"STARTED a", "STARTED b", "FINISHED a", "FINISHED b", "STARTED desk", "FINISHED desk"})
}

// TestStaleTab: a tab that sends back what it has takes nothing back, and a change of a key that others
// have changed is answered with the value of now.
func TestStaleTab(t *testing.T) {
	s := open(t)
	old, other := s.tab("t"), s.tab("t")
	old.run("")
	other.run("")
	other.state["city"], other.state["seat"] = "Oslo", "1A"
	other.run("")
	old.run("")
	equal(t, "after a stale tab", old.values(), map[string]any{"city": "Oslo", "seat": "1A"})
	other.state["city"] = "Rome"
	other.run("")
	old.state["city"], old.state["seat"] = "Bern", "2B"
	s.agents = does(says("desk", "must not be asked"))
	old.run("Go on")
	equal(t, "events", old.types(), "RUN_STARTED\nCUSTOM state.conflict\nSTATE_SNAPSHOT\nRUN_ERROR state.conflict")
	conflict := old.last("CUSTOM")["value"].(map[string]any)
	equal(t, "conflicts", conflict["conflicts"], []any{"city"})
	equal(t, "value of now", conflict["values"].(map[string]any)["city"], "Rome")
	equal(t, "state", old.values(), map[string]any{"city": "Rome", "seat": "1A"})
	old.state["city"] = "Bern" // now that it has seen Rome
	delete(old.state, "seat")
	old.run("")
	equal(t, "state after another try", old.values(), map[string]any{"city": "Bern"})
	equal(t, "of the other tab", other.values(), map[string]any{"city": "Rome", "seat": "1A"})
}

// TestWithoutBase: a program that replaces its state loses the base, and nothing else.
func TestWithoutBase(t *testing.T) {
	s := open(t)
	tab := s.tab("t")
	tab.state = map[string]any{"city": "Oslo", "seat": nil}
	tab.run("")
	equal(t, "initial state", tab.values(), map[string]any{"city": "Oslo"})
	tab.state = map[string]any{"city": "Oslo", "seat": "1A"}
	tab.run("")
	equal(t, "state", tab.values(), map[string]any{"city": "Oslo", "seat": "1A"})
	tab.state = map[string]any{"city": "Rome"}
	tab.run("")
	equal(t, "how it ends", tab.last("RUN_ERROR")["code"], "state.conflict")
	equal(t, "state", tab.values(), map[string]any{"city": "Oslo", "seat": "1A"})
}

// TestRefused: what clients may not set is refused with each key, and nothing is stored.
func TestRefused(t *testing.T) {
	s := open(t)
	s.agents = does(says("desk", "must not be asked"))
	tab := s.tab("t")
	tab.run("")
	tab.state["app:news"], tab.state["secret"], tab.state["city"] = "100%", 1, "Oslo"
	tab.run("Go on")
	equal(t, "events", tab.types(), "RUN_STARTED\nCUSTOM state.refused\nRUN_ERROR state.refused")
	equal(t, "keys", len(tab.last("CUSTOM")["value"].(map[string]any)["errors"].([]any)), 2)
	equal(t, "events stored", s.session("ann", "t").Events().Len(), 0)
	delete(tab.state, "app:news")
	delete(tab.state, "secret")
	tab.run("")
	equal(t, "state", tab.values(), map[string]any{"city": "Oslo"})
}

// TestMerged: a state has the sum, and doesn't say what was added.
func TestMerged(t *testing.T) {
	s := open(t)
	tab := s.tab("t")
	tab.run("")
	s.write("t", runtime.Delta{"likes": 5})
	tab.run("")
	tab.state["likes"] = 7
	tab.run("")
	equal(t, "how it ends", tab.last("RUN_ERROR")["code"], "state.refused")
	equal(t, "status", s.ask("PATCH", "/agui/state?threadId=t", `{"id": "c", "set": {"likes": 2}}`).StatusCode, 200)
	tab.state["likes"] = 5
	tab.run("")
	equal(t, "state", tab.values(), map[string]any{"likes": 7.0})
}

// TestLostAnswer: a change that is sent again counts once, also after others have written.
func TestLostAnswer(t *testing.T) {
	s := open(t)
	tab := s.tab("t")
	tab.run("")
	const change = `{"id": "c1", "base": {}, "set": {"city": "Oslo"}}`
	answered := func(body string, status int, part string) {
		t.Helper()
		answer := s.ask("PATCH", "/agui/state?threadId=t", body)
		text, _ := io.ReadAll(answer.Body)
		if answer.StatusCode != status || !strings.Contains(string(text), part) {
			t.Errorf("%s: got %s %s", body, answer.Status, text)
		}
	}
	answered(change, 200, `"city":"Oslo"`)
	s.write("t", runtime.Delta{"city": "Rome"})
	answered(change, 200, `"city":"Rome"`)
	answered(`{"id": "c2", "base": {"city": "Oslo"}, "set": {"city": "Bern"}}`, 409, `"conflicts":["city"]`)
	answered(`{"id": "c3", "base": {"city": "Rome"}, "set": {"secret": 1, "app:news": 2}}`, 422, `"app:news"`)
	answered(`{"id": "c4", "base": {"city": "Rome"}, "set": {"city": "Bern"}}`, 200, `"city":"Bern"`)
	equal(t, "events stored", s.session("ann", "t").Events().Len(), 3)
	in := map[string]any{"threadId": "t", "runId": "r", "messages": []any{}, "state": map[string]any{"seat": "1A"}}
	tab.send(in)
	tab.send(in)
	equal(t, "events stored", s.session("ann", "t").Events().Len(), 4)
}

// TestHostile sends what no client sends that means well.
func TestHostile(t *testing.T) {
	s := open(t)
	s.agents = does(says("desk", "must not be asked"))
	s.tab("t").run("")
	const run = `{"threadId": "t", "runId": "r", "messages": [], "state": `
	for _, c := range []struct {
		method, path, body string
		header             []string
		status             int
	}{
		{"POST", "/agui", run + `{}}`, []string{"User", ""}, 401},
		{"GET", "/agui", "", nil, 405},
		{"DELETE", "/agui/state?threadId=t", "", nil, 405},
		{"POST", "/agui", run + `{}}`, []string{"Content-Type", "text/plain"}, 415},
		{"PATCH", "/agui/state?threadId=t", `{}`, []string{"Content-Type", "application/x-www-form-urlencoded"}, 415},
		{"POST", "/agui", run + `"` + strings.Repeat("x", maxBody) + `"}`, nil, 413},
		{"POST", "/agui", `nonsense`, nil, 400},
		{"POST", "/agui", `{"threadId": "", "runId": "r"}`, nil, 400},
		{"POST", "/agui", `{"threadId": "a\u0000b", "runId": "r"}`, nil, 400},
		{"POST", "/agui", `{"threadId": "` + strings.Repeat("x", 1000) + `", "runId": "r"}`, nil, 400},
		{"POST", "/agui", `{"threadId": "t", "messages": [{"id": "m", "role": "user", "content": 1}]}`, nil, 400},
		{"POST", "/agui", `{"threadId": "t", "messages": [{"id": "m", "role": "user", "content": [{"type": "image"}]}]}`, nil, 400},
		{"POST", "/agui", `{"threadId": "t", "resume": [{"interruptId": "x:y", "status": "resolved"}]}`, nil, 400},
		{"GET", "/agui/state?threadId=t", "", []string{"User", "eve"}, 404},
		{"GET", "/agui/state?threadId=unknown", "", nil, 404},
		{"PATCH", "/agui/state?threadId=t", `{"id": "c", "set": {"city": "Rome"}}`, []string{"User", "eve"}, 404},
	} {
		answer := s.ask(c.method, c.path, c.body, c.header...)
		if answer.StatusCode != c.status {
			text, _ := io.ReadAll(answer.Body)
			t.Errorf("%s %s %.80s: got %s %s, want %d", c.method, c.path, c.body, answer.Status, text, c.status)
		}
	}
	for _, state := range []string{`[]`, `"text"`, `{"$base": 1}`, `{"$base": {"city": 1}}`} {
		text, _ := io.ReadAll(s.ask("POST", "/agui", run+state+`}`).Body)
		if !strings.Contains(string(text), `"code":"bad_request"`) {
			t.Errorf("state %s: %s", state, text)
		}
	}
	equal(t, "events stored", s.session("ann", "t").Events().Len(), 0)
}

// TestAgentsFail: what an error says stays on the server.
func TestAgentsFail(t *testing.T) {
	s := open(t)
	s.agents = func(context.Context, *runtime.Invocation, *runtime.Content) events {
		return func(yield func(*runtime.Event, error) bool) {
			_ = yield(says("desk", "One moment."), nil) && yield(nil, errors.New("card 4711 was declined"))
		}
	}
	tab := s.tab("t")
	tab.run("pay")
	equal(t, "last event", tab.seen[len(tab.seen)-1]["code"], "failed")
	if strings.Contains(tab.wire.String(), "4711") {
		t.Error("the error is on the wire")
	}
}

// TestConfirmation goes once around: a tool waits for a word, and gets it.
func TestConfirmation(t *testing.T) {
	s := open(t)
	asks := &runtime.Content{Role: "model", Parts: []runtime.Part{{FunctionCall: &runtime.FunctionCall{
		ID: "c1", Name: confirmation, Args: map[string]any{
			"originalFunctionCall": map[string]any{"id": "f1", "name": "charge", "args": map[string]any{"euros": 90}},
			"toolConfirmation":     map[string]any{"hint": "Charge 90 euros?"},
		},
	}}}}
	s.agents = does(&runtime.Event{Author: "desk", Content: asks})
	tab := s.tab("t")
	tab.run("pay")
	outcome := tab.last("RUN_FINISHED")["outcome"].(map[string]any)
	asked := outcome["interrupts"].([]any)[0].(map[string]any)
	equal(t, "question", []any{outcome["type"], asked["reason"], asked["message"], asked["toolCallId"]},
		[]any{"interrupt", "tool_call", "Charge 90 euros?", "f1"})
	for _, c := range []struct {
		answer map[string]any
		want   bool
	}{
		{map[string]any{"status": "resolved", "payload": map[string]any{"confirmed": true}}, true},
		{map[string]any{"status": "resolved", "payload": true}, true},
		{map[string]any{"status": "resolved", "payload": "yes"}, false},
		{map[string]any{"status": "resolved"}, false},
		{map[string]any{"status": "cancelled", "payload": true}, false},
	} {
		var heard *runtime.Content
		s.agents = func(_ context.Context, _ *runtime.Invocation, said *runtime.Content) events {
			heard = said
			return func(func(*runtime.Event, error) bool) {}
		}
		c.answer["interruptId"] = asked["id"]
		tab.send(map[string]any{"threadId": "t", "resume": []any{c.answer}})
		got := heard.Parts[0].FunctionResponse
		equal(t, fmt.Sprint(c.answer), []any{got.ID, got.Name, got.Response["confirmed"]}, []any{"c1", confirmation, c.want})
	}
}

// TestToolOfClient: what a tool in the browser returns goes to the agents, and results of
// their own don't come back to them.
func TestToolOfClient(t *testing.T) {
	s := open(t)
	var heard *runtime.Content
	s.agents = func(_ context.Context, _ *runtime.Invocation, said *runtime.Content) events {
		heard = said
		return func(func(*runtime.Event, error) bool) {}
	}
	calls := map[string]any{"id": "a", "role": "assistant", "toolCalls": []any{
		map[string]any{"id": "f1", "function": map[string]any{"name": "place", "arguments": "{}"}},
	}}
	result := map[string]any{"id": "b", "role": "tool", "toolCallId": "f1", "content": `{"city": "Oslo"}`}
	tab := s.tab("t")
	tab.send(map[string]any{"threadId": "t", "messages": []any{calls, result}})
	got := heard.Parts[0].FunctionResponse
	equal(t, "result", []any{got.ID, got.Name, got.Response}, []any{"f1", "place", map[string]any{"city": "Oslo"}})
	result["id"] = resultPrefix + "f1"
	heard = nil
	tab.send(map[string]any{"threadId": "t", "messages": []any{calls, result}})
	if heard != nil {
		t.Errorf("the agents hear of their own result: %+v", heard)
	}
}

// TestOneRead: a change costs one read of the store, however many look at it.
func TestOneRead(t *testing.T) {
	const clients, changes = 200, 20
	kept := &counted{memory.NewStore(), make(chan struct{}, 10000)}
	s := open(t, func(c *Config) { c.Service = runtime.NewService(kept) })
	s.tab("t").run("")
	done := make(chan map[string]any, clients)
	ready := make(chan bool, clients)
	for range clients {
		tab := s.tab("t")
		stream := s.ask("GET", "/agui/state?threadId=t", "").Body
		go func() {
			told := false
			tab.read(stream, func() bool {
				if _, begun := tab.state[baseKey]; begun && !told {
					told = true
					ready <- true
				}
				return tab.state["city"] == fmt.Sprint(changes)
			})
			done <- tab.values()
		}()
	}
	for range clients {
		<-ready
	}
	session := s.session("ann", "t")
	s.agents = func(ctx context.Context, inv *runtime.Invocation, _ *runtime.Content) events {
		return func(yield func(*runtime.Event, error) bool) {
			for i := range changes {
				e := sets(runtime.Delta{"city": fmt.Sprint(i + 1)})
				if !yield(e, s.svc.AppendEvent(ctx, session, e)) {
					return
				}
			}
		}
	}
	before := len(kept.loads)
	s.tab("t").run("go")
	reads := len(kept.loads) - before
	for range clients {
		equal(t, "state", (<-done)["city"], fmt.Sprint(changes))
	}
	if reads > changes+3 { // the run reads when it begins and ends, and here it asks for its session
		t.Errorf("%d changes cost %d reads", changes, reads)
	}
}

// TestOthersChange: what another program stores is seen, in a run under way, too.
func TestOthersChange(t *testing.T) {
	s := open(t, func(c *Config) { c.Poll = time.Millisecond })
	tab, running := s.tab("t"), s.tab("t")
	tab.run("")
	stream := s.ask("GET", "/agui/state?threadId=t", "").Body
	seen := make(chan bool)
	s.agents = func(context.Context, *runtime.Invocation, *runtime.Content) events {
		return func(func(*runtime.Event, error) bool) {
			s.write("t", runtime.Delta{"offers": []any{"LH400"}})
			<-seen
		}
	}
	go func() {
		tab.read(stream, func() bool { return tab.state["offers"] != nil })
		close(seen)
	}()
	running.run("wait")
	equal(t, "state", running.values(), map[string]any{"offers": []any{"LH400"}})
	if err := s.svc.Delete(t.Context(), runtime.DeleteRequest{AppName: "app", UserID: "ann", SessionID: "t"}); err != nil {
		t.Fatal(err)
	}
	tab.read(stream, func() bool { return false }) // ends, because the session has
}

// TestCutStream: agents stop when the client is gone, and nobody looks at the session any more.
func TestCutStream(t *testing.T) {
	s := open(t)
	stopped := make(chan error)
	s.agents = func(ctx context.Context, _ *runtime.Invocation, _ *runtime.Content) events {
		return func(yield func(*runtime.Event, error) bool) {
			yield(says("desk", "One moment."), nil)
			<-ctx.Done()
			stopped <- ctx.Err()
		}
	}
	h := s.Config.Handler.(*handler)
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "POST", s.URL+"/agui", strings.NewReader(
		`{"threadId": "t", "runId": "r", "state": {"city": "Oslo"}, "messages": [{"id": "m", "role": "user", "content": "go"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User", "ann")
	answer, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	tab := s.tab("t")
	tab.read(answer.Body, func() bool { return tab.last("TEXT_MESSAGE_END") != nil })
	cancel()
	if err := <-stopped; !errors.Is(err, context.Canceled) {
		t.Errorf("the agents stop with %v", err)
	}
	s.Close() // waits for the handler
	h.live.mu.Lock()
	equal(t, "rooms", len(h.live.rooms), 0)
	h.live.mu.Unlock()
	if got, err := s.session("ann", "t").State().Get("city"); got != "Oslo" {
		t.Errorf("city is %v, %v", got, err)
	}
}

func TestConfig(t *testing.T) {
	_, err := NewHandler(Config{AppName: "app", Service: memory.New(), Clients: contract(t)})
	equal(t, "error", fmt.Sprint(err), "agui: Config.Run and Config.User must be given")
}
