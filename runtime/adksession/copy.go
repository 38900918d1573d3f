package adksession

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"

	"github.com/seed92179c4c/stategen/runtime"
	"google.golang.org/adk/v2/session"
)

// Copied counts what Copy has found to be in both services, with the same values.
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
	c := &copying{from: from, to: &service{kept: svc}, app: app, shared: map[string]map[string]any{}}
	listed, err := from.List(ctx, &session.ListRequest{AppName: app})
	if err != nil {
		return c.copied, err
	}
	var problems []error
	for _, s := range listed.Sessions {
		if err := c.session(ctx, s.UserID(), s.ID()); err != nil {
			problems = append(problems, fmt.Errorf("user %q, session %q: %w", s.UserID(), s.ID(), err))
		}
		if ctx.Err() != nil {
			return c.copied, errors.Join(problems...)
		}
	}
	for user, state := range c.shared {
		if err := c.setShared(ctx, user, state); err != nil {
			problems = append(problems, fmt.Errorf("state of user %q: %w", user, err))
		}
	}
	return c.copied, errors.Join(problems...)
}

// copying is one call of Copy.
type copying struct {
	from   session.Service
	to     *service
	app    string
	copied Copied
	// shared is the state of each user, and of the app under "". Keys that events
	// have set and that aren't set any more are nil.
	shared map[string]map[string]any
}

// session copies one session, and compares the copy.
func (c *copying) session(ctx context.Context, user, id string) error {
	got, err := c.from.Get(ctx, &session.GetRequest{AppName: c.app, UserID: user, SessionID: id})
	if err != nil {
		return err
	}
	source := got.Session
	own, initial := c.split(source)
	if err := c.create(ctx, source, initial); err != nil {
		return err
	}
	h, err := c.handle(ctx, source)
	if err != nil {
		return err
	}
	for i := range source.Events().Len() {
		if err := c.event(ctx, h, source.Events().At(i), i); err != nil {
			return err
		}
	}
	if err := c.correct(ctx, h, source, own); err != nil {
		return err
	}
	if h, err = c.handle(ctx, source); err != nil {
		return err
	}
	return c.compare(h, source, own)
}

// split returns the session's own state, and what of it no event has set: the rest of
// the initial state nobody knows any more. It notes the state that others share.
func (c *copying) split(source session.Session) (own, initial map[string]any) {
	own, initial = map[string]any{}, map[string]any{}
	note := func(key string, v any) {
		switch scope, _ := runtime.ParseKey(key); scope {
		case runtime.ScopeApp:
			c.noteShared("", key, v)
		case runtime.ScopeUser:
			c.noteShared(source.UserID(), key, v)
		case runtime.ScopeSession:
			own[key], initial[key] = v, v
		}
	}
	for key, v := range source.State().All() {
		note(key, v)
	}
	for event := range source.Events().All() {
		for key := range event.Actions.StateDelta {
			if scope, _ := runtime.ParseKey(key); scope != runtime.ScopeSession {
				note(key, nil)
			}
			delete(initial, key)
		}
	}
	return own, initial
}

// noteShared keeps a value that sessions share. Nil may be what a session that was
// read before has set.
func (c *copying) noteShared(owner, key string, v any) {
	if c.shared[owner] == nil {
		c.shared[owner] = map[string]any{}
	}
	if _, known := c.shared[owner][key]; !known || v != nil {
		c.shared[owner][key] = v
	}
}

// create creates the copy, unless it is there.
func (c *copying) create(ctx context.Context, source session.Session, initial map[string]any) error {
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
	_, err = c.to.kept.Create(ctx, runtime.CreateRequest{
		AppName: c.app, UserID: source.UserID(), SessionID: source.ID(), State: state, Timestamp: created,
	})
	if errors.Is(err, runtime.ErrSessionExists) {
		return nil
	}
	return err
}

func (c *copying) handle(ctx context.Context, source session.Session) (*handle, error) {
	kept, err := c.to.kept.Get(ctx, runtime.GetRequest{
		AppName: c.app, UserID: source.UserID(), SessionID: source.ID(), NumRecentEvents: runtime.AllEvents,
	})
	if err != nil {
		return nil, err
	}
	return newHandle(c.to, kept), nil
}

// event appends an event, unless it is there.
func (c *copying) event(ctx context.Context, h *handle, source *session.Event, i int) error {
	own := *source
	own.ID = copiedID(source, i)
	if i < h.kept.Events().Len() {
		if there := h.kept.Events().At(i).ID; there != own.ID {
			return fmt.Errorf("event %q: the copy has %q in its place: it is in use, or another session", own.ID, there)
		}
		return nil // compare looks whether it is the same
	}
	own.Actions.StateDelta = maps.Clone(source.Actions.StateDelta)
	if err := h.append(ctx, &own); err != nil {
		return fmt.Errorf("event %q: %w", source.ID, err)
	}
	return nil
}

// copiedID is an event's own ID, which a few programs leave empty.
func copiedID(source *session.Event, i int) string {
	if source.ID == "" {
		return fmt.Sprintf("copied-%d", i+1)
	}
	return source.ID
}

// correct sets the session's keys to what the source shows, if its events don't come
// to that: ADK loses changes that are made at the same time.
func (c *copying) correct(ctx context.Context, h *handle, source session.Session, own map[string]any) error {
	if h.kept.Events().Len() != source.Events().Len() {
		return nil // corrected already, or the copy is in use: compare will tell
	}
	delta, err := difference(h, own)
	if err != nil || len(delta) == 0 {
		return err
	}
	e := &session.Event{ID: "copied-state", Author: "copy", Timestamp: source.LastUpdateTime()}
	e.Actions.StateDelta = delta
	return h.append(ctx, e)
}

// difference returns what is to be set so that a session has these keys of its own.
func difference(h *handle, own map[string]any) (map[string]any, error) {
	delta := map[string]any{}
	for key, v := range h.State().All() {
		if scope, _ := runtime.ParseKey(key); scope == runtime.ScopeSession && v != nil {
			delta[key] = nil
		}
	}
	for key, v := range own {
		plain, err := plainValue(key, v)
		if err != nil {
			return nil, err
		}
		if shown, err := h.State().Get(key); err == nil && reflect.DeepEqual(shown, plain) {
			delete(delta, key)
			continue
		}
		delta[key] = v
	}
	return delta, nil
}

// compare returns an error if the copy isn't what the source is.
func (c *copying) compare(h *handle, source session.Session, own map[string]any) error {
	events := h.Events()
	n := source.Events().Len()
	corrected := events.Len() == n+1 && events.At(n).ID == "copied-state"
	if events.Len() != n && !corrected {
		return fmt.Errorf("the copy has %d events, and the source %d: it is in use, or another session", events.Len(), n)
	}
	for i := range n {
		want := *source.Events().At(i)
		want.ID = copiedID(&want, i)
		if err := sameEvent(&want, events.At(i)); err != nil {
			return fmt.Errorf("event %q: %w", want.ID, err)
		}
	}
	delta, err := difference(h, own)
	if err != nil {
		return err
	}
	if len(delta) > 0 {
		return fmt.Errorf("%d keys of the copy have other values", len(delta))
	}
	c.copied.Sessions++
	c.copied.Events += n
	return nil
}

// sameEvent returns an error if the copy of an event isn't what want is, which it
// changes: a source may keep temp keys and values of a program's own types.
func sameEvent(want, got *session.Event) (err error) {
	want.Actions.StateDelta = maps.Clone(want.Actions.StateDelta)
	for key, v := range want.Actions.StateDelta {
		if isTemp(key) {
			delete(want.Actions.StateDelta, key)
		} else if want.Actions.StateDelta[key], err = plainValue(key, v); err != nil {
			return err
		}
	}
	wanted, err := json.Marshal(want)
	if err != nil {
		return err
	}
	text, err := json.Marshal(got)
	if err == nil && !bytes.Equal(text, wanted) {
		err = errors.New("the copy has an event in its place that is not the same")
	}
	return err
}

// setShared sets a user's state, or the app's, after events of several sessions have
// set it in no particular order. Set once, it stays: it may be in use by then.
func (c *copying) setShared(ctx context.Context, user string, state map[string]any) error {
	kept, err := c.to.kept.Shared(ctx, runtime.SharedRequest{AppName: c.app, UserID: user})
	if err != nil {
		return err
	}
	delta, _, err := plainDelta(withNulls(state), nil)
	if err != nil {
		return err
	}
	text, err := json.Marshal(delta)
	if err != nil {
		return err
	}
	e := &runtime.Event{
		ID: fmt.Sprintf("copied-%x", sha256.Sum256(text)), Author: "copy",
		Actions: runtime.Actions{StateDelta: delta},
	}
	return c.to.kept.AppendEvent(ctx, kept, e)
}
