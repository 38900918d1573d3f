package main

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
	"github.com/seed92179c4c/stategen/runtime"
)

var stores = []string{inMemory, "booking.db"}

func onEachStore(t *testing.T, test func(*testing.T, *store)) {
	for _, db := range stores {
		t.Run(db, func(t *testing.T) { test(t, openTest(t, db)) })
	}
}

// untilSeat are messages that bring a booking of TP552 to its payment.
var untilSeat = []string{"From Lisbon to Oslo", "TP552", "By the window"}

func TestTravellersAreKeptApart(t *testing.T) {
	onEachStore(t, func(t *testing.T, s *store) {
		a := openAgency(t, s)
		ana, ben := meet(t, a, "ana", "trip"), meet(t, a, "ben", "trip")
		ana.says("I'm Ana. From Lisbon to Oslo", "TP552", "By the window", "Charge my card")

		got := ben.knows()
		if got.BookingStep != bookingstate.StepSearch || got.UserName != nil || got.SelectedFlight != nil ||
			got.Seat != nil || got.UserTripCount != 0 || got.UserVisitCount != 1 {
			t.Errorf("ben sees what is ana's: %+v", got)
		}
		if got.AppBookingCount != 1 || !reflect.DeepEqual(got.AppSeatsTaken, map[string][]string{"TP552": {"12A"}}) {
			t.Errorf("ben does not see what everybody shares: %+v", got)
		}
		again := meet(t, a, "ana", "another trip").knows()
		if again.UserName == nil || *again.UserName != "Ana" || again.UserTripCount != 1 || again.UserVisitCount != 2 {
			t.Errorf("ana's other conversation does not know her: %+v", again)
		}
		if again.BookingStep != bookingstate.StepSearch || again.SelectedFlight != nil {
			t.Errorf("ana's conversations share session keys: %+v", again)
		}
	})
}

func TestParallelScoutsBothCommit(t *testing.T) {
	onEachStore(t, func(t *testing.T, s *store) {
		ana := meet(t, openAgency(t, s), "ana", "trip")
		events := ana.says(untilSeat...)

		written := map[string][]string{} // keys by branch
		for _, e := range events {
			for key := range e.Actions.StateDelta {
				written[e.Branch] = append(written[e.Branch], key)
			}
		}
		want := map[string][]string{
			"scouts.window_scout":  {bookingstate.KeyWindowSeats, bookingstate.KeyTempWindowReport},
			"scouts.legroom_scout": {bookingstate.KeyLegroomSeats, bookingstate.KeyTempLegroomReport},
		}
		for branch, keys := range want {
			if !reflect.DeepEqual(written[branch], keys) {
				t.Errorf("branch %s wrote %q, want %q", branch, written[branch], keys)
			}
		}
		got := ana.knows()
		if len(got.WindowSeats) == 0 || len(got.LegroomSeats) == 0 {
			t.Errorf("a branch's seats are lost: %+v", got)
		}
		if got.TempWindowReport != nil || got.TempLegroomReport != nil || got.TempAirlineReply != nil {
			t.Errorf("temp keys outlived their turn: %+v", got)
		}
	})
}

func TestValuesSurviveReopening(t *testing.T) {
	s := openTest(t, "booking.db")
	ben := meet(t, openAgency(t, s), "ben", "trip")
	ben.says(untilSeat...)
	before := ben.knows()
	if err := s.restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	after := load(t, s.svc, "ben", "trip")
	if !reflect.DeepEqual(before, after) {
		t.Errorf("before %+v\nafter  %+v", before, after)
	}
	departs := time.Date(2027, 5, 3, 8, 15, 0, 0, time.UTC)
	if f := after.SelectedFlight; f == nil || !f.Departs.Equal(departs) || f.Duration != 250*time.Minute || f.Price != 249 {
		t.Errorf("the flight came back as %+v", after.SelectedFlight)
	}
	events := meet(t, openAgency(t, s), "ben", "trip").says("Charge my card")
	if text := answer(events); !strings.Contains(text, "BK-0001") {
		t.Errorf("the conversation does not go on: %q", text)
	}
	if n := load(t, s.svc, "ben", "trip").UserVisitCount; n != 1 {
		t.Errorf("going on counts as a visit: %d", n)
	}
}

// TestSeatIsSoldOnce lets two travellers pay for one seat at the same time.
// One gets it; the other is told, and may take another.
func TestSeatIsSoldOnce(t *testing.T) {
	onEachStore(t, func(t *testing.T, s *store) {
		a := openAgency(t, s)
		both := []*traveller{meet(t, a, "ana", "trip"), meet(t, a, "ben", "trip")}
		for _, tr := range both {
			tr.says(untilSeat...)
		}
		texts, errs := make([]string, 2), make([]error, 2)
		var paying sync.WaitGroup
		for i, tr := range both {
			paying.Go(func() {
				var events []*runtime.Event
				events, errs[i] = a.say(t.Context(), tr.user, tr.conversation, "Charge my card")
				texts[i] = answer(events)
			})
		}
		paying.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		loser := slices.IndexFunc(texts, func(text string) bool { return strings.Contains(text, errSold.Error()) })
		if loser < 0 || !strings.Contains(texts[1-loser], "BK-0001") {
			t.Fatalf("answers: %q", texts)
		}
		if step := both[loser].knows().BookingStep; step != bookingstate.StepChooseSeat {
			t.Errorf("who lost the seat is at %s", step)
		}
		if text := answer(both[loser].says("Another window seat", "Charge my card")); !strings.Contains(text, "BK-0002") {
			t.Errorf("who lost the seat can't take another: %q", text)
		}
		if got := both[0].knows().AppSeatsTaken["TP552"]; !reflect.DeepEqual(got, []string{"12A", "14F"}) {
			t.Errorf("sold: %q", got)
		}
	})
}
