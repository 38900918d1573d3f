package storetest

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// damagedTests spoil single values and events: what is sound stays in reach, and
// the rest can be overwritten or passed over.
var damagedTests = []test{
	{"ValuesOfEachScope", whenDamageable(valuesOfEachScope)},
	{"BlindWritesRepair", whenDamageable(blindWritesRepair)},
	{"MergesAreRefused", whenDamageable(mergesAreRefused)},
	{"Event", whenDamageable(damagedEvent)},
	{"AsOf", whenDamageable(asOfDamaged)},
	{"Update", whenDamageable(updateOfDamaged)},
	{"Invocation", whenDamageable(func(e *env) {
		e.create(map[string]any{"bad": 1})
		e.damage("bad", 0)
		s, _ := e.damaged()
		inv := runtime.NewInvocation(e.svc, s)
		defer inv.End()
		step := inv.Context("test", "")
		_, err := step.Get("bad")
		e.wantDamage(err, []string{"bad"}, nil)
		e.must(step.Set("bad", 2))
		_, err = step.Commit(e.Context(), nil)
		e.must(err)
		e.wantStored(s, map[string]any{"bad": 2})
	})},
	{"CreateListDelete", whenDamageable(func(e *env) {
		e.append(e.create(map[string]any{"bad": 1, "app:bad": 1}), nil)
		e.damage("bad", 0)
		e.damage("app:bad", 0)
		e.damage("", 1)
		other := e.createAs(app, user, "other", nil)
		_, err := other.State().Get("app:bad")
		e.wantDamage(err, []string{"app:bad"}, nil)
		infos, err := e.svc.List(e.Context(), runtime.ListRequest{AppName: app, UserID: user})
		e.must(err)
		e.same("sessions", len(infos), 2)
		e.must(e.delete(user, id))
		_, err = e.svc.Create(e.Context(), runtime.CreateRequest{AppName: app, UserID: user, SessionID: id})
		e.must(err)
		_, err = e.damaged()
		e.wantDamage(err, []string{"app:bad"}, nil)
	})},
}

func whenDamageable(run func(*env)) func(*env) {
	return func(e *env) {
		if e.spoil == nil {
			e.Skip("nobody can get at what this store holds")
		}
		run(e)
	}
}

// damage spoils a value, or an event.
func (e *env) damage(key string, seq int64) {
	e.Helper()
	e.spoil(e.TB, Stored{store.SessionKey{AppName: app, UserID: user, SessionID: id}, key, seq})
}

// damaged returns the session, parts of which are damaged, and the error.
func (e *env) damaged() (*runtime.Session, error) {
	e.Helper()
	s, err := e.svc.Get(e.Context(), runtime.GetRequest{AppName: app, UserID: user, SessionID: id})
	if s == nil {
		e.Fatalf("no handle, error %v", err)
	}
	return s, err
}

func (e *env) wantDamage(err error, keys []string, events []int64) {
	e.Helper()
	var damage *runtime.DamagedError
	if !errors.As(err, &damage) || runtime.IsMissing(err) {
		e.Fatalf("got error %v, want a *DamagedError", err)
	}
	if !slices.Equal(damage.Keys, keys) || !slices.Equal(damage.Events, events) {
		e.Fatalf("keys %q and events %v are damaged, want %q and %v", damage.Keys, damage.Events, keys, events)
	}
}

func valuesOfEachScope(e *env) {
	before := e.create(map[string]any{"bad": 1, "user:bad": 1, "app:bad": 1, "worse": 1, "good": 1, "user:good": 2, "app:good": 3})
	for _, key := range []string{"bad", "user:bad", "app:bad", "worse"} {
		e.damage(key, 0)
	}
	s, err := e.damaged()
	e.wantDamage(err, []string{"app:bad", "bad", "user:bad", "worse"}, nil)
	for _, key := range []string{"bad", "user:bad", "app:bad", "worse"} {
		_, err := s.State().Get(key)
		e.wantDamage(err, []string{key}, nil)
	}
	sound := map[string]any{}
	for key, value := range s.State().All() {
		if damage, is := value.(*runtime.DamagedError); is {
			e.wantDamage(damage, []string{key}, nil)
		} else {
			sound[key] = value
		}
	}
	e.same("what is sound", sound, map[string]any{"good": 1, "user:good": 2, "app:good": 3})
	e.same("keys", len(maps.Collect(s.State().All())), 7)
	e.same("a handle from before", len(maps.Collect(before.State().All())), 7)
	shared, err := e.svc.Shared(e.Context(), runtime.SharedRequest{AppName: app})
	e.wantDamage(err, []string{"app:bad"}, nil)
	e.append(shared, runtime.Delta{"app:bad": 5})
	e.wantState(e.shared(""), map[string]any{"app:bad": 5, "app:good": 3})
	_, err = e.damaged()
	e.wantDamage(err, []string{"bad", "user:bad", "worse"}, nil)
}

func blindWritesRepair(e *env) {
	before := e.create(map[string]any{"a": 1, "b": 1, "user:a": 1, "user:b": 1, "app:a": 1, "app:b": 1})
	keys := []string{"a", "app:a", "app:b", "b", "user:a", "user:b"}
	for round, repair := range []func(s *runtime.Session, delta runtime.Delta){
		func(s *runtime.Session, delta runtime.Delta) { e.append(s, delta) },
		func(_ *runtime.Session, delta runtime.Delta) { e.append(before, delta) },
	} {
		for _, key := range keys {
			e.damage(key, 0)
		}
		s, err := e.damaged()
		e.wantDamage(err, keys, nil)
		set := runtime.Delta{"a": round, "user:a": round, "app:a": round}
		repair(s, set)
		s, err = e.damaged()
		e.wantDamage(err, []string{"app:b", "b", "user:b"}, nil)
		repair(s, runtime.Delta{"b": nil, "user:b": nil, "app:b": nil})
		want := map[string]any{"a": round, "user:a": round, "app:a": round}
		e.wantState(e.get(), want)
		if round == 0 {
			e.wantState(s, want)
			e.append(s, runtime.Delta{"b": 1, "user:b": 1, "app:b": 1})
		}
	}
}

func mergesAreRefused(e *env) {
	e.create(map[string]any{"n": 1, "user:l": []any{"x"}, "old": 7, "good": 1})
	for _, key := range []string{"n", "user:l", "old"} {
		e.damage(key, 0)
	}
	s, _ := e.damaged()
	for key, delta := range map[string]runtime.Delta{
		"n":      {"n": sum(1), "good": 2},
		"user:l": {"user:l": appendTo("y"), "good": 2},
		"old":    {"new": runtime.Op{Kind: runtime.OpSum, Operand: 1, Old: []string{"old"}}, "good": 2},
	} {
		e.wantDamage(e.tryAppend(s, delta), []string{key}, nil)
	}
	e.append(s, runtime.Delta{"good": sum(1)})
	s, err := e.damaged()
	e.wantDamage(err, []string{"n", "old", "user:l"}, nil)
	e.same("events", s.Events().Len(), 1)
	e.append(s, runtime.Delta{"n": 1, "user:l": nil, "old": nil})
	e.append(s, runtime.Delta{"n": sum(1), "user:l": appendTo("y")})
	e.wantStored(s, map[string]any{"n": 2, "user:l": []any{"y"}, "good": 2})
}

func damagedEvent(e *env) {
	s := e.create(nil)
	var events []*runtime.Event
	for i := range 4 {
		events = append(events, e.append(s, runtime.Delta{"n": i + 1}))
	}
	e.damage("", 2)
	got, err := e.damaged()
	e.wantDamage(err, nil, []int64{2})
	e.wantState(got, map[string]any{"n": 4})
	e.same("sound events", eventIDs(got), fmt.Sprintf("%s %s %s", events[0].ID, events[2].ID, events[3].ID))
	e.same("recent events", e.getWith(runtime.GetRequest{NumRecentEvents: 2}).Events().Len(), 2)
	var seen []int64
	for event, err := range e.svc.Events(e.Context(), runtime.EventsRequest{AppName: app, UserID: user, SessionID: id}) {
		if err != nil {
			e.wantDamage(err, nil, []int64{2})
			seen = append(seen, -1)
			continue
		}
		seen = append(seen, event.Seq)
	}
	e.same("stream", seen, []int64{1, -1, 3, 4})
	e.append(got, runtime.Delta{"n": 5})
	e.same("events behind it", got.Events().At(3).Seq, int64(5))
	e.wantDamage(e.svc.AppendEvent(e.Context(), got, events[1]), nil, []int64{2})
	e.must(e.svc.AppendEvent(e.Context(), got, events[2])) // counts once
	e.same("events", got.Events().Len(), 4)
}

func asOfDamaged(e *env) {
	s := e.create(map[string]any{"a": 1})
	first := e.append(s, runtime.Delta{"a": 2})
	second := e.append(s, runtime.Delta{"a": 3})
	e.damage("a", 0)
	e.wantState(e.getWith(runtime.GetRequest{AsOf: second.ID}), map[string]any{"a": 3}) // the history has it
	e.damage("", 2)
	e.wantState(e.getWith(runtime.GetRequest{AsOf: first.ID}), map[string]any{"a": 2})
	got, err := e.svc.Get(e.Context(), runtime.GetRequest{AppName: app, UserID: user, SessionID: id, AsOf: second.ID})
	e.wantDamage(err, nil, []int64{2})
	if got != nil {
		e.Fatal("a handle whose state is unknown")
	}
}

func updateOfDamaged(e *env) {
	e.create(map[string]any{"bad": 1, "good": 1})
	e.damage("bad", 0)
	s, _ := e.damaged()
	update := func(fn func(runtime.State) error) error {
		return runtime.Update(e.Context(), e.svc, s, change(nil), fn)
	}
	e.wantDamage(update(func(state runtime.State) error {
		_, err := state.Get("bad")
		return err
	}), []string{"bad"}, nil)
	e.must(update(func(state runtime.State) error { // sees all keys, and leaves that one alone
		return state.Set("good", len(maps.Collect(state.All())))
	}))
	runs := 0
	e.must(update(func(state runtime.State) error {
		_, err := state.Get("bad")
		if runs++; runs == 1 {
			e.wantDamage(err, []string{"bad"}, nil)
			e.append(e.createAs(app, user, "other", nil), nil)
			other, _ := e.damaged()
			e.append(other, runtime.Delta{"bad": 10})
		}
		return state.Set("repaired", err == nil)
	}))
	e.same("runs", runs, 2)
	e.wantStored(s, map[string]any{"bad": 10, "good": 2, "repaired": true})
}
