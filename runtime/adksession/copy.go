package adksession

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed92179c4c/stategen/runtime"
	"google.golang.org/adk/v2/session"
)

// Copied counts what has been found to be in both services, with the same values.
type Copied struct{ Sessions, Events int }

// Copy copies all sessions of an app, with their events and all state that they see,
// from another service, such as ADK's own on a database, into svc. It compares what
// it has written, event by event and key by key, with what it read. Sessions that
// can't be copied are in the error, and all others are copied.
//
// It may be cut off and called again, and goes on where it was: what is there is not
// written twice. Nobody else should write to either service meanwhile. A session
// whose copy has events of its own is in the error, and left as it is.
//
// State of users who have no session is not copied: ADK's interface doesn't show it.
// A session counts as created at the time of its first event. Where ADK shows other
// values than the session's events come to, for it loses changes that are made at the
// same time, one more event sets them. Each user's state, and the app's, is set by an
// event that belongs to no session.
func Copy(ctx context.Context, from session.Service, svc *runtime.Service, app string) (Copied, error) {
	c := newCopying(from, &service{kept: svc}, app)
	c.encode, c.keepsAll = runtime.EncodeValue, true
	c.create = func(ctx context.Context, source session.Session, initial map[string]any) error {
		return createAtFirstEvent(ctx, svc, source, initial)
	}
	listed, err := from.List(ctx, &session.ListRequest{AppName: app})
	if err != nil {
		return Copied{}, err
	}
	for _, s := range listed.Sessions {
		if c.session(ctx, s.UserID(), s.ID()); ctx.Err() != nil {
			return c.copied.Copied, errors.Join(c.problems...)
		}
	}
	err = c.setShared(func(user string, state map[string]any) error { return appendShared(ctx, svc, app, user, state) })
	return c.copied.Copied, err
}

// createAtFirstEvent creates a session that is as old as its first event, unless it is there.
func createAtFirstEvent(
	ctx context.Context, svc *runtime.Service, source session.Session, initial map[string]any,
) error {
	state, err := storedState(initial)
	if err != nil {
		return err
	}
	created := source.LastUpdateTime()
	for event := range source.Events().All() {
		if event.Timestamp.Before(created) {
			created = event.Timestamp
		}
	}
	_, err = svc.Create(ctx, runtime.CreateRequest{
		AppName: source.AppName(), UserID: source.UserID(), SessionID: source.ID(), State: state, Timestamp: created,
	})
	if errors.Is(err, runtime.ErrSessionExists) {
		return nil
	}
	return err
}

// appendShared sets a user's state, or the app's, after events of several sessions have
// set it in no particular order. Set once, it stays: it may be in use by then.
func appendShared(ctx context.Context, svc *runtime.Service, app, user string, state map[string]any) error {
	kept, err := svc.Shared(ctx, runtime.SharedRequest{AppName: app, UserID: user})
	if err != nil {
		return err
	}
	delta, err := storedState(state)
	if err != nil {
		return err
	}
	text, err := json.Marshal(delta)
	if err != nil {
		return err
	}
	return svc.AppendEvent(ctx, kept, &runtime.Event{
		ID: fmt.Sprintf("copied-%x", sha256.Sum256(text)), Author: "copy",
		Actions: runtime.Actions{StateDelta: delta},
	})
}
