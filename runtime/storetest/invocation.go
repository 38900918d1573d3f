package storetest

import (
	"errors"
	"fmt"
	"maps"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
)

var invocationTests = []test{
	{"TempIsSharedAndNeverStored", func(e *env) {
		s := e.create(nil)
		inv := runtime.NewInvocation(e.svc, s)
		first := inv.Context("search", "root.search")
		e.must(first.Set("temp:raw", []any{1}))
		e.must(first.Set("a", 1))
		e.must(first.Merge("temp:n", sum(1)))
		second := inv.Context("seat", "root.seat")
		e.wantMissing(second, "temp:raw")
		e.commit(first)
		e.wantValue(second, "temp:raw", []any{1})
		e.wantValue(second, "temp:n", 1)
		e.wantMissing(second, "a") // its snapshot is older
		e.must(second.Merge("temp:n", sum(2)))
		e.wantValue(second, "temp:n", 3)
		e.commit(second)
		e.wantValue(inv.Context("x", ""), "temp:n", 3)
		e.wantValue(inv.Context("x", ""), "a", 1)
		e.wantStored(s, map[string]any{"a": 1})
		for event := range e.get().Events().All() {
			for key := range event.Actions.StateDelta {
				if scope, _ := runtime.ParseKey(key); scope == runtime.ScopeTemp {
					e.Errorf("stored event of %s has %s", event.Author, key)
				}
			}
			e.same("invocation", event.InvocationID, inv.ID())
		}
		late := inv.Context("late", "")
		inv.End()
		e.wantMissing(late, "temp:n")
		e.wantMissing(runtime.NewInvocation(e.svc, s).Context("x", ""), "temp:n")
	}},
	{"EndSealsContexts", func(e *env) {
		s := e.create(map[string]any{"a": 1})
		inv := runtime.NewInvocation(e.svc, s)
		committed, open := inv.Context("a", ""), inv.Context("b", "")
		e.must(committed.Set("a", 2))
		e.must(open.Set("a", 3))
		first := e.commit(committed)
		inv.End()
		for name, c := range map[string]*runtime.Context{"open": open, "new": inv.Context("c", "")} {
			_, err := c.Commit(e.Context(), nil)
			for call, err := range map[string]error{
				"Set": c.Set("a", 4), "Merge": c.Merge("a", sum(1)), "temp": c.Set("temp:b", 1),
				"SaveOutput": c.SaveOutput("a", runtime.NewText("model", "x")), "Commit": err,
			} {
				e.wantIs(err, runtime.ErrSealed, "%s of the %s context after the end", call, name)
			}
		}
		e.wantValue(open, "a", 3)
		e.same("event committed before the end", e.commit(committed).ID, first.ID)
		e.must(runtime.NewInvocation(e.svc, s).Context("d", "").Set("a", 5))
		e.wantStored(s, map[string]any{"a": 2})
	}},
	{"EndWhileWriting", func(e *env) {
		inv := runtime.NewInvocation(e.svc, e.create(nil))
		c := inv.Context("a", "")
		var wait parallel.Group
		wait.Go(func() {
			e.together(4, func(int) error {
				return repeat(100, func(int) error {
					if err := c.Merge("n", sum(1)); !errors.Is(err, runtime.ErrSealed) {
						return err
					}
					return nil
				})
			})
		})
		inv.End()
		e.wantIs(c.Set("n", 1), runtime.ErrSealed, "write after the end")
		wait.Wait()
	}},
	{"ContextSeesSnapshotAndOwnWrites", func(e *env) {
		s := e.create(map[string]any{"a": 1, "n": 10, "gone": 1})
		inv := runtime.NewInvocation(e.svc, s)
		left, right := inv.Context("left", "root.left"), inv.Context("right", "root.right")
		e.must(left.Set("a", 2))
		e.must(left.Set("gone", nil))
		e.must(left.Merge("n", sum(1)))
		e.must(left.Merge("n", sum(1)))
		e.wantValue(left, "a", 2)
		e.wantValue(left, "n", 12)
		e.wantMissing(left, "gone")
		e.wantAll(left, map[string]any{"a": 2, "n": 12})
		e.wantAll(right, map[string]any{"a": 1, "n": 10, "gone": 1})
		e.must(right.Merge("n", sum(5)))
		e.commit(left)
		e.wantValue(right, "n", 15)
		e.commit(right)
		e.wantStored(s, map[string]any{"a": 2, "n": 17})
		e.same("events", e.get().Events().Len(), 2)
		event := e.get().Events().At(0)
		e.same("author and branch", event.Author+" "+event.Branch, "left root.left")
	}},
	{"CommitsOnce", func(e *env) {
		s := e.create(nil)
		c := runtime.NewInvocation(e.svc, s).Context("a", "")
		e.must(c.Merge("n", sum(1)))
		first := e.commit(c)
		e.same("event of a second commit", e.commit(c).ID, first.ID)
		e.wantIs(c.Set("a", 1), runtime.ErrSealed, "write after the commit")
		c.Discard()
		e.wantStored(s, map[string]any{"n": 1})
	}},
	{"CommitsOneContent", func(e *env) {
		s := e.create(nil)
		inv := runtime.NewInvocation(e.svc, s)
		content := func(n any) *runtime.Content {
			call := &runtime.FunctionCall{Name: "f", Args: map[string]any{"n": n}}
			return &runtime.Content{Role: "model", Parts: []runtime.Part{{Text: "x"}, {FunctionCall: call}}}
		}
		c, failed := inv.Context("a", ""), inv.Context("b", "")
		first, err := c.Commit(e.Context(), content(1))
		e.must(err)
		_, err = failed.Commit(e.ended(), content(1))
		if err == nil {
			e.Fatal("the commit succeeded")
		}
		for _, other := range []*runtime.Content{nil, content(1.0), content(2), runtime.NewText("model", "x")} {
			event, err := c.Commit(e.Context(), other)
			if !errors.Is(err, runtime.ErrSealed) || event == nil {
				e.Fatalf("second commit with %+v: %+v, %v", other, event, err)
			}
			e.same("event", event, first)
			if event, err = failed.Commit(e.Context(), other); !errors.Is(err, runtime.ErrSealed) || event != nil {
				e.Fatalf("commit with %+v after a failed one: %+v, %v", other, event, err)
			}
		}
		again, err := c.Commit(e.Context(), content(int64(1)))
		e.must(err)
		e.same("event of the same call", again, first)
		e.same("events", e.get().Events().Len(), 1)
		_, err = failed.Commit(e.Context(), content(1))
		e.must(err)
		e.same("events", e.get().Events().Len(), 2)
	}},
	{"FailedCommitIsInvisible", func(e *env) {
		s := e.create(map[string]any{"a": 1})
		inv := runtime.NewInvocation(e.svc, s)
		c := inv.Context("a", "")
		e.must(c.Set("a", 2))
		e.must(c.Set("temp:b", 2))
		if _, err := c.Commit(e.ended(), nil); err == nil {
			e.Fatal("the commit succeeded")
		}
		e.wantStored(s, map[string]any{"a": 1})
		e.wantMissing(inv.Context("x", ""), "temp:b")
		e.same("events", s.Events().Len(), 0)
		e.commit(c)
		e.wantStored(s, map[string]any{"a": 2})
		e.wantValue(inv.Context("x", ""), "temp:b", 2)
	}},
	{"Discard", func(e *env) {
		s := e.create(nil)
		inv := runtime.NewInvocation(e.svc, s)
		c := inv.Context("a", "")
		e.must(c.Set("a", 1))
		e.must(c.Set("temp:a", 1))
		c.Discard()
		e.wantAll(c, map[string]any{})
		e.wantIs(errOf(c.Commit(e.Context(), nil)), runtime.ErrSealed, "commit after discard")
		failed := inv.Context("a", "")
		e.must(failed.Set("a", 1))
		if _, err := failed.Commit(e.ended(), nil); err == nil {
			e.Fatal("the commit succeeded")
		}
		failed.Discard()
		e.wantIs(errOf(failed.Commit(e.Context(), nil)), runtime.ErrSealed, "commit after a failed one and discard")
		e.wantStored(s, map[string]any{})
		e.wantMissing(inv.Context("x", ""), "temp:a")
	}},
	{"OutputKey", func(e *env) {
		s := e.create(nil)
		inv := runtime.NewInvocation(e.svc, s)
		answer := &runtime.Content{Role: "model", Parts: []runtime.Part{{Text: "Hello "}, {Text: "there"}}}
		call := &runtime.Content{Role: "model", Parts: []runtime.Part{{FunctionCall: &runtime.FunctionCall{Name: "f"}}}}
		for _, content := range []*runtime.Content{answer, call, nil, runtime.NewText("model", "")} {
			c := inv.Context("greeter", "")
			e.must(c.SaveOutput("last_greeting", content))
			_, err := c.Commit(e.Context(), content)
			e.must(err)
		}
		e.wantStored(s, map[string]any{"last_greeting": "Hello there"})
		e.same("text of the stored event", s.Events().At(0).Content.Text(), "Hello there")
	}},
	{"ManyToolsOneContext", func(e *env) {
		s := e.create(nil)
		c := runtime.NewInvocation(e.svc, s).Context("tools", "")
		e.together(8, func(i int) error {
			return repeat(50, func(j int) error {
				_, _ = c.Get("n")
				return errors.Join(c.Set(fmt.Sprintf("user:k%d", i), j), c.Merge("n", sum(1)))
			})
		})
		e.commit(c)
		want := map[string]any{"n": 400}
		for i := range 8 {
			want[fmt.Sprintf("user:k%d", i)] = 49
		}
		e.wantStored(s, want)
		e.same("events", e.get().Events().Len(), 1)
	}},
	{"ParallelBranches", func(e *env) {
		s := e.create(nil)
		inv := runtime.NewInvocation(e.svc, s)
		e.together(8, func(i int) error {
			c := inv.Context(fmt.Sprint("branch", i), "")
			err := errors.Join(c.Merge("n", sum(1)), c.Merge("temp:n", sum(1)), c.Merge("l", appendTo(i)))
			return errors.Join(err, errOf(c.Commit(e.Context(), nil)))
		})
		c := inv.Context("x", "")
		e.wantValue(c, "temp:n", 8)
		e.wantValue(c, "n", 8)
		list := e.value(s.State(), "l")
		e.wantStored(s, map[string]any{"n": 8, "l": list})
		e.same("items", len(list.([]any)), 8)
	}},
	{"MergeUnderAnOldName", func(e *env) {
		s := e.create(map[string]any{"old": 5})
		op := runtime.Op{Kind: runtime.OpSum, Operand: 1, Old: []string{"old", "older"}}
		inv := runtime.NewInvocation(e.svc, s)
		c := inv.Context("a", "")
		e.must(c.Merge("n", op))
		e.wantMissing(c, "old")
		e.wantAll(c, map[string]any{"n": 6})
		e.must(c.Set("n", nil)) // and what the old name held must not come back
		e.wantAll(c, map[string]any{})
		e.must(c.Set("older", 7))
		e.wantAll(c, map[string]any{"older": 7})
		e.commit(c)
		e.wantStored(s, map[string]any{"older": 7})
	}},
	{"EventByHand", func(e *env) {
		s := e.create(nil)
		inv := runtime.NewInvocation(e.svc, s)
		event := change(runtime.Delta{"a": 1, "temp:b": 2})
		e.must(inv.AppendEvent(e.Context(), event))
		e.same("invocation", event.InvocationID, inv.ID())
		e.wantAll(inv.Context("x", ""), map[string]any{"a": 1, "temp:b": 2})
		e.wantStored(s, map[string]any{"a": 1})
	}},
}

func (e *env) commit(c *runtime.Context) *runtime.Event {
	e.Helper()
	event, err := c.Commit(e.Context(), nil)
	e.must(err)
	return event
}

func (e *env) wantValue(s runtime.ReadonlyState, key string, want any) {
	e.Helper()
	e.same(key, e.value(s, key), want)
}

// value returns what a key holds.
func (e *env) value(s runtime.ReadonlyState, key string) any {
	e.Helper()
	v, err := s.Get(key)
	e.must(err)
	return v
}

func (e *env) wantMissing(s runtime.ReadonlyState, key string) {
	e.Helper()
	if v, err := s.Get(key); !runtime.IsMissing(err) {
		e.Fatalf("%s: got %v and error %v, want it missing", key, v, err)
	}
}

func (e *env) wantAll(s runtime.ReadonlyState, want map[string]any) {
	e.Helper()
	e.same("state", maps.Collect(s.All()), want)
}
