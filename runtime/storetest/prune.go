package storetest

import (
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
)

// pruneTests are about what is left when old sessions and events have gone, or a key.
// They need a store.Maintainer.
var pruneTests = []test{
	{"EventsByNumber", whenMaintained(func(e *env) {
		s := e.createEarly(map[string]any{"n": 5, "first": true})
		moments := e.appendMoments(s, 40, 0)
		e.wantHistory(moments, 1)
		e.same("removed", e.prune(runtime.PruneRequest{MaxEvents: 30}).Events, int64(10))
		e.wantHistory(moments, 11)
		e.same("removed again", e.prune(runtime.PruneRequest{AppName: app, MaxEvents: 30}).Events, int64(0))
		e.same("removed more", e.prune(runtime.PruneRequest{MaxEvents: 12}).Events, int64(18))
		e.wantHistory(moments, 29)
		moments = append(moments, e.appendMoments(s, 5, 40)...) // by a handle from before
		e.wantHistory(moments, 29)
		e.same("handle's events", s.Events().Len(), 45)
		e.wantStored(s, moments[44].state)
		e.wantHistory(append(moments, e.appendMoments(e.get(), 300, 45)...), 29)
		e.same("most of them", e.prune(runtime.PruneRequest{MaxEvents: 1}).Events, int64(316))
		e.same("events", eventIDs(e.get()), "e344")
	})},
	{"EventsByAge", whenMaintained(func(e *env) {
		moments := e.appendMoments(e.createEarly(nil), 30, 0)
		age := func(second int) time.Duration { return time.Since(at(second)) + 500*time.Millisecond }
		e.same("removed", e.prune(runtime.PruneRequest{EventsOlderThan: age(10)}).Events, int64(10))
		e.wantHistory(moments, 11)
		e.same("removed", e.prune(runtime.PruneRequest{EventsOlderThan: age(20), MaxEvents: 5}).Events, int64(15))
		e.wantHistory(moments, 26)
		e.same("all but the last", e.prune(runtime.PruneRequest{EventsOlderThan: time.Nanosecond}).Events, int64(4))
		e.wantHistory(moments, 30)
	})},
	{"ClocksAhead", whenMaintained(func(e *env) {
		s := e.create(nil)
		ahead := time.Date(2999, 1, 1, 0, 0, 0, 0, time.UTC)
		for i, when := range []time.Time{at(0), ahead, at(1), at(2), ahead, ahead} {
			e.must(e.svc.AppendEvent(e.Context(), s, &runtime.Event{ID: fmt.Sprint("e", i), Timestamp: when}))
		}
		e.prune(runtime.PruneRequest{EventsOlderThan: time.Hour})
		e.same("those that may be new", eventIDs(e.get()), "e4 e5")
		e.prune(runtime.PruneRequest{IdleFor: time.Hour})
		e.get()
		e.same("idle", e.prune(runtime.PruneRequest{IdleFor: time.Nanosecond}).Sessions, int64(1))
		e.same("sessions", e.listIDs(runtime.ListRequest{AppName: app}), "")
	})},
	{"YoungEventsStay", whenMaintained(func(e *env) {
		s := e.create(nil)
		e.appendMoments(s, 5, 0)
		for range 5 {
			e.append(s, runtime.Delta{"n": sum(1)})
		}
		report, err := e.svc.Prune(e.Context(), runtime.PruneRequest{MaxEvents: 2, EventsOlderThan: time.Nanosecond})
		e.must(err)
		e.same("removed", report.Events, int64(5))
		e.same("kept as young", report.Young, int64(4)) // and the last one in any case
		e.same("left", e.get().Events().Len(), 5)
	})},
	{"RetryOfAPrunedEvent", whenMaintained(func(e *env) {
		s := e.create(nil)
		event := &runtime.Event{ID: "e", Timestamp: at(0), Actions: runtime.Actions{StateDelta: runtime.Delta{"n": sum(1)}}}
		e.must(e.svc.AppendEvent(e.Context(), s, event))
		e.append(s, nil)
		e.must(e.svc.AppendEvent(e.Context(), e.get(), event))
		e.wantState(e.get(), map[string]any{"n": 1})
		e.same("removed", e.prune(runtime.PruneRequest{EventsOlderThan: time.Hour}).Events, int64(1))
		e.must(e.svc.AppendEvent(e.Context(), e.get(), event)) // nobody knows it any more
		e.wantState(e.get(), map[string]any{"n": 2})
		e.same("events", e.get().Events().At(1).Seq, int64(3))
	})},
	{"IdleSessions", whenMaintained(func(e *env) {
		e.createMany()
		long, err := e.svc.Create(e.Context(), runtime.CreateRequest{AppName: app, UserID: "u1", SessionID: "old", Timestamp: at(0), State: map[string]any{"user:a": 1}})
		e.must(err)
		e.same("of what was written just now", e.prune(runtime.PruneRequest{IdleFor: time.Hour}).Sessions, int64(0))
		e.same("of an app", e.prune(runtime.PruneRequest{AppName: app, IdleFor: time.Nanosecond}).Sessions, int64(9))
		e.same("sessions", e.listIDs(runtime.ListRequest{AppName: app}), "")
		e.same("of another app", len(e.listIDs(runtime.ListRequest{AppName: "other"})) > 0, true)
		e.wantState(e.shared("u1"), map[string]any{"user:a": 1, "app:n": 1})
		e.wantIs(e.tryAppend(long, nil), runtime.ErrSessionNotFound, "append")
	})},
	{"Snapshots", whenMaintained(func(e *env) {
		s := e.createEarly(map[string]any{"n": 5})
		moments := e.appendMoments(s, 45, 0)
		for range 3 {
			e.prune(runtime.PruneRequest{SnapshotEvery: 10})
			e.wantHistory(moments, 1)
		}
		moments = append(moments, e.appendMoments(s, 10, 45)...)
		e.prune(runtime.PruneRequest{SnapshotEvery: 10})
		e.wantHistory(moments, 1)
		e.prune(runtime.PruneRequest{SnapshotEvery: 10, MaxEvents: 30})
		e.wantHistory(moments, 26)
		e.prune(runtime.PruneRequest{SnapshotEvery: 5, MaxEvents: 20})
		e.wantHistory(moments, 36)
	})},
	{"SharedHistories", whenMaintained(func(e *env) {
		for _, name := range []string{user, ""} {
			s := e.shared(name)
			for i := range 9 {
				e.must(e.svc.AppendEvent(e.Context(), s, &runtime.Event{Timestamp: at(i), Actions: runtime.Actions{StateDelta: runtime.Delta{"app:n": sum(1)}}}))
			}
		}
		e.same("removed", e.prune(runtime.PruneRequest{MaxEvents: 4}).Events, int64(10))
		e.same("left", e.shared(user).Events().Len()+e.shared("").Events().Len(), 8)
		e.wantState(e.shared(""), map[string]any{"app:n": 18})
	})},
	{"BesideWriters", whenMaintained(pruneBesideWriters)},
	{"BadRequests", whenMaintained(func(e *env) {
		for _, r := range []runtime.PruneRequest{{AppName: "\x00"}, {IdleFor: -1}, {EventsOlderThan: -1}, {MaxEvents: -1}, {SnapshotEvery: -1}} {
			e.wantArgument(errOf(e.svc.Prune(e.Context(), r)), "prune %+v", r)
		}
		for _, r := range []runtime.PurgeRequest{{}, {Key: "temp:x"}, {Key: "x", AppName: "\x00"}} {
			e.wantArgument(errOf(e.svc.Purge(e.Context(), r)), "purge %+v", r)
		}
	})},
	{"PurgeUserKey", whenMaintained(purgeUserKey)},
	{"PurgeSessionKey", whenMaintained(func(e *env) {
		s := e.create(map[string]any{"a": "secret", "kept": 1})
		moments := e.appendMoments(s, 30, 0)
		e.prune(runtime.PruneRequest{MaxEvents: 25, SnapshotEvery: 7})
		report := e.purge(runtime.PurgeRequest{Key: "a"})
		if report.Events == 0 || report.Values > 1 {
			e.Fatalf("%+v", report)
		}
		for _, m := range moments[5:] {
			delete(m.state, "a")
			e.wantState(e.getWith(runtime.GetRequest{AsOf: m.event.ID}), m.state)
		}
		again := e.purge(runtime.PurgeRequest{Key: "a"})
		e.same("second time", []int64{again.Events, again.Values}, []int64{0, 0})
	})},
	{"PurgeElsewhere", whenMaintained(purgeElsewhere)},
	{"PurgeCutOff", whenMaintained(purgeCutOff)},
	{"PurgeMerged", whenMaintained(func(e *env) {
		s := e.create(map[string]any{"user:l": []any{"secret 1"}})
		for range 3 {
			_, err := e.svc.AppendResolved(e.Context(), s, change(runtime.Delta{"user:l": appendTo("secret 2"), "n": sum(1)}))
			e.must(err)
		}
		report := e.purge(runtime.PurgeRequest{Key: "user:l"})
		e.same("report", []int64{report.Values, report.Events, report.Elsewhere}, []int64{1, 4, 0})
		got := e.get()
		e.wantState(got, map[string]any{"n": 3})
		for event := range got.Events().All() {
			_, ok := event.Actions.Resolved["user:l"]
			e.same("what it came to", ok, false)
			e.same("the other one", event.Actions.Resolved["n"] != nil, true)
			v, ok := event.Actions.StateDelta["user:l"]
			e.same("the mark", []any{v, ok}, []any{nil, true})
		}
	})},
}

func purgeUserKey(e *env) {
	s := e.create(map[string]any{"user:phone": "555-1234", "user:name": "Ann", "n": 1})
	retry := &runtime.Event{ID: "e", Content: runtime.NewText("user", "my phone is 555-9999"),
		Actions: runtime.Actions{StateDelta: runtime.Delta{"user:phone": "555-9999", "n": 2}}}
	e.must(e.svc.AppendEvent(e.Context(), s, retry))
	e.append(e.shared(user), runtime.Delta{"user:phone": "555-7777"})
	other := e.createAs("app 2", "other", id, map[string]any{"user:phone": "556", "phone": "kept"})
	count := e.purge(runtime.PurgeRequest{Key: "user:phone", CountOnly: true})
	report := e.purge(runtime.PurgeRequest{Key: "user:phone"})
	count.Looked = report.Looked // the event that unsets the key may begin a history
	e.same("counted", count, report)
	e.same("report", []int64{report.Values, report.Events, report.Elsewhere}, []int64{2, 4, 1})
	e.wantState(e.get(), map[string]any{"user:name": "Ann", "n": 2})
	e.wantState(e.getAs("app 2", "other", other.ID()), map[string]any{"phone": "kept"})
	e.wantState(e.getWith(runtime.GetRequest{AsOf: "e"}), map[string]any{"user:name": "Ann", "n": 2})
	e.wantIs(e.svc.AppendEvent(e.Context(), e.get(), retry), runtime.ErrEventExists,
		"retry of an event that was changed")
	trace := e.shared(user).Events()
	last := trace.At(trace.Len() - 1)
	e.same("trace", fmt.Sprint(last.Author, " ", map[string]any(last.Actions.StateDelta)), "purge map[user:phone:<nil>]")
	again := e.purge(runtime.PurgeRequest{Key: "user:phone"})
	e.same("second time", []int64{again.Values, again.Events}, []int64{0, 0})
	e.same("named", again.Named, true)
	e.same("a wrong name", e.purge(runtime.PurgeRequest{Key: "user:phnoe"}), runtime.PurgeReport{Looked: again.Looked})
}

// pruneBesideWriters prunes and replays while others append and update.
func pruneBesideWriters(e *env) {
	e.create(map[string]any{"n": 0})
	const writers, events = 4, 60
	done := make(chan struct{})
	var maintain parallel.Group
	maintain.Go(func() {
		for open := true; open; {
			select {
			case <-done:
				open = false
			default:
			}
			r := runtime.PruneRequest{MaxEvents: 20, KeepYounger: 1, SnapshotEvery: 5}
			if _, err := e.svc.Prune(e.Context(), r); err != nil {
				e.Error(err)
			}
			e.replayLatest()
		}
	})
	e.together(writers, func(int) error {
		s := e.get()
		return repeat(events, func(i int) error {
			if i%2 == 0 {
				return e.tryAppend(s, runtime.Delta{"n": sum(1), "user:m": sum(1)})
			}
			return e.update(s, func(s runtime.State) error { return increase(s, "n") })
		})
	})
	close(done)
	maintain.Wait()
	e.wantState(e.get(), map[string]any{"n": writers * events, "user:m": writers * events / 2})
	e.same("events left", e.get().Events().Len(), 20)
	for s := range e.get().Events().All() {
		e.same("n as of event", maps.Collect(e.getWith(runtime.GetRequest{AsOf: s.ID}).State().All())["n"], int(s.Seq))
	}
}

// replayLatest checks a moment in the middle of what is there, in which each event has
// added one to n.
func (e *env) replayLatest() {
	events := e.get().Events()
	if events.Len() == 0 {
		return
	}
	event := events.At(events.Len() / 2)
	past, err := e.svc.Get(e.Context(), runtime.GetRequest{AppName: app, UserID: user, SessionID: id, AsOf: event.ID})
	if err != nil {
		if strings.Contains(err.Error(), "pruned") {
			return
		}
		e.Error(err)
		return
	}
	if n, err := past.State().Get("n"); err != nil || int64(n.(int)) != event.Seq {
		e.Errorf("n is %v as of event %d: %v", n, event.Seq, err)
	}
}
