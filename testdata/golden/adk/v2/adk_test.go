package adkv2

import (
	"context"
	"errors"
	"iter"
	"maps"
	"reflect"
	"sync"
	"testing"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
)

// host behaves as ADK does: a context's Set writes to its own delta and to
// the session's state, its Get answers from its own delta first, and of
// several tools' deltas the last one wins per key.
type host struct {
	context.Context
	mu    sync.Mutex
	state map[string]any
}

func newHost() *host {
	return &host{Context: context.Background(), state: map[string]any{"step": "search"}}
}

func (h *host) ID() string                           { return "s" }
func (h *host) State() session.State                 { return h.session() }
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

func (t *tool) State() session.State { return &toolState{t} }

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

// run calls tools at the same time and returns the event that ADK makes of
// their deltas.
func run(t *testing.T, h *host, calls ...func(*State) error) *session.Event {
	t.Helper()
	var wg sync.WaitGroup
	tools := make([]*tool, len(calls))
	errs := make([]error, len(calls))
	for i, call := range calls {
		tools[i] = &tool{h, map[string]any{}}
		wg.Go(func() { errs[i] = call(For(tools[i])) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	event := &session.Event{Actions: session.EventActions{StateDelta: map[string]any{}}}
	for _, tool := range tools {
		maps.Copy(event.Actions.StateDelta, tool.delta)
	}
	p, err := Plugin()
	if err != nil {
		t.Fatal(err)
	}
	event, err = p.OnEventCallback()(h, event)
	if err != nil {
		t.Fatal(err)
	}
	return event
}

func TestParallelToolsLoseNoMerge(t *testing.T) {
	h := newHost()
	h.state["user:counter"] = 1.0
	var calls []func(*State) error
	for range 20 {
		calls = append(calls, func(s *State) error {
			return errors.Join(s.AddUserCounter(1), s.AppendCart("seat"), s.AddHits("home", 2), s.SetName("Ann"))
		})
	}
	delta := run(t, h, calls...).Actions.StateDelta
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
	h := newHost()
	first, second := For(&tool{h, map[string]any{}}), For(&tool{h, map[string]any{}})
	if err := errors.Join(first.AddUserCounter(1), second.AddUserCounter(1)); err != nil {
		t.Fatal(err)
	}
	if n, err := first.UserCounter(); n != 2 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
}

func TestSetDelta(t *testing.T) {
	h := newHost()
	h.state["user:counter"] = 4
	event := &session.Event{}
	delta := NewDelta().AddUserCounter(2).AppendCart("12A").SetName("Ann").ClearStep()
	if err := SetDelta(event, h.State(), delta); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"user:counter": 6, "cart": []any{"12A"}, "name": "Ann", "step": nil}
	if !reflect.DeepEqual(event.Actions.StateDelta, want) {
		t.Errorf("got %v", event.Actions.StateDelta)
	}
	p, _ := Plugin()
	if _, err := p.OnEventCallback()(h, event); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(event.Actions.StateDelta, want) {
		t.Errorf("after the plugin: %v", event.Actions.StateDelta)
	}
	if err := SetDelta(event, h.State(), NewDelta().SetName("\xff")); err == nil {
		t.Error("an error of the delta is lost")
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
