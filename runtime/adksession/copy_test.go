package adksession_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/adksession"
	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"
)

// source returns a service with sessions of two users.
func source(t *testing.T) session.Service {
	t.Helper()
	_, svc := open(t)
	for _, name := range []string{"ann/1", "ann/2", "bob/1"} {
		user, id, _ := strings.Cut(name, "/")
		created, err := svc.Create(t.Context(), &session.CreateRequest{AppName: "app", UserID: user, SessionID: id,
			State: map[string]any{"initial": name, "changed": 0, "null": nil, "user:name": user, "app:version": 1.5}})
		must(t, err)
		for i := range 4 {
			e := event(fmt.Sprint("e", i), map[string]any{"changed": i, "user:last": name, "app:n": i, "gone": nil})
			e.Content = &genai.Content{Role: "model", Parts: []*genai.Part{{Text: name}}}
			must(t, svc.AppendEvent(t.Context(), created.Session, e))
		}
	}
	return svc
}

// wantCopy compares all that ADK shows of two services.
func wantCopy(t *testing.T, from, to session.Service) {
	t.Helper()
	listed, err := from.List(t.Context(), &session.ListRequest{AppName: "app"})
	must(t, err)
	copies, err := to.List(t.Context(), &session.ListRequest{AppName: "app"})
	must(t, err)
	equal(t, "sessions", len(copies.Sessions), len(listed.Sessions))
	for _, s := range listed.Sessions {
		want, got := get2(t, from, s), get2(t, to, s)
		equal(t, "state", stateOf(got), stateOf(want))
		equal(t, "events", got.Events().Len(), want.Events().Len())
		for i := range want.Events().Len() {
			equal(t, "event", got.Events().At(i), want.Events().At(i))
		}
	}
}

func TestCopy(t *testing.T) {
	from := source(t)
	kept, to := open(t)
	for range 2 { // the second time there is nothing to do
		copied, err := adksession.Copy(t.Context(), from, kept, "app")
		must(t, err)
		equal(t, "copied", copied, adksession.Copied{Sessions: 3, Events: 12})
		wantCopy(t, from, to)
	}
	none, err := adksession.Copy(t.Context(), from, kept, "other")
	must(t, err)
	equal(t, "of another app", none, adksession.Copied{})
}

// A session of more events than the runtime reads unasked is copied whole.
func TestCopyOfALongSession(t *testing.T) {
	_, from := open(t)
	s := create(t, from, nil)
	const n = runtime.DefaultRecentEvents + 10
	for i := range n {
		must(t, from.AppendEvent(t.Context(), s, event(fmt.Sprint(i), map[string]any{"i": i})))
	}
	kept, to := open(t)
	for range 2 {
		copied, err := adksession.Copy(t.Context(), from, kept, "app")
		must(t, err)
		equal(t, "copied", copied, adksession.Copied{Sessions: 1, Events: n})
	}
	equal(t, "events", get(t, to).Events().Len(), n)
}

// cutOff is a service that stops answering.
type cutOff struct {
	session.Service
	left int
}

var errCutOff = errors.New("cut off")

func (c *cutOff) Get(ctx context.Context, r *session.GetRequest) (*session.GetResponse, error) {
	if c.left--; c.left < 0 {
		return nil, errCutOff
	}
	return c.Service.Get(ctx, r)
}

func TestCopyGoesOn(t *testing.T) {
	from := source(t)
	kept, to := open(t)
	for left := range 3 {
		copied, err := adksession.Copy(t.Context(), &cutOff{from, left}, kept, "app")
		if !errors.Is(err, errCutOff) || copied.Sessions != left {
			t.Errorf("cut off after %d: %+v, error %v", left, copied, err)
		}
	}
	s, err := kept.Get(t.Context(), runtime.GetRequest{AppName: "app", UserID: "bob", SessionID: "1"})
	if s != nil {
		t.Errorf("bob's session is there: %v", err)
	}
	_, err = adksession.Copy(t.Context(), from, kept, "app")
	must(t, err)
	wantCopy(t, from, to)
}

// lossy shows other state than its events come to, as ADK does of writers at the same
// time.
type lossy struct{ session.Service }

type lossySession struct{ session.Session }

type lossyState struct{ session.State }

func (l lossy) Get(ctx context.Context, r *session.GetRequest) (*session.GetResponse, error) {
	got, err := l.Service.Get(ctx, r)
	if err == nil {
		got.Session = lossySession{got.Session}
	}
	return got, err
}

func (s lossySession) State() session.State { return lossyState{s.Session.State()} }

func (s lossyState) All() iter.Seq2[string, any] {
	all := maps.Collect(s.State.All())
	all["changed"], all["user:last"] = "lost", "lost"
	delete(all, "gone")
	return maps.All(all)
}

func TestCopyShowsWhatTheSourceShows(t *testing.T) {
	kept, to := open(t)
	for range 2 {
		_, err := adksession.Copy(t.Context(), lossy{source(t)}, kept, "app")
		must(t, err)
		state := stateOf(get2(t, to, lossySession{getAs(t, to, "ann", "1")}))
		equal(t, "own state", state["changed"], any("lost"))
		equal(t, "shared state", state["user:last"], any("lost"))
		equal(t, "what the source lacks", state["gone"], nil)
	}
}

// inMemory is a service whose events keep what they were given, as those of ADK's
// service in memory do: temp keys, and values of the program's own types.
type inMemory struct{ session.Service }

type inMemorySession struct{ session.Session }

type inMemoryEvents struct{ session.Events }

func (m inMemory) Get(ctx context.Context, r *session.GetRequest) (*session.GetResponse, error) {
	got, err := m.Service.Get(ctx, r)
	if err == nil {
		got.Session = inMemorySession{got.Session}
	}
	return got, err
}

func (s inMemorySession) Events() session.Events { return inMemoryEvents{s.Session.Events()} }

func (e inMemoryEvents) All() iter.Seq[*session.Event] {
	return func(yield func(*session.Event) bool) {
		for i := range e.Len() {
			if !yield(e.At(i)) {
				return
			}
		}
	}
}

func (e inMemoryEvents) At(i int) *session.Event {
	event := *e.Events.At(i)
	event.Actions.StateDelta = maps.Clone(event.Actions.StateDelta)
	event.Actions.StateDelta["temp:handed"] = make(chan int)
	event.Actions.StateDelta["flight"] = flight{Number: "LH1"}
	return &event
}

func TestCopyOfValuesAsTheyWereGiven(t *testing.T) {
	kept, to := open(t)
	for range 2 {
		copied, err := adksession.Copy(t.Context(), inMemory{source(t)}, kept, "app")
		must(t, err)
		equal(t, "copied", copied, adksession.Copied{Sessions: 3, Events: 12})
		delta := getAs(t, to, "ann", "1").Events().At(0).Actions.StateDelta
		equal(t, "flight", delta["flight"], any(map[string]any{"number": "LH1", "at": "0001-01-01T00:00:00Z"}))
		equal(t, "temp keys", delta["temp:handed"], nil)
	}
}

func getAs(t *testing.T, svc session.Service, user, id string) session.Session {
	t.Helper()
	got, err := svc.Get(t.Context(), &session.GetRequest{AppName: "app", UserID: user, SessionID: id})
	must(t, err)
	return got.Session
}

// A copy that is in use, or another session of that name, stays as it is.
func TestCopyOverwritesNothing(t *testing.T) {
	from := source(t)
	kept, to := open(t)
	_, err := adksession.Copy(t.Context(), from, kept, "app")
	must(t, err)
	must(t, to.AppendEvent(t.Context(), getAs(t, to, "ann", "1"), event("new", map[string]any{"changed": 9, "user:last": "now", "app:n": 9})))
	copied, err := adksession.Copy(t.Context(), from, kept, "app")
	if copied.Sessions != 2 || err == nil || !strings.Contains(err.Error(), `user "ann", session "1": event "new" is only in the copy`) {
		t.Errorf("%+v, error %v", copied, err)
	}
	state := stateOf(getAs(t, to, "ann", "1"))
	equal(t, "changed, last and n", []any{state["changed"], state["user:last"], state["app:n"]}, []any{9, "now", 9})
	kept, to = open(t)
	other, err := to.Create(t.Context(), &session.CreateRequest{AppName: "app", UserID: "bob", SessionID: "1"})
	must(t, err)
	must(t, to.AppendEvent(t.Context(), other.Session, event("mine", nil)))
	if _, err := adksession.Copy(t.Context(), from, kept, "app"); err == nil || !strings.Contains(err.Error(), `user "bob"`) {
		t.Errorf("error %v", err)
	}
	equal(t, "events of another session", getAs(t, to, "bob", "1").Events().Len(), 1)
}

// TestCopyOfOtherEvent holds that a copy is not taken for one whose event has the ID of the source's, and more in it.
func TestCopyOfOtherEvent(t *testing.T) {
	_, from := open(t)
	kept, to := open(t)
	for i, svc := range []session.Service{from, to} {
		created, err := svc.Create(t.Context(), &session.CreateRequest{AppName: "app", UserID: "ann", SessionID: "1"})
		must(t, err)
		e := event("e1", nil)
		if i == 1 {
			e = event("e1", map[string]any{"paid": 100})
			e.Branch = "other"
			e.ErrorMessage = "another event"
		}
		must(t, svc.AppendEvent(t.Context(), created.Session, e))
	}
	copied, err := adksession.Copy(t.Context(), from, kept, "app")
	if err == nil {
		t.Errorf("the copy's event is another one: %+v", copied)
	}
}
