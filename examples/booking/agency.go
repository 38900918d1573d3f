package main

import (
	"context"
	"errors"
	"io/fs"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
	"github.com/seed92179c4c/stategen/runtime"
)

const appName = "booking"

// Who writes events, besides the agents.
const (
	authorUser   = "user" // whichever traveller it is
	authorAgency = "agency"
)

// An agency is the program that a traveller talks to.
type agency struct {
	svc       *runtime.Service
	model     Model
	frontDesk Agent
}

// newAgency makes an agency on a session service and a model. prompts holds a
// file prompts/NAME.md for each agent.
func newAgency(svc *runtime.Service, model Model, prompts fs.FS) (*agency, error) {
	airline, err := openAirline()
	if err != nil {
		return nil, err
	}
	frontDesk, err := newFrontDesk(tools{airline}, prompts)
	return &agency{svc, model, frontDesk}, err
}

// promote sets the promotion that every traveller gets, and returns the event.
func (a *agency) promote(ctx context.Context, p bookingstate.Promotion) (*runtime.Event, error) {
	delta, err := bookingstate.NewDelta().SetAppPromotion(p).Build()
	if err != nil {
		return nil, err
	}
	everybody, err := a.svc.Shared(ctx, runtime.SharedRequest{AppName: appName})
	if err != nil {
		return nil, err
	}
	event := &runtime.Event{Author: authorAgency, Actions: runtime.Actions{StateDelta: delta}}
	return event, a.svc.AppendEvent(ctx, everybody, event)
}

// converse returns a traveller's conversation, and whether it begins only now.
// A new conversation counts as a visit.
func (a *agency) converse(ctx context.Context, user, conversation string) (_ *runtime.Session, begun bool, err error) {
	session, err := a.svc.Get(ctx, runtime.GetRequest{AppName: appName, UserID: user, SessionID: conversation})
	if !errors.Is(err, runtime.ErrSessionNotFound) {
		return session, false, err
	}
	initial, err := bookingstate.Initial{}.Build()
	if err != nil {
		return nil, false, err
	}
	session, err = a.svc.Create(ctx, runtime.CreateRequest{
		AppName: appName, UserID: user, SessionID: conversation, State: initial,
	})
	if err != nil {
		return nil, false, err
	}
	return session, true, runtime.Update(ctx, a.svc, session, authorAgency, countVisit)
}

func countVisit(state runtime.State) error {
	st := bookingstate.Of(state)
	visits, err := st.UserVisitCount()
	if err != nil {
		return err
	}
	return st.SetUserVisitCount(visits + 1)
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
