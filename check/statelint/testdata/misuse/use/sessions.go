// Package use misuses generated code.
package use

import (
	"context"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
	"misuse/tripstate"
)

func lost(ctx context.Context, svc session.Service) error {
	got, err := svc.Get(ctx, &session.GetRequest{})
	if err != nil {
		return err
	}
	tripstate.Of(got.Session.State()).SetCity("Bern") // want `this session is a copy that the service returned`
	trip := tripstate.Of(got.Session.State())
	if err := trip.AddUserTrips(1); err != nil { // want `is lost`
		return err
	}
	sess := got.Session
	_ = tripstate.Of(sess.State()).ClearSeat() // want `is lost`
	list, _ := svc.List(ctx, &session.ListRequest{})
	for _, s := range list.Sessions {
		tripstate.Of(s.State()).SetTone("brisk") // want `is lost`
	}
	_, err = trip.City()
	return err
}

func kept(ctx agent.Context, s session.Session) {
	tripstate.Of(ctx.State()).SetCity("Bern")
	tripstate.Of(s.State()).SetCity("Bern")
}

func begun(ctx context.Context, svc session.Service) {
	svc.Create(ctx, &session.CreateRequest{State: map[string]any{
		"city":        "Bern",
		"temp:report": "none", // want `"temp:report" is given to a new session, and databases keep no temp keys`
	}})
	req := &session.CreateRequest{State: map[string]any{}}
	req.State["temp:report"] = "none"              // want `databases keep no temp keys`
	state := map[string]any{"temp:report": "none"} // want `databases keep no temp keys`
	state["user:trips"] = 1.5                      // want `"user:trips" is declared as int, and 1.5 is not a whole number`
	svc.Create(ctx, &session.CreateRequest{State: state})
	_ = session.Event{Actions: session.EventActions{StateDelta: map[string]any{"temp:report": "none"}}}
}
