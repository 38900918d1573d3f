package storetest

import (
	"errors"
	"math"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

var stateTests = []test{
	{"CreateRoutesByScope", func(e *env) {
		s := e.create(map[string]any{"a": 1, "user:b": "x", "app:c": true, "temp:d": "gone", "relay:token": "own"})
		e.wantStored(s, map[string]any{"a": 1, "user:b": "x", "app:c": true, "relay:token": "own"})
		e.wantState(e.createAs(app, user, "second", nil), map[string]any{"user:b": "x", "app:c": true})
		e.wantState(e.createAs(app, "other", id, nil), map[string]any{"app:c": true})
		e.wantState(e.createAs("other", user, id, nil), map[string]any{})
	}},
	{"CreateKeepsSharedState", func(e *env) {
		e.createAs(app, user, "first", map[string]any{"user:kept": 1, "user:set": 1})
		e.wantStored(e.create(map[string]any{"user:set": 2}), map[string]any{"user:kept": 1, "user:set": 2})
	}},
	{"AppendRoutesByScope", func(e *env) {
		s := e.create(nil)
		event := e.append(s, runtime.Delta{"a": 1, "user:b": "x", "app:c": true, "temp:d": "gone"})
		e.same("caller's delta", event.Actions.StateDelta,
			runtime.Delta{"a": 1, "user:b": "x", "app:c": true, "temp:d": "gone"})
		e.wantStored(s, map[string]any{"a": 1, "user:b": "x", "app:c": true})
		want := runtime.Delta{"a": 1, "user:b": "x", "app:c": true}
		e.same("delta in the handle", s.Events().At(0).Actions.StateDelta, want)
		e.same("delta in the store", e.get().Events().At(0).Actions.StateDelta, want)
		second := e.createAs(app, user, "second", nil)
		e.wantState(second, map[string]any{"user:b": "x", "app:c": true})
		e.wantState(e.createAs(app, "other", id, nil), map[string]any{"app:c": true})
		e.wantState(e.createAs("other", user, id, nil), map[string]any{})
	}},
	{"SameNameInEveryScope", func(e *env) {
		s := e.create(map[string]any{"x": "session", "user:x": "user", "app:x": "app"})
		e.append(s, runtime.Delta{"user:x": nil})
		e.wantStored(s, map[string]any{"x": "session", "app:x": "app"})
	}},
	{"NilUnsets", func(e *env) {
		s := e.create(map[string]any{"a": 1, "user:b": 2, "app:c": 3, "never": nil})
		e.wantStored(s, map[string]any{"a": 1, "user:b": 2, "app:c": 3})
		e.append(s, runtime.Delta{"a": nil, "user:b": nil, "app:c": nil, "missing": nil})
		e.wantStored(s, map[string]any{})
		e.wantMissing(s.State(), "a")
		e.append(s, runtime.Delta{"a": "back"})
		e.wantStored(s, map[string]any{"a": "back"})
	}},
	{"LastWriteWins", func(e *env) {
		s := e.create(map[string]any{"a": 0})
		first, second := e.get(), e.get()
		e.append(first, runtime.Delta{"a": 1, "first": true})
		e.append(second, runtime.Delta{"a": 2, "second": true})
		e.wantState(e.get(), map[string]any{"a": 2, "first": true, "second": true})
		e.wantState(first, map[string]any{"a": 1, "first": true})
		e.wantState(second, map[string]any{"a": 2, "second": true})
		e.wantState(s, map[string]any{"a": 0})
	}},
	{"StateOfHandleIsSnapshot", func(e *env) {
		s := e.create(map[string]any{"a": 1})
		before, events := s.State(), s.Events()
		e.append(s, runtime.Delta{"a": 2})
		e.wantValue(before, "a", 1)
		e.same("events taken before", events.Len(), 0)
		e.wantStored(s, map[string]any{"a": 2})
	}},
	{"NothingIsShared", nothingIsShared},
	{"BadInputWritesNothing", badInputWritesNothing},
}

// nothingIsShared changes everything that went in or came out.
func nothingIsShared(e *env) {
	value := func() map[string]any { return map[string]any{"list": []any{1, 2}} }
	in := map[string]any{"created": value(), "user:created": value()}
	s := e.create(in)
	spoil(in["created"])
	spoil(in["user:created"])
	event := change(runtime.Delta{"appended": value()})
	event.Content = &runtime.Content{Role: "model", Parts: []runtime.Part{
		{FunctionCall: &runtime.FunctionCall{Name: "f", Args: value()}},
	}}
	e.must(e.svc.AppendEvent(e.Context(), s, event))
	spoil(event.Actions.StateDelta["appended"])
	spoil(event.Content.Parts[0].FunctionCall.Args)
	for _, handle := range []*runtime.Session{s, e.get(), s, e.get()} {
		want := map[string]any{"created": value(), "user:created": value(), "appended": value()}
		e.wantState(handle, want)
		for key := range want {
			v, err := handle.State().Get(key)
			e.must(err)
			spoil(v)
		}
		for _, v := range handle.State().All() {
			spoil(v)
		}
		got := handle.Events().At(0)
		e.same("args", got.Content.Parts[0].FunctionCall.Args, value())
		e.same("delta", got.Actions.StateDelta, runtime.Delta{"appended": value()})
		spoil(got.Content.Parts[0].FunctionCall.Args)
		spoil(got.Actions.StateDelta["appended"])
		got.Author = "spoiled"
		e.same("author", handle.Events().At(0).Author, "test")
	}
}

func spoil(v any) {
	m := v.(map[string]any)
	m["list"].([]any)[0] = "spoiled"
	m["spoiled"] = true
}

// badInputWritesNothing pairs each bad part with good ones.
func badInputWritesNothing(e *env) {
	s := e.create(map[string]any{"a": 1})
	circle := map[string]any{}
	circle["self"] = circle
	bad := map[string]any{
		"channel": make(chan int), "function": func() {}, "NaN": math.NaN(), "infinity": math.Inf(-1),
		"NUL": "a\x00b", "invalid UTF-8": "a\xffb", "nested": []any{map[string]any{"x": []any{math.NaN()}}},
		"struct": struct{ A int }{1}, "pointer": new(int), "circle": circle, "bytes": []byte("x"),
		"complex": complex(1, 1), "int keys": map[int]string{1: "x"}, "big unsigned": uint64(math.MaxUint64),
		"NUL in a field name": map[string]any{"a\x00": 1},
	}
	for name, value := range bad {
		for _, key := range []string{"k", "user:k", "app:k", "temp:k"} {
			err := e.tryAppend(s, runtime.Delta{key: value, "good": 1, "user:good": 1})
			e.wantValueError(name, key, err)
			_, err = e.svc.Create(e.Context(), runtime.CreateRequest{
				AppName: app, UserID: user, SessionID: "bad", State: map[string]any{key: value, "user:good": 1}})
			e.wantValueError(name, key, err)
		}
	}
	for _, key := range []string{"", "user:", "app:", "a\x00b", "a\xff", strings.Repeat("k", 1025)} {
		err := e.tryAppend(s, runtime.Delta{key: 1, "good": 1})
		e.wantArgument(err, "key %.20q", key)
	}
	e.wantStored(s, map[string]any{"a": 1})
	e.same("events", s.Events().Len()+e.get().Events().Len(), 0)
	e.wantGone(user, "bad")
}

func (e *env) wantValueError(name, key string, err error) {
	e.Helper()
	var bad *runtime.ValueError
	if !errors.As(err, &bad) {
		e.Errorf("%s under %q: got error %v, want a *ValueError", name, key, err)
	} else if bad.Key != key {
		e.Errorf("%s under %q: the error names key %q", name, key, bad.Key)
	}
}
