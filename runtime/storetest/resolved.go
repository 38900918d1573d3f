package storetest

import (
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
)

// merging is a delta with merge operations of every kind.
func merging() runtime.Delta {
	return runtime.Delta{
		"plain": "x", "gone": nil, "n": sum(2), "app:\"n\" é": sum(0.5), "user:most": runtime.Op{Kind: runtime.OpMax, Operand: 7},
		"user:least": runtime.Op{Kind: runtime.OpMin, Operand: 3}, "l": appendTo("c"), "user:u": union("b", "c"),
		"new": runtime.Op{Kind: runtime.OpSum, Operand: 1, Old: []string{"old", "older", "n"}},
	}
}

// merged is what merging comes to on these values.
var (
	beforeMerging = map[string]any{"gone": 1, "n": 40, "user:most": 9, "user:least": 5, "l": []any{"a"}, "user:u": []any{"a", "b"}, "old": 5}
	merged        = runtime.Delta{
		"n": 42, "app:\"n\" é": 0.5, "user:most": 9, "user:least": 3, "l": []any{"a", "c"}, "user:u": []any{"a", "b", "c"},
		"new": 6, "old": nil, "older": nil,
	}
)

func resolvedValues(e *env) {
	s := e.create(beforeMerging)
	got, err := e.svc.AppendResolved(e.Context(), s, change(merging()))
	e.must(err)
	e.same("resolved", got, merged)
	got["l"].([]any)[0] = "changed" // what is the caller's own
	e.wantStored(s, map[string]any{
		"plain": "x", "n": 42, "app:\"n\" é": 0.5, "user:most": 9, "user:least": 3, "l": []any{"a", "c"},
		"user:u": []any{"a", "b", "c"}, "new": 6,
	})
	got, err = e.svc.AppendResolved(e.Context(), s, change(runtime.Delta{"plain": "y", "temp:n": sum(1)}))
	e.must(err)
	e.same("resolved of values", got, runtime.Delta(nil))
	got, err = e.svc.AppendResolved(e.Context(), s, &runtime.Event{Partial: true, Actions: runtime.Actions{StateDelta: runtime.Delta{"n": sum(1)}}})
	e.must(err)
	e.same("resolved of a partial event", got, runtime.Delta(nil))
	if _, err := e.svc.AppendResolved(e.Context(), s, change(runtime.Delta{"plain": sum(1)})); err == nil {
		e.Error("a text was summed")
	}
	if _, err := e.svc.AppendResolved(e.Context(), nil, &runtime.Event{}); err == nil {
		e.Error("a nil session was accepted")
	}
}

func resolvedInHistory(e *env) {
	s := e.create(beforeMerging)
	_, err := e.svc.AppendResolved(e.Context(), s, change(merging()))
	e.must(err)
	event := &runtime.Event{Host: `{"a": 1}`, Actions: runtime.Actions{
		StateDelta: runtime.Delta{"n": sum(100)}, Resolved: runtime.Delta{"n": "is ignored"}}}
	_, err = e.svc.AppendResolved(e.Context(), s, event)
	e.must(err)
	e.append(s, runtime.Delta{"n": sum(1000)})
	for name, handle := range map[string]*runtime.Session{"handle": s, "store": e.get()} {
		first, second, third := handle.Events().At(0), handle.Events().At(1), handle.Events().At(2)
		e.same("resolved in the "+name, first.Actions.Resolved, merged)
		e.same("operation in the "+name, first.Actions.StateDelta["n"], any(sum(2)))
		e.same("resolved in the "+name, second.Actions.Resolved, runtime.Delta{"n": 142})
		e.same("host data in the "+name, string(second.Host), `{"a": 1}`)
		e.same("resolved without being asked for in the "+name, third.Actions.Resolved, runtime.Delta(nil))
		first.Actions.Resolved["l"].([]any)[0] = "changed"
		e.same("resolved in the "+name, handle.Events().At(0).Actions.Resolved, merged)
	}
	e.wantState(e.getWith(runtime.GetRequest{AsOf: e.get().Events().At(1).ID}), map[string]any{
		"plain": "x", "n": 142, "app:\"n\" é": 0.5, "user:most": 9, "user:least": 3, "l": []any{"a", "c"},
		"user:u": []any{"a", "b", "c"}, "new": 6,
	})
}

// resolvedAgain appends events whose answers were lost.
func resolvedAgain(e *env) {
	s, twin := e.create(nil), e.get()
	event := change(runtime.Delta{"n": sum(1), "user:l": appendTo("x")})
	_, err := e.svc.AppendResolved(e.Context(), twin, event)
	e.must(err)
	e.append(twin, runtime.Delta{"n": sum(10), "user:l": appendTo("y")})
	want := runtime.Delta{"n": 1, "user:l": []any{"x"}}
	for range 2 {
		got, err := e.svc.AppendResolved(e.Context(), s, event)
		e.must(err)
		e.same("resolved when it was first stored", got, want)
		e.wantState(s, map[string]any{"n": 11, "user:l": []any{"x", "y"}})
		e.same("in the handle", s.Events().At(0).Actions.Resolved, want)
	}
	e.must(e.svc.AppendEvent(e.Context(), s, event))
	e.same("in the store", e.get().Events().At(0).Actions.Resolved, want)
	plain := change(runtime.Delta{"n": sum(1)})
	e.must(e.svc.AppendEvent(e.Context(), twin, plain))
	e.append(twin, runtime.Delta{"n": sum(1)})
	got, err := e.svc.AppendResolved(e.Context(), s, plain)
	e.must(err)
	e.same("resolved now", got, runtime.Delta{"n": 13})
	for name, handle := range map[string]*runtime.Session{"handle": s, "store": e.get()} {
		last := handle.Events().At(handle.Events().Len() - 1)
		if name == "store" {
			last = handle.Events().At(2)
		}
		e.same("ID in the "+name, last.ID, plain.ID)
		e.same("what was not kept, in the "+name, last.Actions.Resolved, runtime.Delta(nil))
	}
}

// resolvedOfManyWriters checks that each writer gets the value right after its own
// operation: no two the same.
func resolvedOfManyWriters(e *env) {
	const writers, each = 8, 5
	got := make([][]int, writers)
	e.together(writers, func(w int) error {
		s := e.createAs(app, user, fmt.Sprint("own", w), nil)
		return repeat(each, func(int) error {
			resolved, err := e.svc.AppendResolved(e.Context(), s, change(runtime.Delta{"user:n": sum(1), "user:l": appendTo("x")}))
			if err != nil {
				return err
			}
			n := resolved["user:n"].(int)
			got[w] = append(got[w], n)
			if items := len(resolved["user:l"].([]any)); items != n {
				return fmt.Errorf("%d items beside %d", items, n)
			}
			return nil
		})
	})
	all := slices.Concat(got...)
	slices.Sort(all)
	for i, n := range all {
		if n != i+1 {
			e.Fatalf("the values after each increment are %v", all)
		}
	}
}
