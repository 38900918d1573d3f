package runtime

import (
	"context"
	"errors"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// A handle of shared state that has no events yet is of no session that could tell an
// erased user from who comes later under the same ID. It notes instead which sessions
// the user, or the app, has, and its first append ties it to the session that holds the events.

// maxWitnesses is how many of these sessions a handle notes.
const maxWitnesses = 8

// incarnation returns that of the session to which the handle appends; 0: it isn't
// tied to one yet.
func (s *Session) incarnation() int64 {
	if s.loaded.Incarnation != 0 {
		return s.loaded.Incarnation
	}
	return s.progress().tied.Load()
}

// untied returns a handle of shared state without events.
func (svc *Service) untied(ctx context.Context, key store.SessionKey, l store.Loaded) (*Session, error) {
	s, damage := newHandle(key, l)
	witnesses, err := svc.store.List(ctx, store.ListQuery{AppName: key.AppName, UserID: key.UserID, Limit: maxWitnesses})
	if err != nil {
		return nil, names.Wrap(key, err)
	}
	s.progress().witnesses = witnesses
	return s, damage
}

// tie returns the incarnation of the session to which the handle appends, which it
// finds or makes if need be. It is ErrSessionNotFound if the handle's user or app was
// erased.
func (svc *Service) tie(ctx context.Context, s *Session) (int64, error) {
	if tied := s.incarnation(); tied != 0 {
		return tied, nil
	}
	if err := svc.checkUnerased(ctx, s); err != nil {
		return 0, err
	}
	tied, made, err := svc.sharedIncarnation(ctx, s.key)
	if err != nil {
		return 0, err
	}
	if err := svc.checkUnerased(ctx, s); err != nil { // it may have been just before that
		if made {
			err = errors.Join(err, svc.store.Delete(ctx, store.DeleteQuery{Session: s.key, Incarnation: tied}))
		}
		return 0, err
	}
	s.progress().tied.CompareAndSwap(0, tied)
	return s.incarnation(), nil
}

// sharedIncarnation returns that of the session that holds a user's or an app's events.
func (svc *Service) sharedIncarnation(ctx context.Context, key store.SessionKey) (_ int64, made bool, _ error) {
	for {
		loaded, err := svc.store.Load(ctx, key, store.EventQuery{None: true})
		if err == nil && loaded.Incarnation != 0 {
			return loaded.Incarnation, false, nil
		}
		if err != nil && !errors.Is(err, ErrSessionNotFound) {
			return 0, false, err
		}
		created, err := svc.create(ctx, key, nil, time.Time{})
		if err == nil {
			return created.loaded.Incarnation, true, nil
		}
		if !errors.Is(err, ErrSessionExists) { // unless somebody else was faster
			return 0, false, err
		}
	}
}

// checkUnerased returns ErrSessionNotFound if nothing is left of what the handle found
// when it was made: of the sessions or, if a user had none, of the state. An app's first
// sessions may have gone one by one: then its state counts, too.
func (svc *Service) checkUnerased(ctx context.Context, s *Session) error {
	witnesses := s.progress().witnesses
	for _, w := range witnesses {
		key := store.SessionKey{AppName: s.key.AppName, UserID: w.UserID, SessionID: w.SessionID}
		loaded, err := svc.store.Load(ctx, key, store.EventQuery{None: true})
		if err == nil && loaded.Incarnation == w.Incarnation {
			return nil
		}
		if err != nil && !errors.Is(err, ErrSessionNotFound) {
			return err
		}
	}
	if len(witnesses) > 0 && s.key.UserID != "" {
		return ErrSessionNotFound
	}
	return svc.checkStateLeft(ctx, s)
}

func (svc *Service) checkStateLeft(ctx context.Context, s *Session) error {
	scope := s.key.Scope()
	found := s.loaded.State[scope]
	if found.Len() == 0 {
		return nil
	}
	loaded, err := svc.store.Load(ctx, s.key, store.EventQuery{None: true})
	if err != nil {
		return err
	}
	left := views.Loaded(&loaded)[scope]
	for name := range found.All() {
		if _, ok := left.Get(name); ok {
			return nil
		}
	}
	return ErrSessionNotFound
}
