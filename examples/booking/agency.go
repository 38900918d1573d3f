package main

import (
	"context"
	"errors"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
	"github.com/seed92179c4c/stategen/runtime"
)

const appName = "booking"

// Who writes events, besides the agents.
const (
	authorUser   = "user" // whichever traveller it is
	authorAgency = "agency"
)

// An agency is the program that travellers talk to: agents who keep what they
// know in a session service.
type agency struct {
	svc       *runtime.Service
	model     Model
	frontDesk Agent
}

// promote sets the promotion that every traveller gets, and returns the event.
func (a *agency) promote(ctx context.Context, p bookingstate.Promotion) (*runtime.Event, error) {
	everybody, err := a.svc.Shared(ctx, runtime.SharedRequest{AppName: appName})
	if err != nil {
		return nil, err
	}
	return a.change(ctx, everybody, bookingstate.NewDelta().SetAppPromotion(p))
}

// converse returns a traveller's conversation. If it begins only now, that
// counts as a visit, and the event says so; otherwise the event is nil.
func (a *agency) converse(ctx context.Context, user, conversation string) (*runtime.Session, *runtime.Event, error) {
	session, err := a.svc.Get(ctx, runtime.GetRequest{AppName: appName, UserID: user, SessionID: conversation})
	if !errors.Is(err, runtime.ErrSessionNotFound) {
		return session, nil, err
	}
	initial, err := bookingstate.Initial{}.Build()
	if err != nil {
		return nil, nil, err
	}
	session, err = a.svc.Create(ctx, runtime.CreateRequest{
		AppName: appName, UserID: user, SessionID: conversation, State: initial,
	})
	if err != nil {
		return nil, nil, err
	}
	visit, err := a.change(ctx, session, bookingstate.NewDelta().AddUserVisitCount(1))
	return session, visit, err
}

// change appends an event of the program's own.
func (a *agency) change(ctx context.Context, session *runtime.Session, d *bookingstate.Delta) (*runtime.Event, error) {
	delta, err := d.Build()
	if err != nil {
		return nil, err
	}
	event := &runtime.Event{Author: authorAgency, Actions: runtime.Actions{StateDelta: delta}}
	return event, a.svc.AppendEvent(ctx, session, event)
}

// say gives a traveller's message to the front desk and returns the events of
// the turn, the message first. On error they end where the turn broke off.
func (a *agency) say(ctx context.Context, session *runtime.Session, message string) ([]*runtime.Event, error) {
	start := session.Events().Len()
	inv := runtime.NewInvocation(a.svc, session)
	defer inv.End()
	t := &turn{svc: a.svc, inv: inv, model: a.model, record: &record{events: map[string]*runtime.Event{}}}
	err := inv.AppendEvent(ctx, &runtime.Event{Author: authorUser, Content: runtime.NewText(roleUser, message)})
	if err == nil {
		err = a.frontDesk.Run(ctx, t)
	}
	return t.since(start), err
}
