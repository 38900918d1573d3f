package storetest

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

var eventTests = []test{
	{"KeptWhole", keptWhole},
	{"MissingPartsFilledIn", func(e *env) {
		s := e.create(nil)
		event := &runtime.Event{Seq: 77}
		before := time.Now().Add(-time.Second)
		e.must(e.svc.AppendEvent(e.Context(), s, event))
		if event.ID == "" || event.Timestamp.Before(before) {
			e.Fatalf("ID %q and timestamp %v were not filled in", event.ID, event.Timestamp)
		}
		stored := e.get().Events().At(0)
		if stored.ID != event.ID || !stored.Timestamp.Equal(event.Timestamp) || stored.Seq != 1 {
			e.Fatalf("stored as %+v, appended as %+v", stored, event)
		}
	}},
	{"PartialChangesNothing", func(e *env) {
		s := e.create(map[string]any{"a": 1})
		e.must(e.svc.AppendEvent(e.Context(), s, &runtime.Event{ID: "p", Partial: true,
			Content: runtime.NewText("model", "Hel"), Actions: runtime.Actions{StateDelta: runtime.Delta{"a": 2}}}))
		e.wantStored(s, map[string]any{"a": 1})
		e.same("events", s.Events().Len()+e.get().Events().Len(), 0)
		e.must(e.svc.AppendEvent(e.Context(), s, &runtime.Event{ID: "p", Content: runtime.NewText("model", "Hello")}))
		e.same("events", eventIDs(e.get()), "p")
	}},
	{"CommitOrder", func(e *env) {
		s := e.create(nil)
		for _, id := range strings.Fields("z m a q") {
			e.must(e.svc.AppendEvent(e.Context(), s, &runtime.Event{ID: id, Timestamp: at(5)}))
		}
		e.must(e.svc.AppendEvent(e.Context(), s, &runtime.Event{ID: "early", Timestamp: at(1)}))
		e.same("in the handle", eventIDs(s), "z m a q early")
		got := e.get()
		e.same("in the store", eventIDs(got), "z m a q early")
		for i := range got.Events().Len() {
			e.same("number in the store", got.Events().At(i).Seq, int64(i+1))
			e.same("number in the handle", s.Events().At(i).Seq, int64(i+1))
		}
	}},
	{"Filters", filters},
	{"LastUpdateNeverGoesBack", func(e *env) {
		s, old := e.create(nil), e.get()
		created := s.LastUpdateTime()
		far := created.Add(time.Hour)
		for _, step := range []struct{ event, want time.Time }{
			{at(1), created}, {far, far}, {far.Add(-time.Minute), far},
		} {
			e.must(e.svc.AppendEvent(e.Context(), s, &runtime.Event{Timestamp: step.event}))
			for _, handle := range []*runtime.Session{s, e.get()} {
				if got := handle.LastUpdateTime(); !got.Equal(step.want) || got.Location() != time.UTC {
					e.Fatalf("after an event of %v: %v, want %v", step.event, got, step.want)
				}
			}
		}
		e.must(e.svc.AppendEvent(e.Context(), old, &runtime.Event{Timestamp: at(1)}))
		if got := old.LastUpdateTime(); !got.Equal(far) {
			e.Fatalf("in an old handle: %v, want %v", got, far)
		}
	}},
	{"Stream", func(e *env) {
		s := e.create(nil)
		const n = 600 // more than one piece
		for i := range n {
			e.must(e.svc.AppendEvent(e.Context(), s, &runtime.Event{ID: fmt.Sprint(i), Timestamp: at(i % 7)}))
		}
		next := 100
		for event, err := range e.svc.Events(e.Context(), runtime.EventsRequest{AppName: app, UserID: user, SessionID: id, AfterSeq: 100}) {
			e.must(err)
			e.same("ID", event.ID, fmt.Sprint(next))
			e.same("number", event.Seq, int64(next+1))
			next++
		}
		e.same("events", next, n)
		for event, err := range e.svc.Events(e.Context(), runtime.EventsRequest{AppName: app, UserID: user, SessionID: id, After: at(6)}) {
			e.must(err)
			e.same("ID", event.ID, "6")
			break
		}
		e.wantStream(math.MaxInt64-1, math.MaxInt64, math.MaxInt64-1)
		for _, err := range e.svc.Events(e.Context(), runtime.EventsRequest{AppName: app, UserID: user, SessionID: "none"}) {
			e.wantIs(err, runtime.ErrSessionNotFound, "the call")
		}
	}},
	{"BadEvents", func(e *env) {
		s := e.create(nil)
		for name, event := range map[string]*runtime.Event{
			"nil": nil, "long ID": {ID: strings.Repeat("x", 257)}, "NUL in the author": {Author: "\x00"},
			"invalid branch": {Branch: "\xff"}, "NUL in the text": {Content: runtime.NewText("user", "a\x00")},
			"year 10000": {Timestamp: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)},
			"channel in args": {Content: &runtime.Content{Parts: []runtime.Part{
				{FunctionCall: &runtime.FunctionCall{Args: map[string]any{"c": make(chan int)}}}}}},
		} {
			if err := e.svc.AppendEvent(e.Context(), s, event); err == nil {
				e.Errorf("%s was accepted", name)
			}
		}
		if err := e.svc.AppendEvent(e.Context(), nil, &runtime.Event{}); err == nil {
			e.Error("a nil session was accepted")
		}
		e.same("events", e.get().Events().Len(), 0)
	}},
}

func keptWhole(e *env) {
	s := e.create(nil)
	event := &runtime.Event{
		ID: "e1", InvocationID: "run", Author: "agent", Branch: "root.search",
		Timestamp: time.Date(2026, 3, 14, 15, 9, 26, 535897932, time.FixedZone("", 3600)),
		Content: &runtime.Content{Role: "model", Parts: []runtime.Part{
			{Text: "I'll search for <flights> & more 🛫"},
			{FunctionCall: &runtime.FunctionCall{ID: "c1", Name: "search", Args: map[string]any{"max": 3, "price": 100.0, "to": nil}}},
			{FunctionResponse: &runtime.FunctionResponse{ID: "c1", Name: "search", Response: map[string]any{"n": whole(9007199254740993)}}},
		}},
		Actions: runtime.Actions{StateDelta: runtime.Delta{"a": 1, "b": nil, "user:n": sum(2), "l": appendTo("x", 1.0)}},
	}
	e.must(e.svc.AppendEvent(e.Context(), s, event))
	want := event.Clone()
	want.Seq = 1
	want.Timestamp = time.Date(2026, 3, 14, 14, 9, 26, 535897000, time.UTC)
	for name, got := range map[string]*runtime.Event{"handle": s.Events().At(0), "store": e.get().Events().At(0)} {
		x, err := got.MarshalJSON()
		e.must(err)
		y, err := want.MarshalJSON()
		e.must(err)
		e.same(name, string(x), string(y))
		e.same(name, got.Content, want.Content)
		e.same(name, got.Actions.StateDelta["a"], 1)
	}
}

func filters(e *env) {
	s := e.create(nil)
	for i, second := range []int{1, 2, 3, 3, 2, 4} { // out of order in time
		e.must(e.svc.AppendEvent(e.Context(), s, &runtime.Event{
			ID: fmt.Sprintf("e%d", i+1), Timestamp: at(second), Actions: runtime.Actions{StateDelta: runtime.Delta{"n": i + 1}}}))
	}
	for _, c := range []struct {
		name   string
		filter runtime.GetRequest
		want   string
	}{
		{"all", runtime.GetRequest{}, "e1 e2 e3 e4 e5 e6"},
		{"last 2", runtime.GetRequest{NumRecentEvents: 2}, "e5 e6"},
		{"last 100", runtime.GetRequest{NumRecentEvents: 100}, "e1 e2 e3 e4 e5 e6"},
		{"none", runtime.GetRequest{NumRecentEvents: -1}, ""},
		{"after 2", runtime.GetRequest{After: at(2)}, "e2 e3 e4 e5 e6"},
		{"after 3", runtime.GetRequest{After: at(3)}, "e3 e4 e6"},
		{"just after 3", runtime.GetRequest{After: at(3).Add(time.Microsecond)}, "e6"},
		{"after 9", runtime.GetRequest{After: at(9)}, ""},
		{"after all years", runtime.GetRequest{After: time.Unix(1<<60, 0)}, ""},
		{"after no year", runtime.GetRequest{After: time.Unix(-1<<60, 0)}, "e1 e2 e3 e4 e5 e6"},
		{"last 2 after 3", runtime.GetRequest{After: at(3), NumRecentEvents: 2}, "e4 e6"},
		{"as of e4", runtime.GetRequest{AsOf: "e4"}, "e1 e2 e3 e4"},
		{"as of e5, last 2", runtime.GetRequest{AsOf: "e5", NumRecentEvents: 2}, "e4 e5"},
		{"as of e5, after 3", runtime.GetRequest{AsOf: "e5", After: at(3)}, "e3 e4"},
	} {
		got := e.getWith(c.filter)
		e.same(c.name, eventIDs(got), c.want)
		if c.filter.AsOf == "" {
			e.wantState(got, map[string]any{"n": 6})
		}
	}
	got := e.getWith(runtime.GetRequest{NumRecentEvents: 1})
	e.must(e.svc.AppendEvent(e.Context(), got, &runtime.Event{ID: "e7"}))
	e.same("a handle with filters, after an append", eventIDs(got), "e6 e7")
}
