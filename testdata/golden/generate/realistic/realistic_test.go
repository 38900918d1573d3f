package travelstate

import (
	"context"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
)

// TestOnService runs the generated package on a session service.
func TestOnService(t *testing.T) {
	ctx := context.Background()
	initial, err := Initial{DepartureCity: new("Oslo")}.Build()
	if err != nil {
		t.Fatal(err)
	}
	service := memory.New()
	session, err := service.Create(ctx, runtime.CreateRequest{AppName: "travel", UserID: "ann", State: initial})
	if err != nil {
		t.Fatal(err)
	}
	flight := Flight{Number: "LH400", Price: 99.5, Departs: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Seats: []string{"12A"}}
	for range 3 {
		delta, err := NewDelta().SetBookingStep(StepSelectFlight).AppendShoppingCartItems("bag").AddUserLoginCount(1).
			SetOrder("A-17", flight).MinCheapestPrice(99.5).Build()
		if err != nil {
			t.Fatal(err)
		}
		if err := service.AppendEvent(ctx, session, &runtime.Event{Author: "test", Actions: runtime.Actions{StateDelta: delta}}); err != nil {
			t.Fatal(err)
		}
	}
	snap, err := Load(session.State())
	if err != nil {
		t.Fatal(err)
	}
	if snap.UserLoginCount != 3 || len(snap.ShoppingCartItems) != 3 || snap.Order["A-17"].Number != "LH400" || *snap.CheapestPrice != 99.5 {
		t.Errorf("got %v", snap)
	}
	text, err := GreeterInstruction(session.State())
	want := "You are a travel agent. Answer in en.\nThe traveller flies from Oslo to .\nTheir cart: [\"bag\",\"bag\",\"bag\"]\n"
	if text != want || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}
