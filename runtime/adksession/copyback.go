package adksession

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

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
	listed, err := to.List(ctx, &session.ListRequest{AppName: app})
	if err != nil {
		return CopiedBack{}, err
	}
	c := &copyingBack{
		kept: svc, from: &service{kept: svc}, to: to, app: app,
		there: map[string]map[string]bool{}, set: map[string]any{}, copied: CopiedBack{NotKept: map[string]int{}},
	}
	for _, s := range listed.Sessions {
		c.note(s.UserID(), s.ID())
	}
	err = c.all(ctx)
	return c.copied, err
}

// copyingBack is one call of CopyBack.
type copyingBack struct {
	kept   *runtime.Service
	from   *service
	to     session.Service
	app    string
	there  map[string]map[string]bool // what to had in the beginning: sessions by user
	set    map[string]any             // app keys that events have set, each with nil
	copied CopiedBack
}

func (c *copyingBack) note(user, id string) {
	if c.there[user] == nil {
		c.there[user] = map[string]bool{}
	}
	c.there[user][id] = true
}

func (c *copyingBack) all(ctx context.Context) error {
	var problems []error
	strange := maps.Clone(c.there)
	delete(strange, carrier)
	for user, err := range c.kept.Users(ctx, runtime.UsersRequest{AppName: c.app}) {
		if err == nil {
			err = c.user(ctx, user)
		}
		if err != nil {
			problems = append(problems, err)
		}
		if ctx.Err() != nil {
			return errors.Join(problems...)
		}
		delete(strange, user)
	}
	for user := range strange {
		problems = append(problems, fmt.Errorf("the other service has a user %q, who is not a copy", user))
	}
	if len(problems) == 0 {
		problems = append(problems, c.shared(ctx, "", c.set))
	}
	return errors.Join(problems...)
}

// user copies what a user has.
func (c *copyingBack) user(ctx context.Context, user string) error {
	var problems []error
	strange := maps.Clone(c.there[user])
	delete(strange, carrier)
	set := map[string]any{}
	for s, err := range c.kept.Sessions(ctx, runtime.ListRequest{AppName: c.app, UserID: user}) {
		if s == nil {
			return err
		}
		delete(strange, s.ID())
		if err := c.session(ctx, user, s.ID(), set); err != nil {
			problems = append(problems, fmt.Errorf("user %q, session %q: %w", user, s.ID(), err))
		}
	}
	for id := range strange {
		problems = append(problems, fmt.Errorf("user %q: the other service has a session %q, which is not a copy", user, id))
	}
	if len(problems) == 0 {
		problems = append(problems, c.shared(ctx, user, set))
	}
	return errors.Join(problems...)
}

// session copies one session, and compares the copy. It notes the shared keys that its
// events have set.
func (c *copyingBack) session(ctx context.Context, user, id string, set map[string]any) error {
	if id == carrier {
		return errors.New("CopyBack needs a session of this name itself")
	}
	got, err := c.from.Get(ctx, &session.GetRequest{AppName: c.app, UserID: user, SessionID: id})
	if err != nil {
		return err
	}
	events := c.events(got.Session, set)
	want := ofScope(got.Session.State(), runtime.ScopeSession)
	copied, err := c.open(ctx, user, id, initialState(want, events))
	if err != nil {
		return err
	}
	if err := noOthers(copied, events); err != nil {
		return err
	}
	if copied, err = c.append(ctx, copied, events); err != nil {
		return err
	}
	if last := c.correction(copied, want, events); last != nil {
		events = append(events, last)
		if copied, err = c.append(ctx, copied, events); err != nil {
			return err
		}
	}
	return c.compare(copied, want, events)
}

// correction is the event that sets what a session's events don't come to; nil if there
// is nothing.
func (c *copyingBack) correction(copied session.Session, want map[string]any, events []*session.Event) *session.Event {
	id := correctionID(events)
	keys := differing(want, copied.State(), runtime.ScopeSession)
	if made := byID(copied)[id]; made != nil || len(keys) == 0 {
		return made
	}
	last := &session.Event{ID: id, Author: "copy"}
	for _, event := range events {
		if !event.Timestamp.Before(last.Timestamp) {
			last.Timestamp = event.Timestamp.Add(time.Microsecond)
		}
	}
	last.Actions.StateDelta = picked(want, keys)
	return last
}

func correctionID(events []*session.Event) string { return fmt.Sprintf("copied-back-%d", len(events)) }

// events are those of a session as they are to be copied.
func (c *copyingBack) events(source session.Session, set map[string]any) []*session.Event {
	events := make([]*session.Event, 0, source.Events().Len())
	for event := range source.Events().All() {
		own := *event
		own.Actions.StateDelta = map[string]any{}
		merged := false
		for key, v := range event.Actions.StateDelta {
			switch scope, _ := runtime.ParseKey(key); scope {
			case runtime.ScopeUser:
				set[key] = nil
			case runtime.ScopeApp:
				c.set[key] = nil
			}
			if _, isOp := asOp(v); isOp {
				merged = true
				continue
			}
			own.Actions.StateDelta[key] = v
		}
		if merged {
			c.copied.NotKept["merge"]++
		}
		events = append(events, &own)
	}
	return events
}

// initialState is what no event has set.
func initialState(want map[string]any, events []*session.Event) map[string]any {
	initial := maps.Clone(want)
	for _, event := range events {
		for key := range event.Actions.StateDelta {
			delete(initial, key)
		}
	}
	return initial
}

// open creates the copy, unless it is there.
func (c *copyingBack) open(ctx context.Context, user, id string, initial map[string]any) (session.Session, error) {
	if !c.there[user][id] {
		request := &session.CreateRequest{AppName: c.app, UserID: user, SessionID: id, State: initial}
		if _, err := c.to.Create(ctx, request); err != nil {
			return nil, err
		}
	}
	return c.get(ctx, user, id)
}

func (c *copyingBack) get(ctx context.Context, user, id string) (session.Session, error) {
	got, err := c.to.Get(ctx, &session.GetRequest{AppName: c.app, UserID: user, SessionID: id})
	if err != nil {
		return nil, err
	}
	return got.Session, nil
}

// append appends the events that the copy lacks, and returns it as it is then.
func (c *copyingBack) append(ctx context.Context, copied session.Session, events []*session.Event) (session.Session, error) {
	there := byID(copied)
	appended := false
	for _, event := range events {
		if there[event.ID] != nil {
			continue
		}
		own := *event // which the other service may change
		own.Actions.StateDelta = maps.Clone(event.Actions.StateDelta)
		if err := c.to.AppendEvent(ctx, copied, &own); err != nil {
			return nil, fmt.Errorf("event %q: %w", event.ID, err)
		}
		appended = true
	}
	if !appended {
		return copied, nil
	}
	return c.get(ctx, copied.UserID(), copied.ID())
}

// carrier is the session that sets what sessions share.
const carrier = "stategen-copy-back"

// shared makes the state of a user, or of the app, what it is in the source. Keys that
// events have set and that aren't set any more become nil.
func (c *copyingBack) shared(ctx context.Context, user string, set map[string]any) error {
	where, scope, owner := fmt.Sprintf("state of user %q", user), runtime.ScopeUser, user
	if user == "" {
		where, scope, owner = "state of the app", runtime.ScopeApp, carrier
	}
	kept, err := c.kept.Shared(ctx, runtime.SharedRequest{AppName: c.app, UserID: user, NumRecentEvents: -1})
	if err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	want := ofScope(newHandle(c.from, kept).State(), scope)
	maps.DeleteFunc(set, func(key string, _ any) bool { _, has := want[key]; return has })
	maps.Copy(set, want)
	if len(set) == 0 {
		return nil
	}
	if err := c.carry(ctx, owner, scope, set); err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	return nil
}

// carry sets shared keys.
func (c *copyingBack) carry(ctx context.Context, user string, scope runtime.Scope, state map[string]any) error {
	of := &session.DeleteRequest{AppName: c.app, UserID: user, SessionID: carrier}
	if c.there[user][carrier] { // an earlier call was cut off
		if err := c.to.Delete(ctx, of); err != nil {
			return err
		}
	}
	request := &session.CreateRequest{AppName: c.app, UserID: user, SessionID: carrier, State: maps.Clone(state)}
	if _, err := c.to.Create(ctx, request); err != nil {
		return err
	}
	copied, err := c.get(ctx, user, carrier)
	if err == nil {
		if keys := differing(state, copied.State(), scope); len(keys) > 0 {
			err = fmt.Errorf("the copy has other values of the keys %q", keys)
		}
	}
	return errors.Join(err, c.to.Delete(ctx, of))
}
