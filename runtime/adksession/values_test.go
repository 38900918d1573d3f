package adksession_test

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"google.golang.org/adk/v2/session"
)

type flight struct {
	Number string    `json:"number"`
	Stop   *string   `json:"stop,omitempty"`
	At     time.Time `json:"at"`
}

// What ADK's service in memory keeps as it is, and its databases as JSON, is one here:
// its JSON form, from the moment it is set.
func TestValues(t *testing.T) {
	_, svc := open(t)
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	delta := map[string]any{
		"int": 5, "whole": float64(5), "float": 0.5, "text": "é", "list": []string{"a"}, "bytes": []byte{1, 2},
		"struct": flight{Number: "LH1", At: at}, "pointer": &flight{Number: "LH2", At: at}, "time": at, "nothing": (*flight)(nil),
		"map": map[string]any{"in": []any{flight{Number: "LH3", At: at}}}, "null": nil,
	}
	object := func(number string) map[string]any {
		return map[string]any{"number": number, "at": "2026-01-02T03:04:05Z"}
	}
	want := map[string]any{
		"int": 5, "whole": float64(5), "float": 0.5, "text": "é", "list": []any{"a"}, "bytes": "AQI=",
		"struct": object("LH1"), "pointer": object("LH2"), "time": "2026-01-02T03:04:05Z", "nothing": nil,
		"map": map[string]any{"in": []any{object("LH3")}}, "null": nil,
	}
	s := create(t, svc, delta)
	equal(t, "state created", stateOf(s), want)
	must(t, svc.Delete(t.Context(), &session.DeleteRequest{AppName: "app", UserID: "ann", SessionID: "s"}))
	s = create(t, svc, nil)
	for key, v := range delta {
		must(t, s.State().Set(key, v))
	}
	equal(t, "state set", stateOf(s), want)
	equal(t, "state stored", stateOf(get(t, svc)), map[string]any{})
	must(t, svc.AppendEvent(t.Context(), s, event("e", delta)))
	for _, s := range []session.Session{s, get(t, svc)} {
		equal(t, "state", stateOf(s), want)
		equal(t, "delta", s.Events().At(0).Actions.StateDelta, want)
	}
}

// A key that was set to nil is nil, as on ADK's services; one that never was is
// missing; and each is what the runtime's programs call not set.
func TestNull(t *testing.T) {
	kept, svc := open(t)
	s := create(t, svc, map[string]any{"a": 1, "user:a": 1})
	must(t, svc.AppendEvent(t.Context(), s, event("1", map[string]any{"a": nil, "user:a": nil, "app:a": nil, "temp:a": nil})))
	for _, s := range []session.Session{s, get(t, svc)} {
		for _, key := range []string{"a", "user:a", "app:a"} {
			if v, err := s.State().Get(key); v != nil || err != nil {
				t.Errorf("%s: %v, %v", key, v, err)
			}
		}
		if _, err := s.State().Get("b"); !errors.Is(err, session.ErrStateKeyNotExist) {
			t.Errorf("missing key: %v", err)
		}
		equal(t, "delta", s.Events().At(0).Actions.StateDelta, map[string]any{"a": nil, "user:a": nil, "app:a": nil})
	}
	rs, err := kept.Get(t.Context(), runtime.GetRequest{AppName: "app", UserID: "ann", SessionID: "s"})
	must(t, err)
	if _, err := rs.State().Get("a"); !runtime.IsMissing(err) {
		t.Errorf("the runtime finds a: %v", err)
	}
	must(t, svc.AppendEvent(t.Context(), s, event("2", map[string]any{"a": 2})))
	equal(t, "state", stateOf(get(t, svc)), map[string]any{"a": 2, "user:a": nil, "app:a": nil})
}

// Temp keys hold what a program likes. A session shows them from the event on, and
// nobody else ever.
func TestTemp(t *testing.T) {
	_, svc := open(t)
	s := create(t, svc, map[string]any{"temp:early": 1})
	handed := make(chan int)
	e := event("e", map[string]any{"temp:chan": handed, "temp:n": runtime.Op{Kind: runtime.OpSum, Operand: 2}, "k": 1})
	must(t, svc.AppendEvent(t.Context(), s, e))
	equal(t, "state", stateOf(s), map[string]any{"temp:chan": handed, "temp:n": 2, "k": 1})
	equal(t, "event given", e.Actions.StateDelta, map[string]any{"temp:chan": handed, "temp:n": 2, "k": 1})
	equal(t, "event shown", s.Events().At(0).Actions.StateDelta, map[string]any{"k": 1})
	equal(t, "state of others", stateOf(get(t, svc)), map[string]any{"k": 1})
}

// A value that no store takes is refused when it is set; the event of the step in
// which a tool was told so is stored without it, so that the run goes on.
func TestRefusedValues(t *testing.T) {
	circle := map[string]any{}
	circle["in"] = []any{circle}
	for name, bad := range map[string]any{
		"in itself": circle,
		"NUL":       "a\x00b", "not UTF-8": "\xff", "NaN": math.NaN(), "channel": make(chan int), "function": func() {},
		"in a struct": flight{Number: "\xff"}, "nested": map[string]any{"x": []any{"\x00"}}, "too big": uint64(math.MaxUint64), "operation in a list": []any{runtime.Op{}},
	} {
		t.Run(name, func(t *testing.T) {
			_, svc := open(t)
			s := create(t, svc, nil)
			var refused *runtime.ValueError
			if err := svc.AppendEvent(t.Context(), s, event("1", map[string]any{"bad": bad})); !errors.As(err, &refused) {
				t.Errorf("append: %v", err)
			}
			if err := s.State().Set("bad", bad); !errors.As(err, &refused) {
				t.Errorf("set: %v", err)
			}
			e := event("2", map[string]any{"bad": bad, "good": 1, "null": nil})
			must(t, svc.AppendEvent(t.Context(), s, e))
			want := map[string]any{"good": 1, "null": nil}
			equal(t, "state", stateOf(s), want)
			equal(t, "event given", e.Actions.StateDelta, want)
			equal(t, "event stored", get(t, svc).Events().At(0).Actions.StateDelta, want)
			if err := svc.AppendEvent(t.Context(), s, event("3", map[string]any{"bad": bad})); !errors.As(err, &refused) {
				t.Errorf("append after that: %v", err)
			}
		})
	}
	_, svc := open(t)
	if _, err := svc.Create(t.Context(), &session.CreateRequest{AppName: "app", UserID: "ann", State: map[string]any{"bad": "\x00"}}); err == nil {
		t.Error("Create takes a NUL")
	}
}

// A merge operation reaches the store, and what it came to the event.
func TestMerges(t *testing.T) {
	_, svc := open(t)
	create(t, svc, nil)
	sum := runtime.Op{Kind: runtime.OpSum, Operand: 1, Base: 10}
	var wg sync.WaitGroup
	for range 8 {
		s := get(t, svc)
		wg.Go(func() {
			for range 20 {
				e := event("", map[string]any{"n": sum, "user:log": runtime.Op{Kind: runtime.OpAppend, Operand: []any{"x"}}, "plain": 1})
				if err := svc.AppendEvent(t.Context(), s, e); err != nil {
					t.Error(err)
				}
				if _, err := json.Marshal(e.Actions.StateDelta); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	got := get(t, svc)
	n, err := got.State().Get("n")
	must(t, err)
	equal(t, "sum", n, 170)
	log, err := got.State().Get("user:log")
	must(t, err)
	equal(t, "appended", len(log.([]any)), 160)
	equal(t, "last event", got.Events().At(159).Actions.StateDelta["n"], 170)
}

// Set on a session's state is seen there alone, operations included.
func TestLocalState(t *testing.T) {
	_, svc := open(t)
	s := create(t, svc, map[string]any{"list": []any{"a"}, "n": 1})
	st := s.State()
	must(t, st.Set("n", runtime.Op{Kind: runtime.OpSum, Operand: 1}))
	must(t, runtime.Merge(st, "n", runtime.Op{Kind: runtime.OpSum, Operand: 1}))
	list := []any{"b"}
	must(t, st.Set("list", list))
	list[0] = "changed"
	got, err := st.Get("list")
	must(t, err)
	got.([]any)[0] = "changed"
	equal(t, "own state", stateOf(s), map[string]any{"list": []any{"b"}, "n": 3})
	equal(t, "stored state", stateOf(get(t, svc)), map[string]any{"list": []any{"a"}, "n": 1})
	must(t, svc.AppendEvent(t.Context(), get(t, svc), event("other", map[string]any{"n": 7})))
	must(t, svc.AppendEvent(t.Context(), s, event("own", map[string]any{"n": runtime.Op{Kind: runtime.OpSum, Operand: 2}})))
	equal(t, "sum", maps.Collect(s.State().All())["n"], 9)
}

// A handle may be used by any number of goroutines.
func TestOneHandle(t *testing.T) {
	_, svc := open(t)
	s := create(t, svc, nil)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 20 {
				must(t, s.State().Set("k", i))
				if err := svc.AppendEvent(t.Context(), s, event("", map[string]any{"k": i, "temp:k": i})); err != nil {
					t.Error(err)
				}
				_ = stateOf(s)
				if e := s.Events(); e.At(e.Len()-1) == nil {
					t.Error("no last event")
				}
			}
		})
	}
	wg.Wait()
	equal(t, "events", s.Events().Len(), 160)
	equal(t, "stored events", get(t, svc).Events().Len(), 160)
}
