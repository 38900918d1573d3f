package adksession

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"github.com/seed92179c4c/stategen/runtime"
	"google.golang.org/adk/v2/session"
)

// CopiedBack counts what CopyBack has found to be in both services, with the same values.
type CopiedBack struct {
	Copied
	// NotKept counts the events whose field of this JSON name the other service doesn't
	// keep. Under "merge" are those whose merge operations came to values that nobody
	// kept, and whose copies lack these keys.
	NotKept map[string]int
}

// CopyBack copies all that svc holds of an app into another service, such as ADK's own
// on a database: sessions, events and the state of all users. It compares what it has
// written, event by event and key by key, with what it read. Sessions and users that
// can't be copied are in the error, and all others are copied.
//
// It may be cut off and called again, and goes on where it was. Nobody else should
// write to either service meanwhile. A copy that has events of its own is in the error,
// and left as it is; then the state that it shares with others is left, too.
//
// Events keep their IDs and times, by which ADK sorts them. Sessions count as created now,
// and a key that was cleared is nil. Where the events that are left don't come to the
// session's state, one more event sets it. The state of a user, and of the app, is set by
// creating a session that is then deleted.
func CopyBack(ctx context.Context, svc *runtime.Service, to session.Service, app string) (CopiedBack, error) {
	c := newCopying(&service{kept: svc}, to, app)
	c.encode = json.Marshal
	listed, err := to.List(ctx, &session.ListRequest{AppName: app})
	if err != nil {
		return c.copied, err
	}
	there := make(map[sessionName]bool, len(listed.Sessions))
	for _, s := range listed.Sessions {
		there[sessionName{s.UserID(), s.ID()}] = true
	}
	c.create = func(ctx context.Context, source session.Session, initial map[string]any) error {
		if there[sessionName{source.UserID(), source.ID()}] {
			return nil
		}
		_, err := to.Create(ctx, &session.CreateRequest{
			AppName: app, UserID: source.UserID(), SessionID: source.ID(), State: initial,
		})
		return err
	}
	strange := maps.Clone(there)
	maps.DeleteFunc(strange, func(n sessionName, _ bool) bool { return n.id == carrier })
	for s, err := range svc.Sessions(ctx, runtime.ListRequest{AppName: app}) {
		if s == nil {
			return c.copied, errors.Join(append(c.problems, err)...)
		}
		delete(strange, sessionName{s.UserID(), s.ID()})
		if c.session(ctx, s.UserID(), s.ID()); ctx.Err() != nil {
			return c.copied, errors.Join(c.problems...)
		}
	}
	for n := range strange {
		c.failed(n.user, fmt.Errorf("user %q: the other service has a session %q, which is not a copy", n.user, n.id))
	}
	if err := c.noteAllShared(ctx, svc); err != nil {
		return c.copied, errors.Join(append(c.problems, err)...)
	}
	err = c.setShared(func(user string, state map[string]any) error {
		if c.left[user] {
			return nil
		}
		return c.carry(ctx, there, user, state)
	})
	return c.copied, err
}

type sessionName struct{ user, id string }

// noteAllShared notes the state of the app and of all users, also of those without a session.
func (c *copying) noteAllShared(ctx context.Context, svc *runtime.Service) error {
	note := func(user string) error {
		kept, err := svc.Shared(ctx, runtime.SharedRequest{AppName: c.app, UserID: user, NumRecentEvents: -1})
		if err != nil {
			return err
		}
		c.noteShared(user, newHandle(&service{kept: svc}, kept).State())
		return nil
	}
	for user, err := range svc.Users(ctx, runtime.UsersRequest{AppName: c.app}) {
		if err == nil {
			err = note(user)
		}
		if err != nil {
			return err
		}
	}
	return note("")
}

// carrier is the session that sets what sessions share.
const carrier = "stategen-copy-back"

// carry sets the state of a user, or of the app.
func (c *copying) carry(ctx context.Context, there map[sessionName]bool, user string, state map[string]any) error {
	scope := runtime.ScopeUser
	if user == "" {
		scope, user = runtime.ScopeApp, carrier
	}
	of := &session.DeleteRequest{AppName: c.app, UserID: user, SessionID: carrier}
	if there[sessionName{user, carrier}] { // an earlier call was cut off
		if err := c.to.Delete(ctx, of); err != nil {
			return err
		}
	}
	request := &session.CreateRequest{AppName: c.app, UserID: user, SessionID: carrier, State: maps.Clone(state)}
	if _, err := c.to.Create(ctx, request); err != nil {
		return err
	}
	copied, err := get(ctx, c.to, c.app, user, carrier)
	if err == nil {
		if keys := c.differing(state, copied.State(), scope); len(keys) > 0 {
			err = fmt.Errorf("the copy has other values of the keys %q", keys)
		}
	}
	return errors.Join(err, c.to.Delete(ctx, of))
}
