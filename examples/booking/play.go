package main

import (
	"context"
	"fmt"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
	"github.com/seed92179c4c/stategen/runtime"
)

// A player plays conversations and prints their timeline.
type player struct {
	store     *store
	model     Model
	frontDesk Agent
	timeline  *timeline
}

// spring is the promotion that runs while the program plays.
var spring = bookingstate.Promotion{Code: "SPRING10", Percent: 10}

// play plays the episodes from first to last, then shows the state they leave.
func (p *player) play(ctx context.Context, episodes []episode) error {
	p.timeline.title(p.store.name())
	promotion, err := p.agency().promote(ctx, spring)
	if err != nil {
		return err
	}
	p.timeline.events(promotion)
	for _, e := range episodes {
		if err := p.episode(ctx, e); err != nil {
			return err
		}
	}
	return p.showState(ctx)
}

// agency returns the agency on the store as it is open now.
func (p *player) agency() *agency { return &agency{p.store.svc, p.model, p.frontDesk} }

func (p *player) episode(ctx context.Context, e episode) error {
	if e.Restart {
		return p.restart(ctx)
	}
	agency := p.agency()
	visit, err := agency.begin(ctx, e.User, e.Conversation)
	if err != nil {
		return err
	}
	p.timeline.conversation(e.User, e.Conversation)
	if visit != nil {
		p.timeline.events(visit)
	}
	for _, message := range e.Says {
		events, err := agency.say(ctx, e.User, e.Conversation, message)
		p.timeline.events(events...)
		if err != nil {
			return err
		}
	}
	return nil
}

// restart opens the store anew and shows what came back, as typed Go values.
func (p *player) restart(ctx context.Context) error {
	if err := p.store.restart(ctx); err != nil {
		return err
	}
	p.timeline.heading(p.store.restarted())
	p.timeline.remark("What the conversations know, as Go values:")
	return p.eachSession(ctx, func(session *runtime.Session) error {
		snapshot, err := bookingstate.Load(session.State())
		if err != nil {
			return err
		}
		p.timeline.typed(session.UserID()+" · "+session.ID(), snapshot)
		return nil
	})
}

func (p *player) showState(ctx context.Context) error {
	p.timeline.heading("state afterwards")
	shared, err := p.store.svc.Shared(ctx, runtime.SharedRequest{AppName: appName})
	if err != nil {
		return err
	}
	p.timeline.scope("everybody", runtime.ScopeApp, shared.State())
	user, states := "", []runtime.ReadonlyState{}
	err = p.eachSession(ctx, func(session *runtime.Session) error {
		if session.UserID() != user {
			user = session.UserID()
			p.timeline.scope(user, runtime.ScopeUser, session.State())
		}
		p.timeline.scope(user+" · "+session.ID(), runtime.ScopeSession, session.State())
		states = append(states, session.State())
		return nil
	})
	p.timeline.scope("temp", runtime.ScopeTemp, states...)
	return err
}

func (p *player) eachSession(ctx context.Context, visit func(*runtime.Session) error) error {
	svc := p.store.svc
	infos, err := svc.List(ctx, runtime.ListRequest{AppName: appName})
	if err != nil {
		return err
	}
	for _, info := range infos {
		session, err := svc.Get(ctx, runtime.GetRequest{
			AppName: appName, UserID: info.UserID, SessionID: info.SessionID, NumRecentEvents: -1,
		})
		if err != nil {
			return err
		}
		if err := visit(session); err != nil {
			return fmt.Errorf("user %s, conversation %s: %w", info.UserID, info.SessionID, err)
		}
	}
	return nil
}
