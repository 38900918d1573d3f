package storetest

import (
	"context"
	goruntime "runtime"
	"strings"
	"sync"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// unlocked is a store that checks what an append relies on, and then appends, but
// has taken the lock away that makes one step of the two.
type unlocked struct{ store.Store }

func (st unlocked) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	if !a.Conditional() {
		return st.Store.Append(ctx, a)
	}
	current, err := currentValues(ctx, st, a.Session)
	if err != nil {
		return nil, err
	}
	writes, err := a.Resolve(current)
	if err != nil {
		return nil, err
	}
	for range 20 {
		goruntime.Gosched()
	}
	return appendBlindly(ctx, st.Store, a, writes)
}

// forgetful is a store that compares the keys that an update has seen, under a lock,
// and forgets that it relies on there being no others.
type forgetful struct {
	store.Store
	mu *sync.Mutex
}

func (st forgetful) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if !a.NeedsAll() {
		return st.Store.Append(ctx, a)
	}
	current, err := currentValues(ctx, st, a.Session)
	if err != nil {
		return nil, err
	}
	seen := make(map[string]any)
	for _, key := range a.Keys() {
		if value, ok := current[key]; ok {
			seen[key] = value
		}
	}
	writes, err := a.Resolve(seen)
	if err != nil {
		return nil, err
	}
	return appendBlindly(ctx, st.Store, a, writes)
}

// torn is a store that loads a session's scopes at different moments.
type torn struct{ store.Store }

func (st torn) Load(ctx context.Context, key store.SessionKey, q store.EventQuery) (store.Loaded, error) {
	first, err := st.Store.Load(ctx, key, q)
	if err != nil {
		return first, err
	}
	for range 20 {
		goruntime.Gosched()
	}
	second, err := st.Store.Load(ctx, key, q)
	second.State[runtime.ScopeUser] = first.State[runtime.ScopeUser]
	return second, err
}

func currentValues(ctx context.Context, st store.Store, key store.SessionKey) (map[string]any, error) {
	loaded, err := st.Load(ctx, key, store.EventQuery{None: true})
	if err != nil {
		return nil, err
	}
	return loaded.Values(), nil
}

// appendBlindly appends an event whose writes have been decided.
func appendBlindly(ctx context.Context, st store.Store, a *store.Append, writes []store.Write) (*store.Appended, error) {
	event := *a.Event
	event.Writes = writes
	done, err := st.Append(ctx, &store.Append{Session: a.Session, Incarnation: a.Incarnation, Token: a.Token, Event: &event})
	if err != nil {
		return nil, err
	}
	done.Writes, done.Log = writes, nil
	return done, nil
}

// TestBrokenStoresAreFound has the random histories find what each of some stores
// does wrong.
func TestBrokenStoresAreFound(t *testing.T) {
	for name, broken := range map[string]func() store.Store{
		"no lock":               func() store.Store { return unlocked{memory.NewStore()} },
		"no condition on All":   func() store.Store { return forgetful{memory.NewStore(), new(sync.Mutex)} },
		"loads of many moments": func() store.Store { return torn{memory.NewStore()} },
	} {
		t.Run(name, func(t *testing.T) {
			const most = 2000 // histories; the tenth or so shows it
			for seed := range uint64(most) {
				history, err := record(t.Context(), seed, runtime.NewService(broken()))
				if err != nil {
					t.Fatal(err)
				}
				if explain(history) != nil {
					t.Logf("found in history %d", seed)
					return
				}
			}
			t.Errorf("%d histories show nothing", most)
		})
	}
}

func TestExplain(t *testing.T) {
	set := func(began, ended int64, key string, value int) operation {
		return operation{party: "w", began: began, ended: ended, set: map[string]int{key: value}}
	}
	saw := func(began, ended int64, keys map[string]int) operation {
		return operation{party: "r", began: began, ended: ended, saw: keys, all: []string{""}}
	}
	count := operation{party: "u", began: 1, ended: 9, all: []string{""}, set: map[string]int{"result": 1}}
	for name, c := range map[string]struct {
		history []operation
		want    string // part of the error; empty: there is an order
	}{
		"none":                          {nil, ""},
		"one after the other":           {[]operation{set(1, 2, "a", 1), saw(3, 4, map[string]int{"a": 1})}, ""},
		"at once, seen":                 {[]operation{set(1, 4, "a", 1), saw(2, 3, map[string]int{"a": 1})}, ""},
		"at once, not seen":             {[]operation{set(1, 4, "a", 1), saw(2, 3, nil)}, ""},
		"ended and not seen":            {[]operation{set(1, 2, "a", 1), saw(3, 4, nil)}, "no order"},
		"seen before it began":          {[]operation{saw(1, 2, map[string]int{"a": 1}), set(3, 4, "a", 1)}, "no order"},
		"seen and gone":                 {[]operation{set(1, 6, "a", 1), saw(2, 3, map[string]int{"a": 1}), saw(4, 5, nil)}, "no order"},
		"last write wins":               {[]operation{set(1, 2, "a", 1), set(3, 4, "a", 2), saw(5, 6, map[string]int{"a": 1})}, "no order"},
		"other writes in either order":  {[]operation{set(1, 4, "a", 1), set(2, 3, "b", 1), saw(5, 6, map[string]int{"a": 1, "b": 1})}, ""},
		"the counter is first":          {[]operation{count, set(2, 3, "vote", 1), saw(4, 5, map[string]int{"vote": 1, "result": 1})}, ""},
		"three parties have no order":   {[]operation{count, set(2, 3, "vote", 1), saw(4, 5, map[string]int{"vote": 1})}, "vote:1"},
		"missed what was there":         {[]operation{set(1, 2, "a", 1), {began: 3, ended: 4, missed: []string{"a"}}}, "missed:[a]"},
		"unset, then missed":            {[]operation{set(1, 2, "a", 1), {began: 3, ended: 4, unset: []string{"a"}}, {began: 5, ended: 6, missed: []string{"a"}}}, ""},
		"added once, seen as if twice":  {[]operation{{began: 1, ended: 2, add: map[string]int{"n": 1}}, saw(3, 4, map[string]int{"n": 2})}, "add:map[n:1]"},
		"keys of others are not looked": {[]operation{set(1, 2, "x:a", 1), {began: 3, ended: 4, all: []string{"y:"}}}, ""},
	} {
		err := explain(c.history)
		if (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v", name, err)
		}
	}
}
