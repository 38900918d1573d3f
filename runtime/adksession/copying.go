package adksession

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"google.golang.org/adk/v2/session"
)

// copying copies an app's sessions from one service to another.
type copying struct {
	from, to session.Service
	app      string
	// create creates the copy of a session, unless it is there.
	create func(ctx context.Context, source session.Session, initial map[string]any) error
	// encode makes texts of values, to compare them.
	encode func(any) ([]byte, error)
	// keepsAll says that the other service keeps all fields of an event.
	keepsAll bool

	copied   CopiedBack
	problems []error
	left     map[string]bool // users with problems; with any, the app's "" too
	// shared is the state of each user, and of the app under "". Keys that events
	// have set and that aren't set any more are nil.
	shared map[string]map[string]any
}

func newCopying(from, to session.Service, app string) *copying {
	return &copying{
		from: from, to: to, app: app, copied: CopiedBack{NotKept: map[string]int{}},
		left: map[string]bool{}, shared: map[string]map[string]any{},
	}
}

func (c *copying) failed(user string, err error) {
	c.problems = append(c.problems, err)
	c.left[user], c.left[""] = true, true
}

// session copies one session, and compares the copy.
func (c *copying) session(ctx context.Context, user, id string) {
	if err := c.copy(ctx, user, id); err != nil {
		c.failed(user, fmt.Errorf("user %q, session %q: %w", user, id, err))
	}
}

func (c *copying) copy(ctx context.Context, user, id string) error {
	if id == carrier {
		return errors.New("CopyBack needs a session of this name itself")
	}
	source, err := get(ctx, c.from, c.app, user, id)
	if err != nil {
		return err
	}
	events, err := c.events(source)
	if err != nil {
		return err
	}
	c.noteShared(user, source.State())
	want := ofScope(source.State(), runtime.ScopeSession)
	if err := c.create(ctx, source, initialState(want, events)); err != nil {
		return err
	}
	copied, err := c.append(ctx, user, id, events)
	if err != nil {
		return err
	}
	if last := c.correction(copied, source.LastUpdateTime(), want, events); last != nil {
		events = append(events, last)
		if copied, err = c.append(ctx, user, id, events); err != nil {
			return err
		}
	}
	if err := c.compare(copied, want, events); err != nil {
		return err
	}
	c.copied.Sessions++
	c.copied.Events += source.Events().Len()
	return nil
}

func get(ctx context.Context, svc session.Service, app, user, id string) (session.Session, error) {
	got, err := svc.Get(ctx, &session.GetRequest{AppName: app, UserID: user, SessionID: id})
	if err != nil {
		return nil, err
	}
	return got.Session, nil
}

// noteShared notes what a session shows of state that others share.
func (c *copying) noteShared(user string, state session.ReadonlyState) {
	for key, v := range state.All() {
		c.noteKey(user, key, v)
	}
}

// noteKey keeps a value that sessions share. Nil may be what a session that was read
// before has set.
func (c *copying) noteKey(user, key string, v any) {
	switch scope, _ := runtime.ParseKey(key); scope {
	case runtime.ScopeUser:
	case runtime.ScopeApp:
		user = ""
	default:
		return
	}
	if c.shared[user] == nil {
		c.shared[user] = map[string]any{}
	}
	if _, known := c.shared[user][key]; !known || v != nil {
		c.shared[user][key] = v
	}
}

// setShared sets the state that sessions share, and returns all problems.
func (c *copying) setShared(set func(user string, state map[string]any) error) error {
	for user, state := range c.shared {
		if err := set(user, state); err != nil {
			c.problems = append(c.problems, fmt.Errorf("state of user %q: %w", user, err))
		}
	}
	return errors.Join(c.problems...)
}

// events are those of a session as they are to be copied: a source may keep temp keys,
// values of a program's own types, and events without IDs.
func (c *copying) events(source session.Session) ([]*session.Event, error) {
	events := make([]*session.Event, 0, source.Events().Len())
	for event := range source.Events().All() {
		own := *event
		if own.ID == "" {
			own.ID = fmt.Sprintf("copied-%d", len(events)+1)
		}
		delta, err := c.delta(source.UserID(), event.Actions.StateDelta)
		if err != nil {
			return nil, fmt.Errorf("event %q: %w", event.ID, err)
		}
		own.Actions.StateDelta = delta
		events = append(events, &own)
	}
	return events, nil
}

// delta is what is to be copied of an event's state delta.
func (c *copying) delta(user string, source map[string]any) (_ map[string]any, err error) {
	delta, merged := maps.Clone(source), false
	for key, v := range source {
		c.noteKey(user, key, nil)
		if _, isOp := asOp(v); isOp || isTemp(key) {
			merged = merged || isOp
			delete(delta, key)
		} else if delta[key], err = plainValue(key, v); err != nil {
			return nil, err
		}
	}
	if merged {
		c.copied.NotKept["merge"]++
	}
	return delta, nil
}

// initialState is what no event has set: the rest of it nobody knows any more.
func initialState(want map[string]any, events []*session.Event) map[string]any {
	initial := maps.Clone(want)
	for _, event := range events {
		for key := range event.Actions.StateDelta {
			delete(initial, key)
		}
	}
	return initial
}

// append appends the events that the copy lacks, and returns it as it is then.
func (c *copying) append(ctx context.Context, user, id string, events []*session.Event) (session.Session, error) {
	copied, err := get(ctx, c.to, c.app, user, id)
	if err == nil {
		err = noOthers(copied, events)
	}
	if err != nil {
		return nil, err
	}
	there := byID(copied)
	for _, event := range events {
		if there[event.ID] != nil {
			continue
		}
		own := *event // which the other service may change
		own.Actions.StateDelta = maps.Clone(event.Actions.StateDelta)
		if err := c.to.AppendEvent(ctx, copied, &own); err != nil {
			return nil, fmt.Errorf("event %q: %w", event.ID, err)
		}
	}
	if len(there) == len(events) {
		return copied, nil
	}
	return get(ctx, c.to, c.app, user, id)
}

// correction is the event that sets what a session's events don't come to: ADK loses
// changes that are made at the same time, and of an old history events may be gone. It is
// nil if there is nothing to set.
func (c *copying) correction(
	copied session.Session, updated time.Time, want map[string]any, events []*session.Event,
) *session.Event {
	id := correctionID(events)
	keys := c.differing(want, copied.State(), runtime.ScopeSession)
	if made := byID(copied)[id]; made != nil || len(keys) == 0 {
		return made
	}
	last := &session.Event{ID: id, Author: "copy", Timestamp: updated}
	for _, event := range events {
		if !event.Timestamp.Before(last.Timestamp) {
			last.Timestamp = event.Timestamp.Add(time.Microsecond)
		}
	}
	last.Actions.StateDelta = map[string]any{} // nil is what the session lacks
	for _, key := range keys {
		last.Actions.StateDelta[key] = want[key]
	}
	return last
}

func correctionID(events []*session.Event) string { return fmt.Sprintf("copied-state-%d", len(events)) }

// compare returns an error if the copy isn't what the source is.
func (c *copying) compare(copied session.Session, want map[string]any, events []*session.Event) error {
	if n := copied.Events().Len(); n != len(events) {
		return fmt.Errorf("the copy has %d events, and not %d", n, len(events))
	}
	there := byID(copied)
	for _, event := range events {
		got := there[event.ID]
		if got == nil {
			return fmt.Errorf("event %q: the copy lacks it", event.ID)
		}
		if err := c.compareEvents(event, got); err != nil {
			return fmt.Errorf("event %q: %w", event.ID, err)
		}
	}
	if keys := c.differing(want, copied.State(), runtime.ScopeSession); len(keys) > 0 {
		return fmt.Errorf("the copy has other values of the keys %q", keys)
	}
	return nil
}

func byID(s session.Session) map[string]*session.Event {
	events := make(map[string]*session.Event, s.Events().Len())
	for event := range s.Events().All() {
		events[event.ID] = event
	}
	return events
}

// noOthers returns an error if a copy has events that its source lacks.
func noOthers(copied session.Session, events []*session.Event) error {
	known := map[string]bool{correctionID(events): true}
	for _, event := range events {
		known[event.ID] = true
	}
	for event := range copied.Events().All() {
		if !known[event.ID] {
			return fmt.Errorf("event %q is only in the copy: that is in use, or another session", event.ID)
		}
	}
	return nil
}

// compareEvents compares the fields of two events, and counts those that aren't kept.
func (c *copying) compareEvents(want, got *session.Event) error {
	if want.Timestamp.UnixMicro() != got.Timestamp.UnixMicro() {
		return errors.New("the copy has another time")
	}
	wanted, err := fieldsIn(want)
	if err != nil {
		return err
	}
	copied, err := fieldsIn(got)
	if err != nil {
		return err
	}
	for name := range copied {
		if _, has := wanted[name]; !has && (c.keepsAll || name == "stateDelta") {
			return fmt.Errorf("the copy has the field %q", name)
		}
	}
	for name, v := range wanted {
		switch {
		case reflect.DeepEqual(v, copied[name]):
		case name == "stateDelta" || copied[name] != nil || c.keepsAll:
			return fmt.Errorf("the copy has another value of the field %q", name)
		default:
			c.copied.NotKept[name]++
		}
	}
	return nil
}

// fieldsIn returns the fields of an event, and those of its actions, which are not empty,
// as JSON has them. The time is compared apart: zones differ.
func fieldsIn(event *session.Event) (map[string]any, error) {
	fields := map[string]any{}
	for _, part := range []any{event.Actions, event} {
		var more map[string]any
		if err := throughJSON(part, &more); err != nil {
			return nil, err
		}
		for name, v := range more {
			if !isEmpty(v) {
				fields[strings.ToLower(name[:1])+name[1:]] = v
			}
		}
	}
	delete(fields, "actions")
	delete(fields, "timestamp")
	return fields, nil
}

func throughJSON(v, into any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(into)
}

// isEmpty reports whether a JSON value says no more than that it is left out.
func isEmpty(v any) bool {
	switch reflect.ValueOf(v).Kind() {
	case reflect.Map, reflect.Slice:
		return reflect.ValueOf(v).Len() == 0
	}
	return v == nil || v == false || v == ""
}

// ofScope returns the keys of one scope.
func ofScope(state session.ReadonlyState, scope runtime.Scope) map[string]any {
	own := maps.Collect(state.All())
	maps.DeleteFunc(own, func(key string, _ any) bool { is, _ := runtime.ParseKey(key); return is != scope })
	return own
}

// differing returns the keys of a scope whose values are not the same. Nil is the same as
// nothing.
func (c *copying) differing(want map[string]any, state session.ReadonlyState, scope runtime.Scope) []string {
	got := ofScope(state, scope)
	all := maps.Clone(got)
	maps.Copy(all, want)
	maps.DeleteFunc(all, func(key string, _ any) bool {
		x, err := c.textOf(key, want[key])
		y, failed := c.textOf(key, got[key])
		return err == nil && failed == nil && bytes.Equal(x, y)
	})
	return slices.Sorted(maps.Keys(all))
}

func (c *copying) textOf(key string, v any) ([]byte, error) {
	plain, err := plainValue(key, v)
	if err != nil {
		return nil, err
	}
	return c.encode(plain)
}
