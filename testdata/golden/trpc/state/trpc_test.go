package state

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/session"
)

var key = session.Key{AppName: "bot", UserID: "ann", SessionID: "1"}

// begin creates a session, and the context of a run of it.
func begin(t *testing.T, service session.Service, key session.Key) (context.Context, *session.Session) {
	t.Helper()
	initial, err := Initial{City: "Bern"}.Build()
	if err != nil {
		t.Fatal(err)
	}
	s, err := CreateSession(t.Context(), service, key, initial)
	if err != nil {
		t.Fatal(err)
	}
	return agent.NewInvocationContext(t.Context(), &agent.Invocation{Session: s, SessionService: service}), s
}

func forRun(t *testing.T, ctx context.Context) *State {
	t.Helper()
	st, err := For(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// check reports an error, or a value that is not the one wanted.
func check[T comparable](t *testing.T, what string, got T, err error, want T) {
	t.Helper()
	if err != nil || got != want {
		t.Errorf("%s: %v, %v; want %v", what, got, err, want)
	}
}

// TestScopes sets a key of each scope in one session, and looks at them from others.
func TestScopes(t *testing.T) {
	service := session.NewMemory()
	ctx, own := begin(t, service, key)
	st := forRun(t, ctx)
	for _, err := range []error{st.SetSeats(3), st.SetUserName("Ann"), st.SetAppLimit(9), st.SetTempDraft("x"), st.AddUserTrips(2)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := slices.Sorted(maps.Keys(own.SnapshotState())); !slices.Equal(got, []string{
		"app:limit", "budget", "city", "seats", "step", "stops", "temp:draft", "user:name", "user:trips"}) {
		t.Errorf("the run's session has %q", got)
	}
	again, _ := service.GetSession(ctx, key)
	if got := slices.Sorted(maps.Keys(again.State)); !slices.Equal(got, []string{
		"app:limit", "budget", "city", "seats", "step", "stops", "user:name", "user:trips"}) {
		t.Errorf("stored is %q", got)
	}
	next, _ := service.CreateSession(ctx, session.Key{AppName: "bot", UserID: "ann", SessionID: "2"}, nil)
	other, _ := service.CreateSession(ctx, session.Key{AppName: "bot", UserID: "bob", SessionID: "3"}, nil)
	name, ok, err := Of(SessionState(ctx, service, next)).UserName()
	check(t, "the user's next session", name, err, "Ann")
	_, ok, err = Of(SessionState(ctx, service, other)).UserName()
	check(t, "another user's session", ok, err, false)
	limit, _, err := Of(SessionState(ctx, service, other)).AppLimit()
	check(t, "the app's", limit, err, 9)
}

func TestUnset(t *testing.T) {
	service := session.NewMemory()
	ctx, _ := begin(t, service, key)
	st := forRun(t, ctx)
	for _, err := range []error{st.SetSeats(3), st.SetUserName("Ann"), st.SetAppLimit(9), st.ClearSeats(), st.ClearUserName(), st.ClearAppLimit()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	again, _ := service.GetSession(ctx, key)
	for _, s := range []*State{st, Of(SessionState(ctx, service, again))} {
		_, seats, err := s.Seats()
		check(t, "seats", seats, err, false)
		_, name, err := s.UserName()
		check(t, "name", name, err, false)
	}
	if _, ok := again.State["user:name"]; ok {
		t.Error("the user's key is still there")
	}
}

// TestBytes reads what the framework and other programs store.
func TestBytes(t *testing.T) {
	service := session.NewMemory()
	ctx, s := begin(t, service, key)
	for name, data := range (session.StateMap{
		"report": []byte("Sunny, \"warm\"."), "city": []byte("\"Bern\""), "seats": []byte("9007199254740993"), "step": []byte("book"),
		"booking": []byte(`{"number": "LX1", "seats": 2}`), "note_monday": []byte("42"), "stops": []byte(`["Rome"]`),
	}) {
		s.SetState(name, data)
	}
	state := SessionState(ctx, service, s)
	st := Of(state)
	report, _, err := st.Report()
	check(t, "an agent's text", report, err, "Sunny, \"warm\".")
	city, err := st.City()
	check(t, "JSON", city, err, "Bern")
	seats, _, err := st.Seats()
	check(t, "a big number", seats, err, 9007199254740993)
	step, err := st.Step()
	check(t, "an enum", step, err, StepBook)
	booking, _, err := st.Booking()
	check(t, "an object", booking.Number, err, "LX1")
	note, _, err := st.Note("monday")
	check(t, "a text of digits", note, err, "42")
	whole, err := Load(state)
	if err != nil || len(whole.Stops) != 1 {
		t.Errorf("%+v, %v", whole, err)
	}
	if err := st.SetCity("Zürich & Genève"); err != nil {
		t.Error(err)
	}
	if got, _ := s.GetState("city"); string(got) != `"Zürich & Genève"` {
		t.Errorf("stored is %s", got)
	}
}

// wholesale stores all keys of a session as one value: a change that comes between its
// reading and its writing is lost.
type wholesale struct{ session.Service }

func (w wholesale) UpdateSessionState(ctx context.Context, key session.Key, changes session.StateMap) error {
	s, err := w.GetSession(ctx, key)
	if err != nil || s == nil {
		return err
	}
	runtime.Gosched()
	all := session.StateMap{}
	for name, value := range s.State {
		if !strings.Contains(name, ":") {
			all[name] = value
		}
	}
	maps.Copy(all, changes)
	return w.Service.UpdateSessionState(ctx, key, all)
}

// run is the context of a tool in a run of a session.
func run(service session.Service, s *session.Session) context.Context {
	return agent.NewInvocationContext(context.Background(), &agent.Invocation{Session: s, SessionService: service})
}

// TestMerges lets tools merge and set at the same time. Nothing of it is lost, whichever
// session objects they have.
func TestMerges(t *testing.T) {
	const tools = 100
	for name, objectOf := range map[string]func(service session.Service, own *session.Session) *session.Session{
		"one object":             func(_ session.Service, own *session.Session) *session.Session { return own },
		"copies for tools":       func(_ session.Service, own *session.Session) *session.Session { return own.Clone() },
		"several runs":           got(key),
		"two sessions of a user": got(session.Key{AppName: "bot", UserID: "ann", SessionID: "2"}),
	} {
		for kind, service := range map[string]session.Service{"each key": session.NewMemory(), "all keys at once": wholesale{session.NewMemory()}} {
			_, own := begin(t, service, key)
			begin(t, service, session.Key{AppName: "bot", UserID: "ann", SessionID: "2"})
			var all sync.WaitGroup
			var last *session.Session
			for i := range tools {
				object := own
				if i%2 == 1 {
					object = objectOf(service, own)
				}
				last = object
				all.Go(func() {
					st, err := For(run(service, object))
					if err == nil {
						err = errors.Join(st.AddBudget(1), st.AppendStops("Rome"), st.AddUserTrips(1), st.SetNote(fmt.Sprint(i), "x"))
					}
					if err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			what := name + ", " + kind
			ids := slices.Compact([]string{own.ID, last.ID})
			budget, stops, trips, notes := stored(t, service, ids)
			check(t, what+": budget", budget, nil, tools)
			check(t, what+": stops", stops, nil, tools)
			check(t, what+": trips", trips, nil, tools)
			check(t, what+": notes", notes, nil, tools)
		}
	}
}

// got gets a session anew.
func got(key session.Key) func(session.Service, *session.Session) *session.Session {
	return func(service session.Service, _ *session.Session) *session.Session {
		s, _ := service.GetSession(context.Background(), key)
		return s
	}
}

// stored sums up what is stored in sessions of a user.
func stored(t *testing.T, service session.Service, ids []string) (budget, stops, trips, notes int) {
	t.Helper()
	for _, id := range ids {
		s, err := service.GetSession(t.Context(), session.Key{AppName: "bot", UserID: "ann", SessionID: id})
		if err != nil {
			t.Fatal(err)
		}
		all, err := Load(SessionState(t.Context(), service, s))
		if err != nil {
			t.Fatal(err)
		}
		budget, stops, trips, notes = budget+all.Budget, stops+len(all.Stops), all.UserTrips, notes+len(all.Note)
	}
	return budget, stops, trips, notes
}

// TestMergesOfCopies merges through one session object after the other: each begins with
// what is stored, even if that is nothing.
func TestMergesOfCopies(t *testing.T) {
	service := session.NewMemory()
	ctx, one := begin(t, service, key)
	other, _ := service.GetSession(ctx, key)
	first, second := forRun(t, run(service, one)), Of(SessionState(ctx, service, other))
	for _, err := range []error{first.AddBudget(2), second.AddBudget(3)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	budget, err := second.Budget()
	check(t, "both", budget, err, 5)
	for _, err := range []error{second.ClearBudget(), first.AddBudget(1)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	budget, err = first.Budget()
	check(t, "after it was cleared", budget, err, 1)
}

// nested calls after a session was read, as a hook may.
type nested struct {
	session.Service
	hook func(context.Context, session.Service, *session.Session) error
}

func (n nested) GetSession(ctx context.Context, key session.Key, options ...session.Option) (*session.Session, error) {
	s, err := n.Service.GetSession(ctx, key, options...)
	if err != nil {
		return nil, err
	}
	return s, n.hook(ctx, n, s)
}

// TestChangesInsideOfMerges holds that a hook of a service gets an error where it could wait
// for itself.
func TestChangesInsideOfMerges(t *testing.T) {
	const itself = `: a session service sets or merges inside a call that does so, which would wait for itself: ` +
		"do that when the call has returned"
	for want, change := range map[string]func(*State) error{
		`state key "user:trips"` + itself: func(s *State) error { return s.AddUserTrips(1) },
		`state key "budget"` + itself:     func(s *State) error { return s.SetBudget(7) },
	} {
		memory := session.NewMemory()
		_, own := begin(t, memory, key)
		service := nested{memory, func(ctx context.Context, service session.Service, s *session.Session) error {
			return change(Of(SessionState(ctx, service, s)))
		}}
		got := ""
		if err := Of(SessionState(t.Context(), service, own)).AddBudget(1); err != nil {
			got = err.Error()
		}
		if !strings.HasSuffix(got, want) {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

// TestMergesThatCannotBeExact holds that they are errors, and change nothing.
func TestMergesThatCannotBeExact(t *testing.T) {
	service := session.NewMemory()
	ctx, own := begin(t, service, key)
	gone := &session.Session{ID: "gone", AppName: "bot", UserID: "ann", State: session.StateMap{}}
	for what, c := range map[string]struct {
		err  error
		want string
	}{
		"temp": {forRun(t, ctx).AddTempCalls(1), `state key "temp:calls": a key under temp: is not stored, and tools that a model calls at the same time ` +
			"would lose each other's merges: merge into a key of the session"},
		"a session that is not stored": {Of(SessionState(ctx, service, gone)).AddBudget(1), `state key "budget": the session "gone" is not stored`},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("%s: %v\nwant %s", what, c.err, c.want)
		}
	}
	if _, ok := own.GetState("temp:calls"); ok || len(gone.State) > 0 {
		t.Error("something was merged")
	}
	st := Of(SessionState(ctx, service, own))
	if err := st.AddTempCalls(1); err != nil {
		t.Error(err)
	}
	calls, err := st.TempCalls()
	check(t, "calls in one object", calls, err, 1)
}

func TestApplyDelta(t *testing.T) {
	service := session.NewMemory()
	ctx, s := begin(t, service, key)
	delta := NewDelta().SetCity("Rome").SetUserName("Ann").AddUserTrips(2).SetTempDraft("x").ClearStops()
	if err := ApplyDelta(ctx, service, s, delta); err != nil {
		t.Fatal(err)
	}
	again, _ := service.GetSession(ctx, key)
	st := Of(SessionState(ctx, service, again))
	city, err := st.City()
	check(t, "city", city, err, "Rome")
	trips, err := st.UserTrips()
	check(t, "trips", trips, err, 2)
	if _, ok := again.State["temp:draft"]; ok {
		t.Error("a temp key is stored")
	}
}

func TestForNoRun(t *testing.T) {
	if _, err := For(t.Context()); err == nil {
		t.Error("there is no run")
	}
}

// TestInstruction renders what tRPC-Agent-Go renders.
func TestInstruction(t *testing.T) {
	s := &session.Session{State: session.StateMap{"city": []byte("Bern"), "user:name": []byte("Ann")}}
	got, err := PlannerInstruction(SessionState(t.Context(), nil, s))
	if want := "Plan Bern:  {seats} Ann {invocation:x} {artifact.menu} {\"a\": {city}}"; err != nil || got != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}
