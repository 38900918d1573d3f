package adksession_test

import (
	"context"
	"errors"
	"maps"
	"sync"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/adksession"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"
)

func sum(n int) runtime.Op { return runtime.Op{Kind: runtime.OpSum, Operand: n} }

func value(t *testing.T, s session.Session, key string) any {
	t.Helper()
	v, err := s.State().Get(key)
	must(t, err)
	return v
}

// Merge operations on temp keys add up over events, whether the session's state has
// seen them before or not, as they do on keys that are stored.
func TestTempMerges(t *testing.T) {
	for _, key := range []string{"temp:n", "n"} {
		_, svc := open(t)
		s := create(t, svc, nil)
		for i, shown := range []bool{false, false, true, true, false} {
			if shown { // as a tool does, before its event is stored
				must(t, s.State().Set(key, sum(1)))
				equal(t, key+" as set", value(t, s, key), i+1)
			}
			e := event("", map[string]any{key: sum(1)})
			must(t, svc.AppendEvent(t.Context(), s, e))
			equal(t, key, value(t, s, key), i+1)
			equal(t, key+" in the event", e.Actions.StateDelta[key], i+1)
		}
		// Two agents at the same time: both have merged before the first's event is stored.
		must(t, s.State().Set(key, sum(1)))
		must(t, s.State().Set(key, sum(1)))
		must(t, svc.AppendEvent(t.Context(), s, event("", map[string]any{key: sum(1)})))
		must(t, svc.AppendEvent(t.Context(), s, event("", map[string]any{key: sum(1)})))
		equal(t, key+" of both", value(t, s, key), 7)
		if err := svc.AppendEvent(t.Context(), s, event("", map[string]any{key: runtime.Op{Kind: runtime.OpAppend, Operand: []any{1}}})); err == nil {
			t.Errorf("%s: a number takes elements", key)
		}
		equal(t, key+" after an error", value(t, s, key), 7)
	}
}

// No merge is lost, whether on a session's state or in its events.
func TestMergesAtOnce(t *testing.T) {
	_, svc := open(t)
	s := create(t, svc, nil)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for range 1000 {
				if err := s.State().Set("own", sum(1)); err != nil {
					t.Error(err)
				}
			}
			for range 50 {
				if err := svc.AppendEvent(t.Context(), s, event("", map[string]any{"temp:n": sum(1), "n": sum(1)})); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	equal(t, "state", stateOf(s), map[string]any{"own": 16000, "temp:n": 800, "n": 800})
}

// An event that was stored may come again as it went on, with values in the place of
// its merge operations, from the same session or one that was read since.
func TestAppendedAgain(t *testing.T) {
	_, svc := open(t)
	s := create(t, svc, nil)
	e := event("e", map[string]any{"n": sum(1), "temp:n": sum(1), "gone": nil, "at": flight{Number: "LH1"}})
	must(t, svc.AppendEvent(t.Context(), s, e))
	for _, s := range []session.Session{s, get(t, svc)} {
		must(t, svc.AppendEvent(t.Context(), s, e))
		equal(t, "n", value(t, s, "n"), 1)
		equal(t, "events", s.Events().Len(), 1)
		again := event("e", map[string]any{"n": sum(1), "temp:n": sum(1), "gone": nil, "at": flight{Number: "LH1"}})
		must(t, svc.AppendEvent(t.Context(), s, again))
		for _, other := range []map[string]any{{"n": 2}, {"n": 1}, nil} {
			if err := svc.AppendEvent(t.Context(), s, event("e", other)); !errors.Is(err, runtime.ErrEventExists) {
				t.Errorf("another event under its ID, %v: %v", other, err)
			}
		}
	}
	equal(t, "events stored", get(t, svc).Events().Len(), 1)
}

// A session can still be read after its service was closed.
func TestClosed(t *testing.T) {
	kept := memory.New()
	svc := adksession.New(kept)
	s := create(t, svc, map[string]any{"n": 1})
	must(t, svc.AppendEvent(t.Context(), s, event("1", nil)))
	must(t, kept.Close())
	ctx := t.Context()
	_, getErr := svc.Get(ctx, &session.GetRequest{AppName: "app", UserID: "ann", SessionID: "s"})
	_, listErr := svc.List(ctx, &session.ListRequest{AppName: "app"})
	_, createErr := svc.Create(ctx, &session.CreateRequest{AppName: "app", UserID: "ann"})
	for what, err := range map[string]error{
		"append": svc.AppendEvent(ctx, s, event("2", map[string]any{"n": 2})), "get": getErr, "list": listErr, "create": createErr,
		"delete": svc.Delete(ctx, &session.DeleteRequest{AppName: "app", UserID: "ann", SessionID: "s"}),
	} {
		if !errors.Is(err, runtime.ErrClosed) {
			t.Errorf("%s: %v", what, err)
		}
	}
	equal(t, "state", stateOf(s), map[string]any{"n": 1})
	equal(t, "events", s.Events().Len(), 1)
}

// What an append with a canceled context leaves can be tried again.
func TestCanceled(t *testing.T) {
	_, svc := open(t)
	s := create(t, svc, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e := &session.Event{Author: "agent"}
	e.Actions.StateDelta = map[string]any{"n": sum(1), "temp:n": sum(1)}
	if err := svc.AppendEvent(ctx, s, e); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v", err)
	}
	equal(t, "state", stateOf(s), map[string]any{})
	must(t, svc.AppendEvent(t.Context(), s, e))
	equal(t, "state", stateOf(s), map[string]any{"n": 1, "temp:n": 1})
}

// A model's text may be cut in the middle of a character. The event is stored, with
// what JSON writes for such bytes.
func TestTextThatIsNotUTF8(t *testing.T) {
	_, svc := open(t)
	s := create(t, svc, nil)
	e := event("e", nil)
	e.Content = &genai.Content{Role: "model", Parts: []*genai.Part{{Text: "caf\xc3"}}}
	must(t, svc.AppendEvent(t.Context(), s, e))
	must(t, svc.AppendEvent(t.Context(), s, e)) // tried again
	equal(t, "text", textOf(get(t, svc).Events().At(0)), "caf\ufffd")
}

// A key whose name looks like the mark of another that was set to nil is a program's
// own, and makes no other key nil.
func TestNamesLikeMarks(t *testing.T) {
	_, svc := open(t)
	s := create(t, svc, map[string]any{"a": 1})
	delta := map[string]any{"_adk_null_a": 5, "_adk_null_c": "x", "user:_adk_null_b": nil, "_adk_null_": true}
	must(t, svc.AppendEvent(t.Context(), s, event("e", maps.Clone(delta))))
	s = get(t, svc)
	equal(t, "delta", s.Events().At(0).Actions.StateDelta, delta)
	for _, key := range []string{"c", "user:b"} {
		if _, err := s.State().Get(key); !errors.Is(err, session.ErrStateKeyNotExist) {
			t.Errorf("%s: %v", key, err)
		}
	}
	delta["a"] = 1
	equal(t, "state", stateOf(s), delta)
}
