package adksession

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"google.golang.org/adk/v2/session"
)

func byID(s session.Session) map[string]*session.Event {
	events := make(map[string]*session.Event, s.Events().Len())
	for event := range s.Events().All() {
		events[event.ID] = event
	}
	return events
}

// compare returns an error if the copy isn't what the source is.
func (c *copyingBack) compare(copied session.Session, want map[string]any, events []*session.Event) error {
	if err := noOthers(copied, events); err != nil {
		return err
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
	if keys := differing(want, copied.State(), runtime.ScopeSession); len(keys) > 0 {
		return fmt.Errorf("the copy has other values of the keys %q", keys)
	}
	c.copied.Sessions++
	c.copied.Events += len(events)
	return nil
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
func (c *copyingBack) compareEvents(want, got *session.Event) error {
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
	for name, v := range wanted {
		switch {
		case reflect.DeepEqual(v, copied[name]):
		case name == "stateDelta" || copied[name] != nil:
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
	own := *event
	fields := map[string]any{}
	for _, part := range []any{own.Actions, own} {
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

func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case map[string]any:
		return len(v) == 0
	case []any:
		return len(v) == 0
	}
	return false
}

// ofScope returns the keys of one scope.
func ofScope(state session.ReadonlyState, scope runtime.Scope) map[string]any {
	own := maps.Collect(state.All())
	maps.DeleteFunc(own, func(key string, _ any) bool { is, _ := runtime.ParseKey(key); return is != scope })
	return own
}

// differing returns the keys of a scope whose values are not the same as JSON. Nil is
// the same as nothing.
func differing(want map[string]any, state session.ReadonlyState, scope runtime.Scope) []string {
	got := ofScope(state, scope)
	all := maps.Clone(got)
	maps.Copy(all, want)
	maps.DeleteFunc(all, func(key string, _ any) bool {
		x, err := json.Marshal(want[key])
		y, failed := json.Marshal(got[key])
		return err == nil && failed == nil && bytes.Equal(x, y)
	})
	return slices.Sorted(maps.Keys(all))
}

// picked returns these keys of a state; nil are those that it lacks.
func picked(state map[string]any, keys []string) map[string]any {
	out := make(map[string]any, len(keys))
	for _, key := range keys {
		out[key] = state[key]
	}
	return out
}
