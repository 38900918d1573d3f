// Package sessions writes to the states of sessions.
package sessions

import (
	"context"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
)

func lost(ctx context.Context, svc session.Service) {
	got, _ := svc.Get(ctx, &session.GetRequest{})
	got.Session.State().Set("city", "Bern") // want `this session is a copy that the service returned`
	sess := got.Session
	sess.State().Set("city", "Bern") // want `is lost`
	st := sess.State()
	st.Set("city", "Bern") // want `is lost`
	created, _ := svc.Create(ctx, &session.CreateRequest{})
	_ = created.Session.State().Set("city", "Bern") // want `is lost`
	list, _ := svc.List(ctx, &session.ListRequest{})
	for _, s := range list.Sessions {
		s.State().Set("city", "Bern") // want `is lost`
	}
	got.Session.State().Get("city")
}

func kept(ctx agent.Context, s session.Session) {
	ctx.State().Set("city", "Bern")
	s.State().Set("city", "Bern")
}

func ofARun(ctx agent.InvocationContext) {
	ctx.Session().State().Set("city", "Bern") // want `ADK doesn't store what is written to the session of a run`
	ctx.Session().State().Set("temp:report", "sunny")
	ctx.Session().State().Get("city")
}

func ofARunWithItsEvent(ctx agent.InvocationContext) *session.Event {
	ctx.Session().State().Set("city", "Bern")
	return &session.Event{Actions: session.EventActions{StateDelta: map[string]any{"city": "Bern"}}}
}

func open(ctx context.Context, svc session.Service) (session.Session, error) {
	resp, err := svc.Create(ctx, &session.CreateRequest{})
	if err != nil {
		return nil, err
	}
	return resp.Session, nil
}

type desk struct {
	service session.Session // only ever one that the service returned
	either  session.Session
}

func around(ctx agent.Context, svc session.Service) {
	sess, err := open(ctx, svc)
	if err != nil {
		return
	}
	sess.State().Set("city", "Bern") // want `is lost`
	d := desk{service: sess, either: sess}
	d.service.State().Set("city", "Bern") // want `is lost`
	d.either = ctx.Session()
	d.either.State().Set("city", "Bern")
}

// Helpers that are only ever given sessions which a service returned, and some that are
// not.

func rename(sess session.Session) {
	_ = sess.State().Set("city", "Bern") // want `is lost`
}

func either(sess session.Session) { _ = sess.State().Set("city", "Bern") }

func Exported(sess session.Session) { _ = sess.State().Set("city", "Bern") }

func handed(sess session.Session) { _ = sess.State().Set("city", "Bern") }

func apply(do func(session.Session)) { do(nil) }

func ofThisRun(sess session.Session) {
	_ = sess.State().Set("city", "Bern") // want `ADK doesn't store what is written to the session of a run`
}

func helped(ctx agent.InvocationContext, svc session.Service) {
	sess, err := open(ctx, svc)
	if err != nil {
		return
	}
	rename(sess)
	either(sess)
	either(ctx.Session())
	Exported(sess)
	handed(sess)
	apply(handed)
	ofThisRun(ctx.Session())
}

type relay struct {
	get func(context.Context, session.Service) (session.Session, error)
	any func(context.Context, session.Service) (session.Session, error)
}

func newRelay() *relay { return &relay{get: open, any: open} }

func (r *relay) replaced(given func(context.Context, session.Service) (session.Session, error)) {
	r.any = given
}

func (r *relay) write(ctx context.Context, svc session.Service) {
	sess, err := r.get(ctx, svc)
	if err != nil {
		return
	}
	_ = sess.State().Set("city", "Bern") // want `is lost`
	sess, err = r.any(ctx, svc)
	if err != nil {
		return
	}
	_ = sess.State().Set("city", "Bern")
}
