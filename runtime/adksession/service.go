package adksession

import (
	"context"
	"errors"

	"github.com/seed92179c4c/stategen/runtime"
	"google.golang.org/adk/v2/session"
)

// New returns a service for ADK that keeps its sessions in svc, which the caller
// closes. Sessions, users and apps are those of svc under the same names.
//
// The service and its sessions are safe for concurrent use. All rules of svc hold:
// any number of processes may append to a session, an append is atomic, and one that
// is retried with the same event ID counts once.
func New(svc *runtime.Service, options ...Option) session.Service {
	s := &service{kept: svc}
	for _, option := range options {
		option(s)
	}
	return s
}

type service struct {
	kept    *runtime.Service
	clients *guard // nil: clients may set everything
}

// Create stores a session. The state follows the rules of AppendEvent; temp keys are
// dropped.
func (s *service) Create(ctx context.Context, r *session.CreateRequest) (*session.CreateResponse, error) {
	allowed, err := s.clients.create(ctx, r.State)
	if err != nil {
		return nil, err
	}
	state, err := storedState(allowed)
	if err != nil {
		return nil, err
	}
	id := r.SessionID
	if id == "" {
		id = newID(ctx)
	}
	created, err := s.kept.Create(ctx, runtime.CreateRequest{AppName: r.AppName, UserID: r.UserID, SessionID: id, State: state})
	if err != nil {
		return nil, err
	}
	h := newHandle(s, created)
	h.created = true
	return &session.CreateResponse{Session: h}, nil
}

// Get returns a session with the last events, or those from a time on. They are
// shared with other sessions that this process got, as ADK's service in memory
// shares them: read them, and copy what is to be changed.
func (s *service) Get(ctx context.Context, r *session.GetRequest) (*session.GetResponse, error) {
	recent := r.NumRecentEvents
	if recent <= 0 { // which means all to ADK
		recent = runtime.AllEvents
	}
	got, err := s.kept.Get(ctx, runtime.GetRequest{
		AppName: r.AppName, UserID: r.UserID, SessionID: r.SessionID,
		NumRecentEvents: recent, After: r.After,
	})
	if err != nil {
		return nil, asADK(err)
	}
	h := newHandle(s, got)
	if h.shown, err = decodeEvents(got.Events()); err != nil {
		return nil, err
	}
	return &session.GetResponse{Session: h}, nil
}

// List returns the sessions of a user, or of all users of an app, with their state
// and without events.
func (s *service) List(ctx context.Context, r *session.ListRequest) (*session.ListResponse, error) {
	sessions := []session.Session{}
	for listed, err := range s.kept.Sessions(ctx, runtime.ListRequest{AppName: r.AppName, UserID: r.UserID}) {
		if listed == nil {
			return nil, err
		}
		sessions = append(sessions, newHandle(s, listed)) // values that can't be read are no reason to hide it
	}
	return &session.ListResponse{Sessions: sessions}, nil
}

// Delete removes a session and its events; deleting one that isn't there succeeds.
func (s *service) Delete(ctx context.Context, r *session.DeleteRequest) error {
	return s.kept.Delete(ctx, runtime.DeleteRequest{AppName: r.AppName, UserID: r.UserID, SessionID: r.SessionID})
}

// AppendEvent stores an event, unless it is partial, and applies its state delta. It
// fills in the event's ID and time if they are empty. If the delta holds merge
// operations, the event gets a new one with the values that they came to.
//
// The session may be as old as it likes, and one that another service made, or a
// wrapper, will do: then the event is stored, but that session doesn't show it.
func (s *service) AppendEvent(ctx context.Context, of session.Session, event *session.Event) error {
	switch {
	case of == nil || of == session.Session((*handle)(nil)):
		return errors.New("session is nil")
	case event == nil:
		return errors.New("event is nil")
	case event.Partial:
		return nil
	}
	if h, ok := of.(*handle); ok && h.service.kept == s.kept {
		return asADK(s.append(ctx, h, event))
	}
	got, err := s.stateOf(ctx, of.AppName(), of.UserID(), of.ID())
	if err != nil {
		return asADK(err)
	}
	return asADK(s.append(ctx, newHandle(s, got), event))
}

// append stores an event, of whose state delta only what its author may write.
func (s *service) append(ctx context.Context, h *handle, event *session.Event) error {
	sent := event.Actions.StateDelta
	allowed, err := s.clients.delta(ctx, h, event)
	if err != nil {
		return err
	}
	event.Actions.StateDelta = allowed
	if err = h.append(ctx, event); err != nil {
		event.Actions.StateDelta = sent // for another try
	}
	return err
}

// stateOf reads a session without events.
func (s *service) stateOf(ctx context.Context, app, user, id string) (*runtime.Session, error) {
	return s.kept.Get(ctx, runtime.GetRequest{AppName: app, UserID: user, SessionID: id, NumRecentEvents: -1})
}

// asADK lets an error about a session that isn't there be ADK's session.ErrNotFound, too.
func asADK(err error) error {
	if errors.Is(err, runtime.ErrSessionNotFound) {
		return notFound{err}
	}
	return err
}

// notFound knows session.ErrNotFound by its text: releases before v1.7.0 don't have it.
type notFound struct{ error }

func (e notFound) Unwrap() error { return e.error }

func (notFound) Is(target error) bool { return target.Error() == "session not found" }
