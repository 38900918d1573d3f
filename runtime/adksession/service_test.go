package adksession_test

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/adksession"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/store"
	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %#v, want %#v", what, got, want)
	}
}

func open(t *testing.T) (*runtime.Service, session.Service) {
	t.Helper()
	svc := memory.New()
	t.Cleanup(func() { must(t, svc.Close()) })
	return svc, adksession.New(svc)
}

func create(t *testing.T, svc session.Service, state map[string]any) session.Session {
	t.Helper()
	created, err := svc.Create(t.Context(), &session.CreateRequest{AppName: "app", UserID: "ann", SessionID: "s", State: state})
	must(t, err)
	return created.Session
}

func get(t *testing.T, svc session.Service) session.Session {
	t.Helper()
	got, err := svc.Get(t.Context(), &session.GetRequest{AppName: "app", UserID: "ann", SessionID: "s"})
	must(t, err)
	return got.Session
}

func stateOf(s session.Session) map[string]any { return maps.Collect(s.State().All()) }

func event(id string, delta map[string]any) *session.Event {
	e := &session.Event{ID: id, Author: "agent", InvocationID: "inv", Timestamp: time.Date(2026, 1, 2, 3, 4, 5, 6789, time.UTC)}
	e.Actions.StateDelta = delta
	return e
}

func textOf(e *session.Event) string { return e.Content.Parts[0].Text }

// A program may do with its event what it likes once it is appended.
func TestEventChangedAfterAppend(t *testing.T) {
	_, svc := open(t)
	s := create(t, svc, nil)
	e := event("e", map[string]any{"list": []any{"a"}})
	e.Content = &genai.Content{Role: "model", Parts: []*genai.Part{{Text: "hello"}}}
	must(t, svc.AppendEvent(t.Context(), s, e))
	e.Content.Parts[0].Text, e.Author = "changed", "changed"
	e.Actions.StateDelta["list"].([]any)[0] = "changed"
	for _, s := range []session.Session{s, get(t, svc)} {
		got := s.Events().At(0)
		equal(t, "text", textOf(got), "hello")
		equal(t, "author", got.Author, "agent")
		equal(t, "delta", got.Actions.StateDelta, map[string]any{"list": []any{"a"}})
		equal(t, "state", stateOf(s), map[string]any{"list": []any{"a"}})
	}
}

func TestAppendOfNothing(t *testing.T) {
	_, svc := open(t)
	s := create(t, svc, nil)
	var none session.Session
	for _, err := range []error{svc.AppendEvent(t.Context(), s, nil), svc.AppendEvent(t.Context(), none, event("e", nil))} {
		if err == nil || !strings.Contains(err.Error(), "is nil") {
			t.Errorf("got error %v", err)
		}
	}
	partial := event("p", map[string]any{"k": 1})
	partial.Partial = true
	must(t, svc.AppendEvent(t.Context(), s, partial))
	empty := &session.Event{}
	must(t, svc.AppendEvent(t.Context(), s, empty))
	if empty.ID == "" || empty.Timestamp.IsZero() {
		t.Errorf("an empty event stays without ID or time: %+v", empty)
	}
	got := get(t, svc)
	equal(t, "events", got.Events().Len(), 1)
	equal(t, "event", got.Events().At(0).ID, empty.ID)
	equal(t, "delta", got.Events().At(0).Actions.StateDelta, map[string]any(nil))
	if got.Events().At(1) != nil || got.Events().At(-1) != nil {
		t.Error("there are events out of range")
	}
	equal(t, "state", stateOf(got), map[string]any{})
}

// Any number of handles may append; none grows stale.
func TestOldHandle(t *testing.T) {
	_, svc := open(t)
	old := create(t, svc, nil)
	must(t, svc.AppendEvent(t.Context(), get(t, svc), event("1", map[string]any{"a": 1})))
	must(t, svc.AppendEvent(t.Context(), old, event("2", map[string]any{"b": 2})))
	must(t, svc.AppendEvent(t.Context(), old, event("2", map[string]any{"b": 2}))) // tried again
	if err := svc.AppendEvent(t.Context(), old, event("2", map[string]any{"b": 3})); !errors.Is(err, runtime.ErrEventExists) {
		t.Errorf("another event under a stored ID: %v", err)
	}
	equal(t, "own state", stateOf(old), map[string]any{"b": 2})
	equal(t, "state", stateOf(get(t, svc)), map[string]any{"a": 1, "b": 2})
	equal(t, "events", get(t, svc).Events().Len(), 2)
}

func TestSessionDeletedMeanwhile(t *testing.T) {
	_, svc := open(t)
	old := create(t, svc, map[string]any{"user:name": "Ann"})
	remove := &session.DeleteRequest{AppName: "app", UserID: "ann", SessionID: "s"}
	must(t, svc.Delete(t.Context(), remove))
	must(t, svc.Delete(t.Context(), remove))
	if err := svc.AppendEvent(t.Context(), old, event("1", nil)); !errors.Is(err, runtime.ErrSessionNotFound) {
		t.Errorf("append to a deleted session: %v", err)
	}
	equal(t, "state of the next one", stateOf(create(t, svc, nil)), map[string]any{"user:name": "Ann"})
	if err := svc.AppendEvent(t.Context(), old, event("1", nil)); !errors.Is(err, runtime.ErrSessionNotFound) {
		t.Errorf("append to another session of that ID: %v", err)
	}
	equal(t, "events shown", old.Events().Len(), 0)
}

func TestHostileNames(t *testing.T) {
	_, svc := open(t)
	for _, name := range []string{"", "a\x00b", "\xff", strings.Repeat("x", 1000)} {
		for _, r := range []session.CreateRequest{
			{AppName: name, UserID: "u", SessionID: "s"}, {AppName: "a", UserID: name, SessionID: "s"},
			{AppName: "a", UserID: "u", SessionID: name}, {AppName: "a", UserID: "u", State: map[string]any{name: 1}},
		} {
			if r.SessionID == "" && (r.State == nil || len(name) > 256) {
				continue // the service makes an ID, and takes long keys
			}
			if _, err := svc.Create(t.Context(), &r); err == nil {
				t.Errorf("Create(%+q) succeeds", r)
			}
			if _, err := svc.Get(t.Context(), &session.GetRequest{AppName: r.AppName, UserID: r.UserID, SessionID: r.SessionID}); err == nil {
				t.Errorf("Get(%+q) succeeds", r)
			}
		}
	}
	for _, name := range []string{"../x", "a b", "'; DROP TABLE sessions", "ß/✓?%"} {
		created, err := svc.Create(t.Context(), &session.CreateRequest{AppName: name, UserID: name, SessionID: name, State: map[string]any{name: name}})
		must(t, err)
		got, err := svc.Get(t.Context(), &session.GetRequest{AppName: name, UserID: name, SessionID: name})
		must(t, err)
		equal(t, "state", stateOf(got.Session), stateOf(created.Session))
	}
	if created, err := svc.Create(t.Context(), &session.CreateRequest{AppName: "a", UserID: "u"}); err != nil || created.Session.ID() == "" {
		t.Errorf("no ID was made: %v", err)
	}
}

// failing is a store whose appends fail when it is told to, stored or not.
type failing struct {
	store.Store
	err    error
	stores bool
}

func (f *failing) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	if f.err != nil && !f.stores {
		return nil, f.err
	}
	done, err := f.Store.Append(ctx, a)
	return done, errors.Join(err, f.err)
}

// An append whose answer was lost counts once when it is tried again, even of an event
// that came without ID and time.
func TestLostAnswer(t *testing.T) {
	st := &failing{Store: memory.NewStore(), stores: true}
	svc := adksession.New(runtime.NewService(st))
	s := create(t, svc, nil)
	st.err = errors.New("connection reset")
	e := &session.Event{Author: "agent"}
	e.Actions.StateDelta = map[string]any{"n": runtime.Op{Kind: runtime.OpSum, Operand: 1}}
	if err := svc.AppendEvent(t.Context(), s, e); !errors.Is(err, st.err) {
		t.Fatalf("got error %v", err)
	}
	st.err = nil
	must(t, svc.AppendEvent(t.Context(), s, e))
	for _, s := range []session.Session{s, get(t, svc)} {
		equal(t, "state", stateOf(s), map[string]any{"n": 1})
		equal(t, "events", s.Events().Len(), 1)
		equal(t, "event", s.Events().At(0).ID, e.ID)
	}
}

// An append that fails changes nothing, and can be tried again.
func TestStoreError(t *testing.T) {
	st := &failing{Store: memory.NewStore()}
	svc := adksession.New(runtime.NewService(st))
	s := create(t, svc, map[string]any{"n": 1})
	must(t, s.State().Set("n", 2))
	st.err = errors.New("the disk is full")
	e := event("e", map[string]any{"n": 2, "temp:x": 3, "sum": runtime.Op{Kind: runtime.OpSum, Operand: 4}})
	if err := svc.AppendEvent(t.Context(), s, e); !errors.Is(err, st.err) {
		t.Fatalf("got error %v", err)
	}
	equal(t, "events", s.Events().Len(), 0)
	equal(t, "state", stateOf(s), map[string]any{"n": 2}) // as it was set
	equal(t, "stored state", stateOf(get(t, svc)), map[string]any{"n": 1})
	st.err = nil
	must(t, svc.AppendEvent(t.Context(), s, e))
	equal(t, "events", s.Events().Len(), 1)
	equal(t, "state", stateOf(s), map[string]any{"n": 2, "temp:x": 3, "sum": 4})
	equal(t, "delta", e.Actions.StateDelta, map[string]any{"n": 2, "temp:x": 3, "sum": 4})
	equal(t, "stored state", stateOf(get(t, svc)), map[string]any{"n": 2, "sum": 4})
}

// wrapped is a session that a program has put into a type of its own.
type wrapped struct{ session.Session }

func TestForeignSession(t *testing.T) {
	_, svc := open(t)
	_, other := open(t)
	s := create(t, svc, nil)
	create(t, other, nil)
	must(t, svc.AppendEvent(t.Context(), wrapped{s}, event("1", map[string]any{"a": 1})))
	must(t, other.AppendEvent(t.Context(), s, event("2", map[string]any{"b": 2})))
	equal(t, "state", stateOf(get(t, svc)), map[string]any{"a": 1})
	equal(t, "state of the other service", stateOf(get(t, other)), map[string]any{"b": 2})
}

// Programs on package runtime and on ADK share sessions.
func TestBesideRuntime(t *testing.T) {
	kept, svc := open(t)
	create(t, svc, nil)
	s, err := kept.Get(t.Context(), runtime.GetRequest{AppName: "app", UserID: "ann", SessionID: "s"})
	must(t, err)
	delta := runtime.Delta{"user:n": runtime.Op{Kind: runtime.OpSum, Operand: 2}}
	must(t, kept.AppendEvent(t.Context(), s, &runtime.Event{
		ID: "r", Author: "worker", Branch: "b", Content: runtime.NewText("model", "done"), Actions: runtime.Actions{StateDelta: delta},
	}))
	got := get(t, svc)
	e := got.Events().At(0)
	equal(t, "ID, author, branch and text", []string{e.ID, e.Author, e.Branch, textOf(e)}, []string{"r", "worker", "b", "done"})
	equal(t, "state", stateOf(got), map[string]any{"user:n": 2})
	e2 := event("a", map[string]any{"step": "pay"})
	e2.Content = &genai.Content{Role: "model", Parts: []*genai.Part{{Text: "bye"}}}
	must(t, svc.AppendEvent(t.Context(), got, e2))
	s, err = kept.Get(t.Context(), runtime.GetRequest{AppName: "app", UserID: "ann", SessionID: "s"})
	must(t, err)
	last := s.Events().At(1)
	equal(t, "delta", last.Actions.StateDelta, runtime.Delta{"step": "pay"})
	if !strings.Contains(string(last.Host), `"bye"`) {
		t.Errorf("host data lacks the content: %s", string(last.Host))
	}
}

func TestFilters(t *testing.T) {
	_, svc := open(t)
	s := create(t, svc, nil)
	for i, id := range []string{"1", "2", "3", "4"} {
		e := event(id, nil)
		e.Timestamp = time.Unix(int64(100+i), 0)
		must(t, svc.AppendEvent(t.Context(), s, e))
	}
	for _, c := range []struct {
		recent int
		after  time.Time
		want   string
	}{
		{0, time.Time{}, "1234"}, {-1, time.Time{}, "1234"}, {2, time.Time{}, "34"}, {9, time.Time{}, "1234"},
		{0, time.Unix(102, 0), "34"}, {1, time.Unix(102, 0), "4"}, {3, time.Unix(103, 0), "4"}, {0, time.Unix(104, 0), ""},
	} {
		got, err := svc.Get(t.Context(), &session.GetRequest{AppName: "app", UserID: "ann", SessionID: "s", NumRecentEvents: c.recent, After: c.after})
		must(t, err)
		ids := ""
		for e := range got.Session.Events().All() {
			ids += e.ID
		}
		equal(t, "events", ids, c.want)
	}
}

func TestList(t *testing.T) {
	_, svc := open(t)
	for _, user := range []string{"ann", "bob"} {
		for _, id := range []string{"1", "2"} {
			state := map[string]any{"id": id, "user:name": user, "gone": nil}
			created, err := svc.Create(t.Context(), &session.CreateRequest{AppName: "app", UserID: user, SessionID: id, State: state})
			must(t, err)
			must(t, svc.AppendEvent(t.Context(), created.Session, event("e", nil)))
		}
	}
	for user, want := range map[string][]string{"": {"ann1", "ann2", "bob1", "bob2"}, "ann": {"ann1", "ann2"}, "eve": nil} {
		listed, err := svc.List(t.Context(), &session.ListRequest{AppName: "app", UserID: user})
		must(t, err)
		var got []string
		for _, s := range listed.Sessions {
			got = append(got, s.UserID()+s.ID())
			equal(t, "state", stateOf(s), map[string]any{"id": s.ID(), "user:name": s.UserID(), "gone": nil})
			equal(t, "events", s.Events().Len(), 0)
			equal(t, "last update", s.LastUpdateTime().Equal(get2(t, svc, s).LastUpdateTime()), true)
		}
		equal(t, "sessions of "+user, got, want)
	}
}

func get2(t *testing.T, svc session.Service, s session.Session) session.Session {
	t.Helper()
	got, err := svc.Get(t.Context(), &session.GetRequest{AppName: s.AppName(), UserID: s.UserID(), SessionID: s.ID()})
	must(t, err)
	return got.Session
}

// TestNotFound holds that what session.ErrNotFound of newer releases of ADK reports is that error
// too, and nothing else is. Older ones have none.
func TestNotFound(t *testing.T) {
	notFound := errors.New("session not found")
	_, svc := open(t)
	gone := create(t, svc, nil)
	must(t, svc.Delete(t.Context(), &session.DeleteRequest{AppName: "app", UserID: "ann", SessionID: "s"}))
	_, err := svc.Get(t.Context(), &session.GetRequest{AppName: "app", UserID: "ann", SessionID: "s"})
	for _, err := range []error{err, svc.AppendEvent(t.Context(), gone, event("e", nil))} {
		if !errors.Is(err, notFound) || !errors.Is(err, runtime.ErrSessionNotFound) {
			t.Errorf("got %v", err)
		}
	}
	_, err = svc.Get(t.Context(), &session.GetRequest{AppName: "", UserID: "ann", SessionID: "s"})
	if err == nil || errors.Is(err, notFound) {
		t.Errorf("an invalid request: got %v", err)
	}
}
