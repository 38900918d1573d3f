package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
)

var updateTests = []test{
	{"ReadsAndWrites", func(e *env) {
		s := e.create(map[string]any{"n": 1, "user:n": 2})
		e.must(runtime.Update(e.Context(), e.svc, s, by("me"), func(st runtime.State) error {
			for _, key := range []string{"n", "user:n"} {
				e.must(st.Set(key, e.value(st, key).(int)*10))
			}
			e.wantValue(st, "n", 10) // its own write
			return runtime.Merge(st, "app:n", sum(1))
		}))
		e.wantStored(s, map[string]any{"n": 10, "user:n": 20, "app:n": 1})
		e.same("author", e.get().Events().At(0).Author, "me")
		e.same("events", e.get().Events().Len(), 1)
	}},
	{"RunsAgainOnFreshView", func(e *env) {
		s := e.create(map[string]any{"n": 1})
		other := e.get()
		e.append(other, runtime.Delta{"n": 5, "user:x": 1})
		runs := 0
		e.must(e.update(s, func(st runtime.State) error {
			runs++
			v := e.value(st, "n")
			return st.Set("n", v.(int)+1)
		}))
		e.same("runs", runs, 2)
		e.wantState(e.get(), map[string]any{"n": 6, "user:x": 1})
		e.wantState(s, map[string]any{"n": 6}) // what it read and wrote
		e.append(other, runtime.Delta{"n": nil})
		e.must(e.update(s, func(st runtime.State) error {
			return st.Set("all", len(maps.Collect(st.All())))
		}))
		e.wantStored(s, map[string]any{"all": 1, "user:x": 1})
	}},
	{"BesideAppendsOfTheSameHandle", func(e *env) {
		s := e.create(map[string]any{"n": 0})
		e.together(4, func(w int) error {
			return repeat(10, func(i int) error {
				err := e.update(s, func(st runtime.State) error { return increase(st, "n") })
				return errors.Join(err, e.tryAppend(s, runtime.Delta{fmt.Sprintf("user:%d", w): i}))
			})
		})
		e.wantStored(s, map[string]any{"n": 40, "user:0": 9, "user:1": 9, "user:2": 9, "user:3": 9})
		e.same("events", s.Events().Len(), 80)
	}},
	{"Conflicts", conflicts},
	{"SharedStateWithoutEvents", func(e *env) {
		other := e.create(nil)
		shared, runs := e.shared(user), 0
		e.must(e.update(shared, func(st runtime.State) error {
			if runs++; runs == 1 {
				e.append(other, runtime.Delta{"user:n": 1})
			}
			n, _ := st.Get("user:n")
			return st.Set("app:n", n)
		}))
		e.same("runs", runs, 2)
		e.wantState(e.get(), map[string]any{"user:n": 1, "app:n": 1})
	}},
	{"FunctionFails", func(e *env) {
		s := e.create(nil)
		failure := errors.New("no")
		err := e.update(s, func(st runtime.State) error {
			e.must(st.Set("a", 1))
			return failure
		})
		if err != failure { // as it is, not wrapped
			e.Fatalf("got error %v", err)
		}
		e.wantStored(s, map[string]any{})
	}},
	{"NothingWritten", func(e *env) {
		s := e.create(nil)
		e.must(e.update(s, func(st runtime.State) error {
			_, _ = st.Get("a")
			return nil
		}))
		e.same("events", e.get().Events().Len(), 0)
	}},
	{"OldViewDecidesNothing", oldViewDecidesNothing},
	{"ReaderOutlivesFunction", func(e *env) {
		s := e.create(nil)
		var wait parallel.Group
		for range 20 {
			e.must(e.update(s, func(st runtime.State) error {
				wait.Go(func() {
					for i := range 20 {
						_, _ = st.Get(fmt.Sprint(i))
					}
				})
				_, _ = st.Get("a")
				return st.Set("b", 1)
			}))
		}
		wait.Wait()
	}},
	{"ArgumentsMissing", func(e *env) {
		for _, err := range []error{
			runtime.Update(e.Context(), e.svc, nil, by("me"), func(runtime.State) error { return nil }),
			runtime.Update(e.Context(), e.svc, e.create(nil), by("me"), nil),
		} {
			e.wantArgument(err, "the call")
		}
	}},
	{"TempKeysRefused", func(e *env) {
		s := e.create(nil)
		for _, write := range []func(runtime.State) error{
			func(st runtime.State) error { return st.Set("temp:a", 1) },
			func(st runtime.State) error { return runtime.Merge(st, "temp:a", sum(1)) },
		} {
			e.wantArgument(e.update(s, write), "")
		}
	}},
	{"GivesUpWhenContextEnds", func(e *env) {
		s := e.create(map[string]any{"n": 0})
		ctx, cancel := context.WithCancel(e.Context())
		defer cancel()
		runs := 0
		err := runtime.Update(ctx, e.svc, s, by("me"), func(st runtime.State) error {
			if runs++; runs == 3 {
				cancel()
			}
			v, err := st.Get("n")
			e.append(e.get(), runtime.Delta{"n": sum(1)}) // always in between
			return errors.Join(err, st.Set("n", v))
		})
		e.wantIs(err, context.Canceled, "the call")
		e.wantState(e.get(), map[string]any{"n": 3})
	}},
}

// oldViewDecidesNothing has the function fail, or do nothing, because of what an
// old handle shows.
func oldViewDecidesNothing(e *env) {
	poor := errors.New("not enough")
	pay := func(st runtime.State) error {
		v, err := st.Get("balance")
		if err != nil {
			return err
		}
		if v.(int) < 50 {
			return poor
		}
		return st.Set("balance", v.(int)-50)
	}
	s := e.create(map[string]any{"balance": 0})
	e.append(e.get(), runtime.Delta{"balance": 70})
	e.must(e.update(s, pay))
	e.wantStored(s, map[string]any{"balance": 20})
	if err := e.update(s, pay); err != poor { // this time it is true
		e.Fatalf("got error %v", err)
	}

	e.append(e.get(), runtime.Delta{"user:task": "x"})
	e.must(e.update(s, func(st runtime.State) error {
		for key := range st.All() {
			if key == "user:task" {
				return st.Set(key, nil)
			}
		}
		return nil
	}))
	e.wantStored(s, map[string]any{"balance": 20})

	e.must(e.delete(user, id))
	e.create(map[string]any{"balance": 90}) // another session under the ID
	for _, read := range []func(runtime.State) error{pay, func(st runtime.State) error { _, _ = st.Get("x"); return nil }} {
		e.wantIs(e.update(s, read), runtime.ErrSessionNotFound, "")
	}
	e.wantState(e.get(), map[string]any{"balance": 90})
}

func increase(st runtime.State, key string) error {
	v, err := st.Get(key)
	if err != nil {
		return err
	}
	return st.Set(key, v.(int)+1)
}

// conflicts runs an update beside one other change each.
func conflicts(e *env) {
	get := func(key string) func(runtime.State) {
		return func(st runtime.State) { _, _ = st.Get(key) }
	}
	all := func(st runtime.State) {
		for range st.All() { // reading is the point
		}
	}
	for name, c := range map[string]struct {
		read   func(runtime.State)
		change runtime.Delta
		runs   int
	}{
		"key changed":                 {get("a"), runtime.Delta{"a": 2}, 2},
		"user key changed":            {get("user:a"), runtime.Delta{"user:a": 2}, 2},
		"app key changed":             {get("app:a"), runtime.Delta{"app:a": 2}, 2},
		"key of another scope":        {get("a"), runtime.Delta{"user:a": 2, "app:a": 2}, 1},
		"other type":                  {get("a"), runtime.Delta{"a": 1.0}, 2},
		"same value":                  {get("a"), runtime.Delta{"a": 1}, 1},
		"merged":                      {get("a"), runtime.Delta{"a": sum(1)}, 2},
		"unset":                       {get("a"), runtime.Delta{"a": nil}, 2},
		"missing key set":             {get("b"), runtime.Delta{"b": 1}, 2},
		"missing user key set":        {get("user:b"), runtime.Delta{"user:b": 1}, 2},
		"missing key still missing":   {get("b"), runtime.Delta{"c": 1}, 1},
		"nothing read":                {func(runtime.State) {}, runtime.Delta{"a": 2}, 1},
		"all read, new key":           {all, runtime.Delta{"new": 1}, 2},
		"all read, new user key":      {all, runtime.Delta{"user:new": 1}, 2},
		"all read, new app key":       {all, runtime.Delta{"app:new": 1}, 2},
		"all read, key unset":         {all, runtime.Delta{"user:a": nil}, 2},
		"all read, event without any": {all, nil, 1},
	} {
		e.createAs(name, user, id, map[string]any{"a": 1, "user:a": 1, "app:a": 1})
		s, other := e.getAs(name, user, id), e.getAs(name, user, id)
		runs := 0
		e.must(e.update(s, func(st runtime.State) error {
			if runs++; runs == 1 {
				e.append(other, c.change)
			}
			c.read(st)
			return st.Set("w", runs)
		}))
		e.same(name+": runs", runs, c.runs)
	}
}
