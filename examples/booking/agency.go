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

// An agency is the program that travellers talk to: agents that keep what they
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

// begin makes sure that a traveller's conversation exists. If it creates the
// conversation, that counts as a visit, and it returns the event that says so;
// otherwise it returns nil.
func (a *agency) begin(ctx context.Context, user, conversation string) (*runtime.Event, error) {
	initial, err := bookingstate.Initial{}.Build()
	if err != nil {
		return nil, err
	}
	session, err := a.svc.Create(ctx, runtime.CreateRequest{
		AppName: appName, UserID: user, SessionID: conversation, State: initial,
	})
	if errors.Is(err, runtime.ErrSessionExists) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return a.change(ctx, session, bookingstate.NewDelta().AddUserVisitCount(1))
}

// change appends an event whose author is the program itself.
func (a *agency) change(ctx context.Context, session *runtime.Session, d *bookingstate.Delta) (*runtime.Event, error) {
	delta, err := d.Build()
	if err != nil {
		return nil, err
	}
	event := &runtime.Event{Author: authorAgency, Actions: runtime.Actions{StateDelta: delta}}
	return event, a.svc.AppendEvent(ctx, session, event)
}

// say gives a traveller's message to the front desk and returns the events of
// the turn, the message first. On error they end where the turn failed.
// Each turn sees what other travellers have changed before it.
func (a *agency) say(ctx context.Context, user, conversation, message string) ([]*runtime.Event, error) {
	session, err := a.svc.Get(ctx, runtime.GetRequest{AppName: appName, UserID: user, SessionID: conversation})
	if err != nil {
		return nil, err
	}
	start := session.Events().Len()
	t := a.newTurn(session)
	err = a.play(ctx, t, runtime.NewText(roleUser, message))
	return t.since(start), err
}

// newTurn begins a turn in a session; play ends it.
func (a *agency) newTurn(session *runtime.Session) *turn {
	inv := runtime.NewInvocation(a.svc, session)
	return &turn{svc: a.svc, inv: inv, model: a.model, record: &record{events: map[string]*runtime.Event{}}}
}

// play plays a turn, from what the traveller said to the answer.
func (a *agency) play(ctx context.Context, t *turn, said *runtime.Content) error {
	defer t.inv.End()
	if err := t.inv.AppendEvent(ctx, &runtime.Event{Author: authorUser, Content: said}); err != nil {
		return err
	}
	return a.frontDesk.Run(ctx, t)
}
