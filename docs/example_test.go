// Package docs holds the documentation to the code: the pages quote these
// examples, and a test compares them.
package docs

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/seed92179c4c/stategen/docs/trip/tripstate"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/migrate"
	"github.com/seed92179c4c/stategen/runtime/rehearse"
	"github.com/seed92179c4c/stategen/runtime/store"
)

//go:generate go tool stategen generate trip

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// begin returns a service and a session of ann's.
func begin(ctx context.Context) (*runtime.Service, *runtime.Session) {
	svc := memory.New()
	session, err := getOrCreate(ctx, svc, "trips", "ann", "s1")
	must(err)
	return svc, session
}

func getOrCreate(ctx context.Context, svc *runtime.Service, app, user, id string) (*runtime.Session, error) {
	session, err := svc.Get(ctx, runtime.GetRequest{AppName: app, UserID: user, SessionID: id})
	if !errors.Is(err, runtime.ErrSessionNotFound) {
		return session, err
	}
	state, err := tripstate.Initial{}.Build() // the defaults of session keys
	if err != nil {
		return nil, err
	}
	session, err = svc.Create(ctx, runtime.CreateRequest{AppName: app, UserID: user, SessionID: id, State: state})
	if errors.Is(err, runtime.ErrSessionExists) { // another process was faster
		return svc.Get(ctx, runtime.GetRequest{AppName: app, UserID: user, SessionID: id})
	}
	return session, err
}

func Example_delta() {
	ctx := context.Background()
	svc := memory.New() // or sqlite.Open, postgres.Open, redis.Open
	session, err := getOrCreate(ctx, svc, "trips", "ann", "s1")
	must(err)

	delta, err := tripstate.NewDelta().SetStep(tripstate.StepChoose).AppendCart("12A").ClearDeparture().Build()
	must(err)
	event := &runtime.Event{Author: "importer", Actions: runtime.Actions{StateDelta: delta}}
	must(svc.AppendEvent(ctx, session, event))

	trip := tripstate.Read(session.State())
	step, err := trip.Step() // choose
	must(err)
	cart, err := trip.Cart()
	must(err)
	fmt.Println(step, cart)
	// Output: choose [12A]
}

func Example_invocation() {
	ctx := context.Background()
	svc, session := begin(ctx)

	inv := runtime.NewInvocation(svc, session)
	defer inv.End()

	input := inv.Context("user", "")
	_, err := input.Commit(ctx, runtime.NewText("user", "A flight from Bern, please."))
	must(err)

	step := inv.Context("planner", "root.planner")
	trip := tripstate.Of(step)
	must(trip.SetDeparture("Bern"))
	must(trip.SetTempSearchReply(map[string]any{"flights": 3.0}))
	event, err := step.Commit(ctx, runtime.NewText("model", "I found three flights."))
	must(err)

	fmt.Println(event.Author, event.Actions.StateDelta)
	fmt.Println(session.Events().Len(), session.Events().At(1).Actions.StateDelta)
	// Output:
	// planner Delta[departure temp:search_reply]
	// 2 Delta[departure]
}

func Example_update() {
	ctx := context.Background()
	svc, session := begin(ctx)

	err := runtime.Update(ctx, svc, session, &runtime.Event{Author: "checkout"}, func(state runtime.State) error {
		trip := tripstate.Of(state)
		cart, err := trip.Cart()
		if err != nil {
			return err
		}
		if len(cart) == 0 {
			return trip.SetStep(tripstate.StepSearch)
		}
		return trip.SetStep(tripstate.StepPay)
	})
	must(err)

	step, err := tripstate.Read(session.State()).Step()
	fmt.Println(step, err)
	// Output: search <nil>
}

func Example_merge() {
	ctx := context.Background()
	svc, _ := begin(ctx)

	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			session, err := getOrCreate(ctx, svc, "trips", "ann", "s1")
			must(err)
			delta, err := tripstate.NewDelta().AddUserTrips(1).Build()
			must(err)
			must(svc.AppendEvent(ctx, session, &runtime.Event{Author: "counter", Actions: runtime.Actions{StateDelta: delta}}))
		})
	}
	wg.Wait()

	session, err := getOrCreate(ctx, svc, "trips", "ann", "s1")
	must(err)
	trips, err := tripstate.Read(session.State()).UserTrips()
	fmt.Println(trips, err)
	// Output: 50 <nil>
}

func Example_sessions() {
	ctx := context.Background()
	svc, _ := begin(ctx)

	for session, err := range svc.Sessions(ctx, runtime.ListRequest{AppName: "trips"}) {
		must(err)
		step, err := tripstate.Read(session.State()).Step()
		must(err)
		fmt.Println(session.UserID(), session.ID(), step)
	}
	// Output: ann s1 search
}

func Example_host() {
	ctx := context.Background()
	svc, session := begin(ctx)
	delta, err := tripstate.NewDelta().AddUserTrips(2).Build()
	must(err)

	event := &runtime.Event{
		Author:  "planner",
		Host:    `{"finishReason": "STOP"}`,
		Actions: runtime.Actions{StateDelta: delta},
	}
	resolved, err := svc.AppendResolved(ctx, session, event)
	must(err)
	fmt.Println(resolved[tripstate.KeyUserTrips])
	// Output: 2
}

func Example_retry() {
	ctx := context.Background()
	svc, session := begin(ctx)

	delta, err := tripstate.NewDelta().AddUserTrips(1).Build()
	must(err)
	event := &runtime.Event{Author: "counter", Actions: runtime.Actions{StateDelta: delta}}
	for range 3 {
		must(svc.AppendEvent(ctx, session, event)) // the first call gave event its ID
	}
	trips, err := tripstate.Read(session.State()).UserTrips()
	must(err)

	other := &runtime.Event{ID: event.ID, Author: "counter"}
	fmt.Println(trips, errors.Is(svc.AppendEvent(ctx, session, other), runtime.ErrEventExists))
	// Output: 1 true
}

func Example_history() {
	ctx := context.Background()
	svc, session := begin(ctx)
	var ids []string
	for _, step := range []tripstate.Step{tripstate.StepChoose, tripstate.StepPay} {
		delta, err := tripstate.NewDelta().SetStep(step).Build()
		must(err)
		event := &runtime.Event{Author: "planner", Actions: runtime.Actions{StateDelta: delta}}
		must(svc.AppendEvent(ctx, session, event))
		ids = append(ids, event.ID)
	}

	for event, err := range svc.Events(ctx, runtime.EventsRequest{AppName: "trips", UserID: "ann", SessionID: "s1"}) {
		must(err)
		fmt.Println(event.Seq, event.Author, event.Actions.StateDelta)
	}

	past, err := svc.Get(ctx, runtime.GetRequest{AppName: "trips", UserID: "ann", SessionID: "s1", AsOf: ids[0]})
	must(err)
	step, err := tripstate.Read(past.State()).Step()
	fmt.Println(step, past.Events().Len(), err)
	// Output:
	// 1 planner Delta[step]
	// 2 planner Delta[step]
	// choose 1 <nil>
}

func Example_rehearse() {
	ctx := context.Background()
	svc, _ := begin(ctx)

	report, err := rehearse.Sessions(ctx, svc, "trips", func(state runtime.ReadonlyState) error {
		_, err := tripstate.Load(state)
		return err
	})
	must(err)
	for _, f := range report.Failures {
		fmt.Printf("%d of %d sessions, such as %s of %s: %s\n", f.Sessions, report.Sessions, f.SessionID, f.UserID, f.Problem)
	}
	fmt.Println(report.Sessions, len(report.Failures))
	// Output: 1 0
}

func Example_shared() {
	ctx := context.Background()
	svc, session := begin(ctx)

	user, err := svc.Shared(ctx, runtime.SharedRequest{AppName: "trips", UserID: "ann"})
	must(err)
	delta, err := tripstate.NewDelta().SetUserName("Ann").SetAppDiscountCode("MAY").Build()
	must(err)
	must(svc.AppendEvent(ctx, user, &runtime.Event{Author: "import", Actions: runtime.Actions{StateDelta: delta}}))

	old, ok, err := tripstate.Read(session.State()).UserName()
	must(err)
	fmt.Printf("%q %v\n", old, ok)
	session, err = getOrCreate(ctx, svc, "trips", "ann", "s1")
	must(err)
	name, ok, err := tripstate.Read(session.State()).UserName()
	fmt.Printf("%q %v %v\n", name, ok, err)
	// Output:
	// "" false
	// "Ann" true <nil>
}

func Example_accessors() {
	state := runtime.MapState{"cart": []any{"12A"}, "user:trips": 2.0, "user:lang": "de"}
	trip := tripstate.Of(state)

	step, err := trip.Step() // default
	must(err)
	city, ok, err := trip.Departure() // optional
	must(err)
	trips, err := trip.UserTrips() // a database may have made the 2 a 2.0
	must(err)
	language, err := trip.UserLanguage() // stored under its old name
	must(err)
	fmt.Printf("%s %q %v %d %s\n", step, city, ok, trips, language)

	must(trip.SetUserLanguage("fr"))
	must(trip.AppendCart("12B"))
	fmt.Println(trip.SetUserLanguage("French"))
	fmt.Println(state)
	// Output:
	// search "" false 2 de
	// state key "user:language": want text that matches ^[a-z]{2}$, found string "French"
	// map[cart:[12A 12B] user:language:fr user:trips:2]
}

// spoilt is a store in which a disk has spoilt a value.
type spoilt struct{ store.Store }

func (s spoilt) Load(ctx context.Context, key store.SessionKey, q store.EventQuery) (store.Loaded, error) {
	loaded, err := s.Store.Load(ctx, key, q)
	if _, there := loaded.State[runtime.ScopeSession].Get("plan"); there {
		damage := store.DamagedValue("plan", errors.New("the JSON text is wrong at byte 7"))
		loaded.State[runtime.ScopeSession] = store.PlainValues(map[string]any{"plan": damage, "departure": "Bern"})
		loaded.Damaged = append(loaded.Damaged, damage)
	}
	return loaded, err
}

func Example_damaged() {
	ctx := context.Background()
	svc := runtime.NewService(spoilt{memory.NewStore()})
	_, err := svc.Create(ctx, runtime.CreateRequest{AppName: "trips", UserID: "ann", SessionID: "s1",
		State: map[string]any{"plan": "Fly.", "departure": "Bern"}})
	must(err)

	session, err := svc.Get(ctx, runtime.GetRequest{AppName: "trips", UserID: "ann", SessionID: "s1"})
	var damage *runtime.DamagedError
	if errors.As(err, &damage) { // session is there, too
		repair := runtime.Delta{}
		for _, key := range damage.Keys {
			repair[key] = nil // or what a backup says
		}
		err = svc.AppendEvent(ctx, session, &runtime.Event{Author: "repair", Actions: runtime.Actions{StateDelta: repair}})
	}
	must(err)

	fmt.Println(damage)
	trip := tripstate.Read(session.State())
	fmt.Println(trip.Departure())
	fmt.Println(trip.Plan())
	// Output:
	// the stored value of state key "plan" can't be read: the JSON text is wrong at byte 7
	// Bern true <nil>
	//  false <nil>
}

func Example_migrate() {
	ctx := context.Background()
	svc, session := begin(ctx)
	older := runtime.Delta{"user:lang": "de"} // as the release before stored it
	must(svc.AppendEvent(ctx, session, &runtime.Event{Author: "settings", Actions: runtime.Actions{StateDelta: older}}))

	report, err := tripstate.Migrate(ctx, svc, migrate.Options{Apply: true, Rate: 200})
	must(err)
	fmt.Println(report.Events, "events appended,", report.Left(), "values left")
	// Output: 1 events appended, 0 values left
}

func Example_plain() {
	state := runtime.MapState{"user:trips": 2.0}

	generated, err := tripstate.Of(state).UserTrips()
	must(err)

	plain := 0 // the default
	if v, err := state.Get("user:trips"); err == nil {
		plain = int(v.(float64)) // as a database returns it
	}

	fmt.Println(generated, plain)
	// Output: 2 2
}
