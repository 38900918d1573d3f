package state

import (
	"context"
	"maps"
	"slices"
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
		"app:limit", "city", "seats", "step", "stops", "temp:draft", "user:name", "user:trips"}) {
		t.Errorf("the run's session has %q", got)
	}
	again, _ := service.GetSession(ctx, key)
	if got := slices.Sorted(maps.Keys(again.State)); !slices.Equal(got, []string{
		"app:limit", "city", "seats", "step", "stops", "user:name", "user:trips"}) {
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

// TestMerges lets tools of two sessions of one user merge at the same time.
func TestMerges(t *testing.T) {
	service := session.NewMemory()
	one, _ := begin(t, service, key)
	two, _ := begin(t, service, session.Key{AppName: "bot", UserID: "ann", SessionID: "2"})
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			st, err := For([]context.Context{one, two}[i%2])
			if err == nil {
				err = st.AddUserTrips(1)
			}
			if err == nil {
				err = st.AppendStops("Rome")
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	again, _ := service.GetSession(one, key)
	st := Of(SessionState(one, service, again))
	trips, err := st.UserTrips()
	check(t, "trips", trips, err, 40)
	stops, err := st.Stops()
	check(t, "stops", len(stops), err, 20)
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
