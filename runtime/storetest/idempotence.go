package storetest

import (
	"github.com/seed92179c4c/stategen/runtime"
)

var idempotenceTests = []test{
	{"SameEventCountsOnce", func(e *env) {
		s := e.create(nil)
		event := change(runtime.Delta{"n": sum(1), "user:l": appendTo("x"), "a": 1})
		e.must(e.svc.AppendEvent(e.Context(), s, event))
		want := map[string]any{"n": 1, "user:l": []any{"x"}, "a": 1}
		for _, handle := range []*runtime.Session{s, e.get(), s} {
			e.must(e.svc.AppendEvent(e.Context(), handle, event))
			e.wantStored(handle, want)
			e.same("events", handle.Events().Len(), 1)
		}
		e.same("stored events", e.get().Events().Len(), 1)
	}},
	{"LostAnswer", func(e *env) {
		// The caller's handle never saw the first attempt succeed.
		s, twin := e.create(nil), e.get()
		event := change(runtime.Delta{"n": sum(1), "a": 1})
		e.must(e.svc.AppendEvent(e.Context(), twin, event))
		e.append(twin, runtime.Delta{"n": sum(5), "a": 2, "b": 1})
		e.must(e.svc.AppendEvent(e.Context(), s, event))
		e.wantState(s, map[string]any{"n": 6, "a": 2})
		e.wantState(e.get(), map[string]any{"n": 6, "a": 2, "b": 1})
		e.same("events in the handle", eventIDs(s), event.ID)
		e.same("events in the store", e.get().Events().Len(), 2)
	}},
	{"LostAnswerBeforeOtherAppends", func(e *env) {
		// The handle went on before the first attempt was made certain.
		s, twin := e.create(nil), e.get()
		events := []*runtime.Event{{ID: "1"}, {ID: "2"}, {ID: "3"}, {ID: "4"}}
		for i, handle := range []*runtime.Session{twin, s, twin, s} {
			e.must(e.svc.AppendEvent(e.Context(), handle, events[i]))
		}
		before := s.Events()
		for range 2 {
			for _, again := range []int{2, 0, 1} {
				e.must(e.svc.AppendEvent(e.Context(), s, events[again]))
			}
			e.same("events in the handle", eventIDs(s), "1 2 3 4")
		}
		e.append(s, runtime.Delta{"a": 1})
		e.same("events in the handle", s.Events().Len(), 5)
		e.same("events before the retry", before.Len(), 2)
		e.same("event before the retry", before.At(0).ID, "2")
		late := e.get()
		e.must(e.svc.AppendEvent(e.Context(), late, events[1]))
		e.same("events in a later handle", late.Events().Len(), 5)
	}},
	{"LostAnswerWithoutMerges", func(e *env) {
		s, twin := e.create(nil), e.get()
		event := change(runtime.Delta{"a": 1, "user:b": 1, "c": 1, "d": nil})
		e.must(e.svc.AppendEvent(e.Context(), twin, event))
		e.append(twin, runtime.Delta{"a": 2, "user:b": nil, "d": "set"})
		e.must(e.svc.AppendEvent(e.Context(), s, event)) // which says what the keys hold now
		e.wantStored(s, map[string]any{"a": 2, "c": 1, "d": "set"})
	}},
	{"RebuiltWithoutTimestamp", func(e *env) {
		s := e.create(nil)
		for range 2 {
			e.must(e.svc.AppendEvent(e.Context(), s, &runtime.Event{
				ID: "mine", Author: "a", Actions: runtime.Actions{StateDelta: runtime.Delta{"n": sum(1), "temp:x": 1}}}))
		}
		e.wantStored(s, map[string]any{"n": 1})
	}},
	{"AnotherEventUnderTheID", func(e *env) {
		s := e.create(nil)
		event := runtime.Event{ID: "e", Author: "a", Timestamp: at(1), Actions: runtime.Actions{StateDelta: runtime.Delta{"n": sum(1), "f": 1}}}
		e.must(e.svc.AppendEvent(e.Context(), s, &event))
		for name, alter := range map[string]func(*runtime.Event){
			"author":    func(e *runtime.Event) { e.Author = "b" },
			"time":      func(e *runtime.Event) { e.Timestamp = at(2) },
			"content":   func(e *runtime.Event) { e.Content = runtime.NewText("user", "x") },
			"delta":     func(e *runtime.Event) { e.Actions.StateDelta = nil },
			"operand":   func(e *runtime.Event) { e.Actions.StateDelta = runtime.Delta{"n": sum(2), "f": 1} },
			"operation": func(e *runtime.Event) { e.Actions.StateDelta = runtime.Delta{"n": 1, "f": 1} },
			"type":      func(e *runtime.Event) { e.Actions.StateDelta = runtime.Delta{"n": sum(1), "f": 1.0} },
		} {
			other := event
			alter(&other)
			e.wantIs(e.svc.AppendEvent(e.Context(), s, &other), runtime.ErrEventExists, "other %s", name)
		}
		e.wantStored(s, map[string]any{"n": 1, "f": 1})
		e.same("events", e.get().Events().Len(), 1)
		second := e.createAs(app, user, "second", nil)
		other := event
		other.Author = "b"
		e.must(e.svc.AppendEvent(e.Context(), second, &other)) // IDs are a session's own
	}},
	{"ManyAtOnce", func(e *env) {
		e.create(nil)
		event := runtime.Event{ID: "e", Timestamp: at(1), Actions: runtime.Actions{StateDelta: runtime.Delta{"n": sum(1)}}}
		e.together(8, func(int) error {
			try := event
			return e.svc.AppendEvent(e.Context(), e.get(), &try)
		})
		e.wantState(e.get(), map[string]any{"n": 1})
		e.same("events", eventIDs(e.get()), "e")
	}},
}
