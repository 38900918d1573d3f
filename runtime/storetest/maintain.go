package storetest

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

// eraseTests are about users and apps that are erased. They need a store.Maintainer.
var eraseTests = []test{
	{"User", whenMaintained(eraseUser)},
	{"SharedHandles", whenMaintained(eraseUnderSharedHandles)},
	{"App", whenMaintained(func(e *env) {
		for _, name := range []string{"u1", "u2", "u3"} {
			e.append(e.createAs(app, name, id, map[string]any{"a": 1, "user:a": 1}), runtime.Delta{"app:n": sum(1)})
		}
		s := e.createAs("other", "u1", id, map[string]any{"a": 1, "app:n": 7})
		e.must(e.svc.DeleteApp(e.Context(), runtime.DeleteAppRequest{AppName: app}))
		e.must(e.svc.DeleteApp(e.Context(), runtime.DeleteAppRequest{AppName: app}))
		e.wantNames("apps", e.apps(""), "other")
		e.wantState(e.shared("u1"), map[string]any{})
		e.wantStored(s, map[string]any{"a": 1, "app:n": 7})
	})},
	{"LongHistories", whenMaintained(func(e *env) {
		e.inFull("appends more events than a store erases at once")
		for _, name := range []string{"a", "b"} {
			s := e.createAs(app, user, name, nil)
			for range 1100 {
				e.append(s, runtime.Delta{"n": sum(1)})
			}
		}
		e.must(e.svc.DeleteUser(e.Context(), runtime.DeleteUserRequest{AppName: app, UserID: user}))
		e.wantNames("apps", e.apps(""), "")
		s := e.createAs(app, user, "a", nil)
		e.append(s, runtime.Delta{"n": 1})
		e.same("events of the new one", e.getAs(app, user, "a").Events().Len(), 1)
		e.must(e.svc.Compact(e.Context(), runtime.CompactRequest{}))
		e.wantStored(s, map[string]any{"n": 1})
	})},
	{"NotThere", whenMaintained(func(e *env) {
		e.must(e.svc.DeleteUser(e.Context(), runtime.DeleteUserRequest{AppName: "x", UserID: "y"}))
		e.must(e.svc.DeleteApp(e.Context(), runtime.DeleteAppRequest{AppName: "x"}))
		for _, r := range []runtime.DeleteUserRequest{{}, {AppName: app}, {UserID: user}} {
			e.wantArgument(e.svc.DeleteUser(e.Context(), r), "%+v", r)
		}
		e.wantArgument(e.svc.DeleteApp(e.Context(), runtime.DeleteAppRequest{}), "app without a name")
	})},
	{"ThreeParties", whenMaintained(eraseBesideWriters)},
}

// whenMaintained leaves a test out if the store can't do it.
func whenMaintained(run func(*env)) func(*env) {
	return func(e *env) {
		if err := e.svc.Compact(e.Context(), runtime.CompactRequest{}); errors.Is(err, errors.ErrUnsupported) {
			e.Skip("the store is no store.Maintainer: users can't be erased, nor histories pruned or keys purged")
		}
		run(e)
	}
}

func eraseUser(e *env) {
	s := e.create(map[string]any{"a": 1, "user:a": 1, "app:kept": 1})
	e.append(s, runtime.Delta{"b": 2, "user:b": 2})
	shared := e.shared(user)
	e.append(shared, runtime.Delta{"user:c": 3})
	shared = e.shared(user) // which knows of the event
	other := e.createAs(app, "other", id, map[string]any{"user:a": 5})
	elsewhere := e.createAs("app 2", user, id, map[string]any{"user:a": 6})
	request := runtime.DeleteUserRequest{AppName: app, UserID: user}
	e.must(e.svc.DeleteUser(e.Context(), request))
	e.must(e.svc.DeleteUser(e.Context(), request)) // a retry succeeds
	e.wantGone(user, id)
	e.wantState(e.shared(user), map[string]any{"app:kept": 1})
	again := e.create(nil)
	e.append(e.shared(user), runtime.Delta{"user:new": 1})
	e.wantErased("session", s)
	e.wantErased("shared", shared)
	e.append(again, nil)
	e.wantState(e.get(), map[string]any{"app:kept": 1, "user:new": 1})
	e.same("events", e.get().Events().Len(), 1)
	e.wantStored(other, map[string]any{"user:a": 5, "app:kept": 1})
	e.wantStored(elsewhere, map[string]any{"user:a": 6})
}

// eraseUnderSharedHandles has handles of shared state that were made before it had
// events: none of them brings an erased user back.
func eraseUnderSharedHandles(e *env) {
	for name, prepare := range map[string]func(user string) *runtime.Session{
		"that has written": func(user string) *runtime.Session {
			handle := e.shared(user)
			e.append(handle, runtime.Delta{"user:a": 1})
			return handle
		},
		"that has updated": func(user string) *runtime.Session {
			handle := e.shared(user)
			e.must(runtime.Update(e.Context(), e.svc, handle, by("update"), func(s runtime.State) error { return s.Set("user:a", 1) }))
			return handle
		},
		"that found sessions": func(user string) *runtime.Session {
			e.createAs(app, user, "1", nil)
			e.createAs(app, user, "2", nil)
			handle := e.shared(user)
			e.must(e.delete(user, "1"))
			return handle
		},
		"that found state alone": func(user string) *runtime.Session {
			e.createAs(app, user, id, map[string]any{"user:a": 1})
			e.must(e.delete(user, id))
			return e.shared(user)
		},
	} {
		erased := prepare(user)
		e.must(e.svc.DeleteUser(e.Context(), runtime.DeleteUserRequest{AppName: app, UserID: user}))
		e.wantErased("a handle "+name, erased)
		e.wantNames("users after "+name, e.users(app, ""), "")
		e.append(e.shared(user), runtime.Delta{"user:new": 1}) // asked for anew
		e.wantState(e.shared(user), map[string]any{"user:new": 1})
		e.wantErased("a user who is back, a handle "+name, erased)

		kept := prepare("kept " + name)
		e.append(kept, runtime.Delta{"user:b": 2})
		e.append(kept, runtime.Delta{"user:b": sum(1)})
		e.same("user:b of who was not erased", maps.Collect(e.shared("kept " + name).State().All())["user:b"], any(3))
		e.must(e.svc.DeleteApp(e.Context(), runtime.DeleteAppRequest{AppName: app}))
	}
	s := e.create(map[string]any{"app:a": 1})
	unset := e.shared("")
	e.append(s, runtime.Delta{"app:a": nil})
	e.append(unset, runtime.Delta{"app:a": 2}) // nothing was erased
	e.must(e.svc.DeleteApp(e.Context(), runtime.DeleteAppRequest{AppName: app}))
	e.wantErased("a handle whose keys were unset", unset)
	ofApp, stale := e.shared(""), e.shared("")
	e.append(ofApp, runtime.Delta{"app:a": 1})
	e.append(stale, runtime.Delta{"app:b": 1})
	e.must(e.svc.DeleteApp(e.Context(), runtime.DeleteAppRequest{AppName: app}))
	e.wantErased("a handle of the app", ofApp)
	e.wantErased("another handle of the app", stale)
	e.wantNames("apps", e.apps(""), "")
}

// wantErased checks that nothing can be written any more through a handle.
func (e *env) wantErased(what string, handle *runtime.Session) {
	e.Helper()
	scope := runtime.ScopeUser
	if handle.UserID() == "" {
		scope = runtime.ScopeApp
	}
	key := scope.Key("a")
	e.wantIs(e.tryAppend(handle, runtime.Delta{key: 9}), runtime.ErrSessionNotFound,
		"%s: append", what)
	err := runtime.Update(e.Context(), e.svc, handle, by("update"), func(s runtime.State) error { return s.Set(key, 9) })
	e.wantIs(err, runtime.ErrSessionNotFound, "%s: update", what)
}

// eraseBesideWriters has sessions that all set a key of their user when they are
// created: whoever sees such a session sees the key, unless both were erased.
func eraseBesideWriters(e *env) {
	rounds := rounds(30)
	erase := func() error {
		return e.svc.DeleteUser(e.Context(), runtime.DeleteUserRequest{AppName: app, UserID: user})
	}
	write := func(w, i int) error {
		s, err := e.svc.Create(e.Context(), runtime.CreateRequest{AppName: app, UserID: user,
			SessionID: fmt.Sprint(w, "-", i), State: map[string]any{"user:here": true}})
		if err == nil {
			e.hasKey("created", s)
			err = e.tryAppend(s, runtime.Delta{"n": sum(1), "user:here": true})
		}
		if errors.Is(err, runtime.ErrSessionNotFound) {
			return nil
		}
		return err
	}
	read := func() error {
		for s, err := range e.svc.Sessions(e.Context(), runtime.ListRequest{AppName: app, UserID: user}) {
			if err != nil {
				return err
			}
			e.hasKey("listed", s)
		}
		s, err := e.svc.Get(e.Context(), runtime.GetRequest{AppName: app, UserID: user, SessionID: "0-1"})
		if err == nil {
			e.hasKey("read", s)
		}
		return nil
	}
	e.together(5, func(w int) error {
		return repeat(rounds, func(i int) error {
			switch w {
			case 3:
				return erase()
			case 4:
				return read()
			}
			return write(w, i)
		})
	})
	e.must(erase())
	e.wantNames("apps", e.apps(""), "")
}

func (e *env) hasKey(what string, s *runtime.Session) {
	if _, err := s.State().Get("user:here"); err != nil {
		e.Errorf("a session that was %s is there without its user's state: %v", what, err)
	}
}

// filterTests are about what was updated when.
var filterTests = []test{
	{"ByUpdate", func(e *env) {
		for i, key := range []string{"u1/a", "u1/b", "u2/c", "u3/d"} {
			user, id, _ := strings.Cut(key, "/")
			_, err := e.svc.Create(e.Context(), runtime.CreateRequest{AppName: app, UserID: user, SessionID: id, Timestamp: at(i * 10)})
			e.must(err)
		}
		for _, c := range []struct {
			since, before time.Time
			want          string
		}{
			{at(10), time.Time{}, "u1/b u2/c u3/d"}, {time.Time{}, at(20), "u1/a u1/b"}, {at(0), at(1), "u1/a"},
			{at(10), at(30), "u1/b u2/c"}, {at(31), at(3000), ""},
		} {
			what := fmt.Sprintf("from %v to %v", c.since, c.before)
			r := runtime.ListRequest{AppName: app, UpdatedSince: c.since, UpdatedBefore: c.before}
			e.same("sessions "+what, e.listIDs(r), c.want)
			r.Limit = 1
			e.same("page by page "+what, e.pages(r), c.want)
		}
		e.same("of a user", e.listIDs(runtime.ListRequest{AppName: app, UserID: "u1", UpdatedSince: at(5)}), "u1/b")
	}},
	{"DefaultOfEvents", func(e *env) {
		e.inFull("appends more events than are read unasked")
		s := e.create(nil)
		for range runtime.DefaultRecentEvents + 5 {
			e.append(s, nil)
		}
		got := e.get().Events()
		e.same("events by default", got.Len(), runtime.DefaultRecentEvents)
		e.same("the first of them", got.At(0).Seq, int64(6))
		e.same("all", e.getWith(runtime.GetRequest{NumRecentEvents: runtime.AllEvents}).Events().Len(), runtime.DefaultRecentEvents+5)
	}},
}

// moment is what a session held after an event.
type moment struct {
	event *runtime.Event
	state map[string]any
}

// createEarly creates a session before the events that appendMoments appends.
func (e *env) createEarly(state map[string]any) *runtime.Session {
	e.Helper()
	s, err := e.svc.Create(e.Context(), runtime.CreateRequest{AppName: app, UserID: user, SessionID: id, State: state, Timestamp: at(0)})
	e.must(err)
	return s
}

// appendMoments appends random changes, the first at a second of the day, the others
// one second later each.
func (e *env) appendMoments(s *runtime.Session, n, second int) (moments []moment) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		n := runtime.Op{Kind: runtime.OpSum, Operand: 1, Old: []string{"old"}}
		delta := runtime.Delta{"n": n, "l": union(random.IntN(20))}
		switch key := string(rune('a' + random.IntN(4))); random.IntN(3) {
		case 0:
			delta[key] = nil
		default:
			delta[key] = fmt.Sprint(key, i)
		}
		event := &runtime.Event{ID: fmt.Sprint("e", second+i), Author: "test", Timestamp: at(second + i), Actions: runtime.Actions{StateDelta: delta}}
		e.must(e.svc.AppendEvent(e.Context(), s, event))
		moments = append(moments, moment{event, maps.Collect(s.State().All())})
	}
	return moments
}

func (e *env) prune(r runtime.PruneRequest) runtime.PruneReport {
	e.Helper()
	if r.KeepYounger == 0 {
		r.KeepYounger = time.Nanosecond
	}
	count := r
	count.CountOnly = true
	counted, err := e.svc.Prune(e.Context(), count)
	e.must(err)
	report, err := e.svc.Prune(e.Context(), r)
	e.must(err)
	if report.Snapshots == 0 || r.MaxEvents > 0 { // memory keeps none, and a cut spares some
		counted.Snapshots = report.Snapshots
	}
	if r.IdleFor == 0 {
		e.same("counted beforehand", counted, report)
	}
	return report
}

// wantHistory checks that a history is exact from an event on, and not there before it.
func (e *env) wantHistory(moments []moment, first int64) {
	e.Helper()
	for _, m := range moments {
		r := runtime.GetRequest{AppName: app, UserID: user, SessionID: id, AsOf: m.event.ID, NumRecentEvents: runtime.AllEvents}
		got, err := e.svc.Get(e.Context(), r)
		seq := int64(slices.IndexFunc(moments, func(o moment) bool { return o.event == m.event })) + 1
		if seq < first {
			var pruned *runtime.PrunedError
			if !errors.Is(err, runtime.ErrEventNotFound) || !errors.As(err, &pruned) || pruned.Through != first-1 {
				e.Fatalf("as of event %d of those from %d: error %v", seq, first, err)
			}
			continue
		}
		e.must(err)
		e.wantState(got, m.state)
		e.same("events", got.Events().Len(), int(seq-first+1))
		if seq > first { // the latest timestamp before isn't kept event by event
			e.same("last update", got.LastUpdateTime(), m.event.Timestamp)
		}
	}
	e.wantStream(0, first, int64(len(moments)))
	for after := int64(1); after <= int64(len(moments)); after += 7 {
		if after >= first-1 {
			e.wantStream(after, after+1, int64(len(moments)))
			continue
		}
		var pruned *runtime.PrunedError
		for _, r := range []runtime.EventsRequest{{AfterSeq: after}, {AfterSeq: after, After: at(0)}} {
			r.AppName, r.UserID, r.SessionID = app, user, id
			for event, err := range e.svc.Events(e.Context(), r) {
				if event != nil || !errors.As(err, &pruned) || pruned.Through != first-1 {
					e.Fatalf("events after %d: error %v", after, err)
				}
			}
		}
	}
}

func (e *env) wantStream(after, first, last int64) {
	e.Helper()
	next := first
	for event, err := range e.svc.Events(e.Context(), runtime.EventsRequest{AppName: app, UserID: user, SessionID: id, AfterSeq: after}) {
		e.must(err)
		e.same("number", event.Seq, next)
		next++
	}
	e.same("events streamed", next, last+1)
}

var replayTests = []test{
	{"EveryMoment", everyMoment},
	{"UnknownEvent", func(e *env) {
		e.create(nil)
		_, err := e.svc.Get(e.Context(), runtime.GetRequest{AppName: app, UserID: user, SessionID: id, AsOf: "none"})
		e.wantIs(err, runtime.ErrEventNotFound, "the call")
	}},
}

// everyMoment appends random changes and then asks for each moment again.
func everyMoment(e *env) {
	s := e.createEarly(map[string]any{"a": 1, "l": []any{"first"}, "old": 5})
	moments := e.appendMoments(s, 100, 0)
	e.wantHistory(moments, 1)
	last := moments[len(moments)-1]
	e.wantState(e.get(), last.state)
	e.append(s, runtime.Delta{"user:x": 1, "a": "later"})
	got := e.getWith(runtime.GetRequest{AsOf: last.event.ID})
	last.state["user:x"] = 1 // shared state is the current one
	e.wantState(got, last.state)
	e.same("events", got.Events().Len(), len(moments))
	e.append(got, runtime.Delta{"b": "appended with an old view"})
	e.wantValue(e.get().State(), "a", "later")
}
