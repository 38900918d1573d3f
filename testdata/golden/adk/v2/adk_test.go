package adkv2

import (
	"context"
	"crypto/rand"
	"errors"
	"iter"
	"maps"
	"reflect"
	"strings"
	"sync"
	"testing"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/session"
)

// host behaves as ADK does: a context's Set writes to its own delta and to
// the session's state, its Get answers from its own delta first, of several
// tools' deltas the last one wins per key, and an event that arrives sets the
// session's state to what its delta says.
type host struct {
	context.Context
	mu         sync.Mutex
	state      map[string]any
	user       string
	invocation string
	whole      bool // its service takes merge operations
}

func newHost() *host {
	return &host{
		Context: context.Background(), state: map[string]any{"step": "search"},
		user: "ann", invocation: rand.Text(),
	}
}

func (h *host) AppName() string                      { return "app" }
func (h *host) UserID() string                       { return h.user }
func (h *host) ID() string                           { return "s" }
func (h *host) SessionID() string                    { return "s" }
func (h *host) AgentName() string                    { return "flow" }
func (h *host) InvocationID() string                 { return h.invocation }
func (h *host) Session() session.Session             { return h }
func (h *host) session() *sessionState               { return &sessionState{h} }
func (h *host) ReadonlyState() session.ReadonlyState { return h.session() }

type sessionState struct{ *host }

func (s *sessionState) Get(key string) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v, ok := s.state[key]; ok {
		return v, nil
	}
	return nil, session.ErrStateKeyNotExist
}

func (s *sessionState) Set(key string, v any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state[key] = v
	return nil
}

func (s *sessionState) All() iter.Seq2[string, any] {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.All(maps.Clone(s.state))
}

// tool is the context of one tool call.
type tool struct {
	*host
	delta map[string]any
}

func (h *host) tool() *tool { return &tool{h, map[string]any{}} }

func (t *tool) State() session.State                              { return &toolState{t} }
func (t *tool) Session() session.Session                          { return nil }
func (t *tool) Actions() *session.EventActions                    { return &session.EventActions{StateDelta: t.delta} }
func (t *tool) Path() string                                      { return "" }
func (t *tool) WithDelta(*agent.CommonContextDelta) agent.Context { return t }

// callback hides its actions.
type callback struct{ *tool }

func (callback) Actions() *session.EventActions { return nil }

// node is the context of a workflow's node, whose writes no event has.
type node struct {
	*tool
	path string
}

func (n node) Session() session.Session                          { return n.host }
func (n node) Actions() *session.EventActions                    { return nil }
func (n node) Path() string                                      { return n.path }
func (n node) WithDelta(*agent.CommonContextDelta) agent.Context { return n }

// mock is what agent.ContextMock is.
type mock struct{ node }

func (m mock) Session() session.Session                          { return nil }
func (m mock) WithDelta(*agent.CommonContextDelta) agent.Context { return m }

// TestDroppedWrites writes where ADK stores it and where it doesn't. What was refused is not seen.
func TestDroppedWrites(t *testing.T) {
	r := newRunner(t)
	for _, ctx := range []agent.Context{r.tool(), callback{r.tool()}, mock{node{r.tool(), ""}}} {
		if err := errors.Join(For(ctx).SetName("Ann"), For(ctx).AddUserCounter(1)); err != nil {
			t.Errorf("%T: %v", ctx, err)
		}
	}
	for path, want := range map[string]string{
		"flow@1/count@1": `the function of workflow node "flow@1/count@1"`, "": `Run of agent "flow"`,
	} {
		ctx := For(node{r.tool(), path})
		for _, err := range []error{ctx.SetName("Bob"), ctx.AddUserCounter(1), ctx.ClearCart()} {
			if err == nil || !strings.Contains(err.Error(), "ADK drops what "+want+" writes") {
				t.Errorf("%q: got %v", path, err)
			}
		}
		name, _, _ := ctx.Name()
		if n, err := ctx.UserCounter(); name != "Ann" || n != 3 || err != nil {
			t.Errorf("%q: name is %q, counter %d, %v", path, name, n, err)
		}
		if err := (liveState{node{r.tool(), path}}).Set("temp:draft", "x"); err != nil {
			t.Errorf("%q: a temp key lasts for the run: %v", path, err)
		}
	}
}

type toolState struct{ *tool }

func (s *toolState) Get(key string) (any, error) {
	if v, ok := s.delta[key]; ok {
		return v, nil
	}
	return s.session().Get(key)
}

func (s *toolState) Set(key string, v any) error {
	s.delta[key] = v
	return s.session().Set(key, v)
}

func (s *toolState) All() iter.Seq2[string, any] { return s.session().All() }

var _ agent.Context = (*tool)(nil)

// runner is a run of an agent with the plugin.
type runner struct {
	*host
	t      *testing.T
	plugin *plugin.Plugin
}

func newRunner(t *testing.T) *runner {
	t.Helper()
	return newHost().run(t)
}

func (h *host) run(t *testing.T) *runner {
	t.Helper()
	p, err := Plugin()
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{h, t, p}
	if content, err := p.BeforeRunCallback()(r); content != nil || err != nil {
		t.Fatalf("got %v, %v", content, err)
	}
	t.Cleanup(func() { p.AfterRunCallback()(r) })
	return r
}

// plug shows an event to the plugin. One that it returned would be kept from
// other plugins.
func (r *runner) plug(event *session.Event) {
	r.t.Helper()
	if other, err := r.plugin.OnEventCallback()(r, event); other != nil || err != nil {
		r.t.Fatalf("got %v, %v", other, err)
	}
}

// arrive lets an event arrive at the session.
func (r *runner) arrive(event *session.Event) {
	r.t.Helper()
	for key, v := range event.Actions.StateDelta {
		if err := r.session().Set(key, v); err != nil {
			r.t.Fatal(err)
		}
	}
}

func eventOf(delta map[string]any) *session.Event {
	return &session.Event{Actions: session.EventActions{StateDelta: delta}}
}

// call calls tools at the same time and returns the event that ADK makes of
// their deltas.
func (r *runner) call(calls ...func(*State) error) *session.Event {
	r.t.Helper()
	var wg sync.WaitGroup
	tools := make([]*tool, len(calls))
	errs := make([]error, len(calls))
	for i, call := range calls {
		tools[i] = r.tool()
		wg.Go(func() { errs[i] = call(For(tools[i])) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		r.t.Fatal(err)
	}
	event := eventOf(map[string]any{})
	for _, tool := range tools {
		maps.Copy(event.Actions.StateDelta, tool.delta)
	}
	r.plug(event)
	return event
}

func TestParallelToolsLoseNoMerge(t *testing.T) {
	r := newRunner(t)
	r.state["user:counter"] = 1.0
	var calls []func(*State) error
	for range 20 {
		calls = append(calls, func(s *State) error {
			return errors.Join(s.AddUserCounter(1), s.AppendCart("seat"), s.AddHits("home", 2), s.SetName("Ann"))
		})
	}
	delta := r.call(calls...).Actions.StateDelta
	if got := delta["user:counter"]; got != 21 {
		t.Errorf("counter is %v, want 21", got)
	}
	if got := delta["hits_home"]; got != 40 {
		t.Errorf("hits are %v, want 40", got)
	}
	if got, _ := delta["cart"].([]any); len(got) != 20 {
		t.Errorf("cart has %d items, want 20", len(got))
	}
	if delta["name"] != "Ann" {
		t.Errorf("name is %v", delta["name"])
	}
}

func TestReadAfterMergeOfAnotherTool(t *testing.T) {
	r := newRunner(t)
	first, second := For(r.tool()), For(r.tool())
	if err := errors.Join(first.AddUserCounter(1), second.AddUserCounter(1)); err != nil {
		t.Fatal(err)
	}
	if n, err := first.UserCounter(); n != 2 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
}

// An agent's event may arrive after another agent has merged again.
func TestParallelAgentsLoseNoMerge(t *testing.T) {
	r := newRunner(t)
	first, second := r.tool(), r.tool()
	add := func(tool *tool) {
		t.Helper()
		if err := For(tool).AddUserCounter(1); err != nil {
			t.Fatal(err)
		}
	}
	add(first)
	event := eventOf(first.delta)
	r.plug(event)
	add(second)
	r.arrive(event)
	add(second)
	event = eventOf(second.delta)
	r.plug(event)
	r.arrive(event)
	if n, err := Of(r.session()).UserCounter(); n != 3 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
}

// Deltas of events that were made without SetDelta stand.
func TestForeignDeltaStands(t *testing.T) {
	r := newRunner(t)
	r.call(func(s *State) error { return s.AddUserCounter(5) })
	event := eventOf(map[string]any{"user:counter": 1, "cart": nil})
	r.plug(event)
	if want := map[string]any{"user:counter": 1, "cart": nil}; !reflect.DeepEqual(event.Actions.StateDelta, want) {
		t.Errorf("got %v", event.Actions.StateDelta)
	}
	delta := r.call(func(s *State) error { return s.AddUserCounter(1) }).Actions.StateDelta
	if delta["user:counter"] != 2 {
		t.Errorf("got %v", delta)
	}
}

func TestRunsAreApart(t *testing.T) {
	r := newRunner(t)
	r.call(func(s *State) error { return s.AddUserCounter(5) })
	delta := newRunner(t).call(func(s *State) error { return s.AddUserCounter(1) }).Actions.StateDelta
	if delta["user:counter"] != 1 {
		t.Errorf("got %v", delta)
	}
}

func TestSetDelta(t *testing.T) {
	r := newRunner(t)
	r.state["user:counter"] = 4
	event := &session.Event{}
	delta := NewDelta().AddUserCounter(2).AppendCart("12A").SetStep("pay").ClearName()
	if err := SetDelta(r, event, delta); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"user:counter": 6, "cart": []any{"12A"}, "name": nil, "step": "pay"}
	if !reflect.DeepEqual(event.Actions.StateDelta, want) {
		t.Errorf("got %v", event.Actions.StateDelta)
	}
	if err := SetDelta(r, &session.Event{}, NewDelta().AddUserCounter(1)); err != nil {
		t.Fatal(err)
	}
	r.plug(event)
	want["user:counter"] = 7
	if !reflect.DeepEqual(event.Actions.StateDelta, want) {
		t.Errorf("after the plugin: %v", event.Actions.StateDelta)
	}
	if err := SetDelta(r, event, NewDelta().SetName("\xff")); err == nil {
		t.Error("an error of the delta is lost")
	}
	if err := SetDelta(r.tool(), event, NewDelta()); err == nil {
		t.Error("a tool's context has no session")
	}
}

// service applies deltas as ADK's does.
type service struct{ err error }

func (s service) AppendEvent(_ context.Context, sess session.Session, event *session.Event) error {
	if s.err != nil {
		return s.err
	}
	for key, v := range event.Actions.StateDelta {
		if err := sess.State().Set(key, v); err != nil {
			return err
		}
	}
	return nil
}

func TestAppendDelta(t *testing.T) {
	h := newHost()
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			if err := AppendDelta(h, service{}, h, &session.Event{}, NewDelta().AddUserCounter(1)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n, err := Of(h.State()).UserCounter(); n != 10 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	down := errors.New("down")
	if err := AppendDelta(h, service{down}, h, &session.Event{}, NewDelta().AddUserCounter(1)); !errors.Is(err, down) {
		t.Errorf("got %v", err)
	}
	if n, _ := Of(h.State()).UserCounter(); n != 10 {
		t.Errorf("a failed append left %d", n)
	}
}

func TestMissingKeyIsKnown(t *testing.T) {
	h := newHost()
	if _, ok, err := Of(h.State()).Name(); ok || err != nil {
		t.Errorf("got %v, %v", ok, err)
	}
}

func TestProviders(t *testing.T) {
	h := newHost()
	text, err := GreeterProvider(h)
	if want := "Hello , you are at search."; text != want || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
	load := func(_ agent.ReadonlyContext, name string) (string, error) { return "<" + name + ">", nil }
	text, err = ReaderProvider(load)(h)
	if want := "Read <notes.txt>."; text != want || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}
