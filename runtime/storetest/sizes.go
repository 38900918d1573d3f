package storetest

import (
	"errors"
	"maps"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// small are limits that tests can reach.
var small = runtime.Sizes{Value: 100, Delta: 250}

// textOf returns a text that takes so many bytes as JSON text.
func textOf(size int) string { return strings.Repeat("x", size-2) }

// wantTooLarge checks an error about a key that is too large.
func (e *env) wantTooLarge(what string, err error, key string) {
	e.Helper()
	var bad *runtime.ValueError
	if !errors.Is(err, runtime.ErrTooLarge) || !errors.As(err, &bad) || bad.Key != key {
		e.Errorf("%s: got error %v, want one about %s", what, err, key)
	}
}

// sizeTests are about how large values and deltas may be: the same everywhere.
var sizeTests = []test{
	{"Value", func(e *env) {
		svc := e.svc.Limited(small)
		s := e.create(nil)
		for what, v := range map[string]struct{ fits, tooLarge any }{
			"text":      {textOf(100), textOf(101)},
			"quotes":    {strings.Repeat(`"`, 49), strings.Repeat(`"`, 50)},
			"list":      {[]any{textOf(98)}, []any{textOf(99)}},
			"object":    {map[string]any{"k": textOf(94)}, map[string]any{"k": textOf(95)}},
			"operation": {appendTo(textOf(98)), appendTo(textOf(99))},
		} {
			key := "user:" + what
			for _, write := range []func(any) error{
				func(v any) error { return svc.AppendEvent(e.Context(), s, change(runtime.Delta{key: v})) },
				func(v any) error {
					_, err := svc.AppendResolved(e.Context(), s, change(runtime.Delta{key: v}))
					return err
				},
				func(v any) error {
					return runtime.Update(e.Context(), svc, s, by("test"), func(st runtime.State) error { return st.Set(key, v) })
				},
			} {
				e.must(svc.AppendEvent(e.Context(), s, change(runtime.Delta{key: nil})))
				e.must(write(v.fits))
				events := s.Events().Len()
				e.wantTooLarge(what, write(v.tooLarge), key)
				e.same("events", s.Events().Len(), events)
			}
		}
		e.same("events", e.get().Events().Len(), s.Events().Len())
		_, err := svc.Create(e.Context(), runtime.CreateRequest{AppName: app, UserID: user, SessionID: "other", State: map[string]any{"k": textOf(101)}})
		e.wantTooLarge("creation", err, "k")
	}},
	{"Merge", func(e *env) {
		svc := e.svc.Limited(small)
		s := e.create(map[string]any{"app:list": []any{}, "set": []any{"a"}})
		for _, grow := range []struct {
			key string
			op  func(string) runtime.Op
		}{
			{"app:list", func(text string) runtime.Op { return appendTo(text) }},
			{"set", func(text string) runtime.Op { return union(text, "a") }},
			{"new", func(text string) runtime.Op { return appendTo(text, text) }},
		} {
			var err error
			for i := range 6 {
				event := change(runtime.Delta{grow.key: grow.op(strings.Repeat(string(rune('a'+i)), 20)), "n": sum(1)})
				if err = svc.AppendEvent(e.Context(), s, event); err != nil {
					break
				}
			}
			e.wantTooLarge(grow.key, err, grow.key)
			err = runtime.Update(e.Context(), svc, s, by("test"), func(st runtime.State) error { return runtime.Merge(st, grow.key, grow.op(textOf(40))) })
			e.wantTooLarge(grow.key+" by an update", err, grow.key)
			list, _ := e.get().State().Get(grow.key)
			text, err := runtime.EncodeValue(list)
			e.must(err)
			e.same("a list that fits", len(text) > 60 && len(text) <= 100, true)
		}
		e.wantStored(s, maps.Collect(s.State().All()))
		e.must(e.svc.AppendEvent(e.Context(), s, change(runtime.Delta{"set": union(textOf(101))})))
		e.must(svc.AppendEvent(e.Context(), s, change(runtime.Delta{"n": sum(1)})))
	}},
	{"Delta", func(e *env) {
		svc := e.svc.Limited(small)
		s := e.create(nil)
		delta := runtime.Delta{"a": textOf(80), "b": textOf(82), "c": textOf(85)}
		e.must(svc.AppendEvent(e.Context(), s, change(delta)))
		delta["d"] = true
		e.wantTooLarge("a delta", svc.AppendEvent(e.Context(), s, change(delta)), "c")
		e.same("events", e.get().Events().Len(), 1)
	}},
	{"Default", func(e *env) {
		s := e.create(nil)
		e.wantTooLarge("a value", e.tryAppend(s, runtime.Delta{"k": textOf(store.DefaultValueSize + 1)}), "k")
		long := textOf(store.DefaultValueSize)
		e.append(s, runtime.Delta{"k": long})
		got := e.value(e.get().State(), "k")
		e.same("a value of the greatest length", got == long, true)
	}},
	{"DefaultDelta", func(e *env) {
		s := e.create(nil)
		long := textOf(store.DefaultDeltaSize/2 - 1)
		delta := runtime.Delta{"a": long, "b": long}
		e.append(s, delta)
		e.wantStored(s, delta)
		delta["c"] = true
		e.wantTooLarge("a delta", e.tryAppend(s, delta), "a")
	}},
}
