package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// counting counts the keys that a store hands out.
type counting struct {
	store.Store
	keys *atomic.Int64
}

func (c counting) count(l store.Loaded, err error) {
	if err == nil {
		c.keys.Add(int64(len(l.Values())))
	}
}

func (c counting) Load(ctx context.Context, key store.SessionKey, q store.EventQuery) (store.Loaded, error) {
	l, err := c.Store.Load(ctx, key, q)
	c.count(l, err)
	return l, err
}

// countingHolder is counting for a store.Holder.
type countingHolder struct {
	counting
	holder store.Holder
}

func (c countingHolder) Start(ctx context.Context, a *store.Append) func() (*store.Appended, error) {
	return c.holder.Start(ctx, a)
}

func (c countingHolder) Hold(ctx context.Context, r store.HoldRequest) (store.Held, error) {
	h, err := c.holder.Hold(ctx, r)
	if err == nil {
		c.count(h.Loaded(), nil)
	}
	return h, err
}

// counted returns the service on a store that counts.
func (e *env) counted() (*runtime.Service, *atomic.Int64) {
	c := counting{e.svc.Store(), new(atomic.Int64)}
	if h := e.holds(); h != nil {
		return runtime.NewService(countingHolder{c, h}), c.keys
	}
	return runtime.NewService(c), c.keys
}

// reads returns a function that reads keys and then does what it is told.
func reads(then func(runtime.State) error, keys ...string) func(runtime.State) error {
	return func(st runtime.State) error {
		for _, key := range keys {
			if _, err := st.Get(key); err != nil && !runtime.IsMissing(err) {
				return err
			}
		}
		return then(st)
	}
}

var errNo = errors.New("no")

// readBackTests are about what an update reads of a large state.
var readBackTests = []test{
	{"LoadKeys", func(e *env) {
		e.create(map[string]any{"a": 1, "b": 2, "user:a": 3, "user:b": 4, "app:a": 5, "app:b": nil})
		for _, test := range []struct {
			keys []string
			want map[string]any
		}{
			{[]string{"a", "user:b", "app:a", "app:b", "c"}, map[string]any{"a": 1, "user:b": 4, "app:a": 5}},
			{[]string{}, map[string]any{}},
			{nil, map[string]any{"a": 1, "b": 2, "user:a": 3, "user:b": 4, "app:a": 5}},
		} {
			for what, key := range map[string]store.SessionKey{
				"session": {AppName: app, UserID: user, SessionID: id}, "user": {AppName: app, UserID: user}, "app": {AppName: app},
			} {
				l, err := e.svc.Store().Load(e.Context(), key, store.EventQuery{None: true, Keys: test.keys})
				e.must(err)
				want := maps.Clone(test.want)
				maps.DeleteFunc(want, func(k string, _ any) bool {
					scope, _ := runtime.ParseKey(k)
					return what == "app" && scope != runtime.ScopeApp || what == "user" && scope == runtime.ScopeSession
				})
				e.same(fmt.Sprintf("%s, keys %q", what, test.keys), l.Values(), want)
			}
		}
	}},
	{"Update", func(e *env) {
		many := make(map[string]any)
		for i := range 300 {
			many[fmt.Sprint("k", i)], many[fmt.Sprint("user:k", i)], many[fmt.Sprint("app:k", i)] = i, i, i
		}
		many["n"] = 0
		e.create(many)
		svc, keys := e.counted()
		nothing := func(runtime.State) error { return nil }
		fails := func(runtime.State) error { return errNo }
		adds := func(st runtime.State) error { return runtime.Merge(st, "n", sum(1)) }
		attempts := 0
		for what, test := range map[string]struct {
			fn   func(runtime.State) error
			most int64
			err  error
		}{
			"writes nothing":       {reads(nothing, "k1", "user:k1", "missing"), 2, nil},
			"fails":                {reads(fails, "k1", "app:k1"), 2, errNo},
			"reads nothing, fails": {fails, 0, errNo},
			"is overtaken": {func(st runtime.State) error {
				if attempts++; attempts == 1 {
					e.append(e.get(), runtime.Delta{"k2": "new"})
				}
				return reads(adds, "k2", "user:k2")(st)
			}, 3, nil},
			"reads other keys by then": {func(st runtime.State) error {
				if attempts++; attempts == 1 {
					e.append(e.get(), runtime.Delta{"k2": "newer"})
					return reads(adds, "k2")(st)
				}
				return reads(adds, "k2", "app:k4", "k5")(st)
			}, 12, nil},
		} {
			s := e.get()
			attempts = 0
			keys.Store(0)
			e.wantIs(runtime.Update(e.Context(), svc, s, &runtime.Event{ID: what}, test.fn), test.err,
				"an update that %s", what)
			if n := keys.Load(); n > test.most {
				e.Errorf("an update that %s has read %d keys, of which it needs at most %d", what, n, test.most)
			}
		}
		n := e.value(e.get().State(), "n")
		e.same("what the updates have added", n, 2)
	}},
	{"OtherKeysOfAnotherMoment", func(e *env) {
		s := e.create(map[string]any{"a": 0, "b": 0, "c": 0, "sum": 0})
		set := func(n int) { e.append(e.get(), runtime.Delta{"a": n, "b": n}) }
		attempts := 0
		e.must(runtime.Update(e.Context(), e.svc, s, by("test"), func(st runtime.State) error {
			attempts++
			a := e.value(st, "a")
			switch attempts {
			case 1:
				set(1)
				return st.Set("sum", a)
			case 2:
				if e.holds() == nil {
					set(2)
				}
			}
			b, err := st.Get("b") // not read before
			if err != nil {
				return err
			}
			if a != b {
				e.Errorf("attempt %d: a is %v, b is %v", attempts, a, b)
			}
			return st.Set("sum", a.(int)+b.(int))
		}))
		got := e.value(e.get().State(), "sum")
		a, _ := e.get().State().Get("a")
		e.same("sum", got, 2*a.(int))
	}},
	{"AllKeysLater", func(e *env) {
		s := e.create(map[string]any{"a": 0, "b": 0})
		attempts := 0
		e.must(runtime.Update(e.Context(), e.svc, s, by("test"), func(st runtime.State) error {
			if attempts++; attempts == 1 {
				e.append(e.get(), runtime.Delta{"a": 1, "user:c": 1})
				return reads(func(st runtime.State) error { return st.Set("n", 1) }, "a")(st)
			}
			keys := keysOf(st)
			slices.Sort(keys)
			return st.Set("n", fmt.Sprint(keys))
		}))
		e.wantStored(s, map[string]any{"a": 1, "b": 0, "user:c": 1, "n": "[a b user:c]"})
	}},
}

// holds returns the store as a store.Holder, or nil.
func (e *env) holds() store.Holder {
	h, _ := e.svc.Store().(store.Holder)
	return h
}
