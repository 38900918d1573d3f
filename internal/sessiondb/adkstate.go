package sessiondb

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// nullMark begins the name of a key that tells runtime/adksession that another key is
// null. ADK keeps a null, and the runtime unsets the key.
const nullMark = "_adk_null_"

// marked returns a copy with a mark for each null, and without temp keys.
func marked(values map[string]any) map[string]any {
	out := make(map[string]any, len(values))
	for key, v := range values {
		scope, name := runtime.ParseKey(key)
		if scope == runtime.ScopeTemp {
			continue
		}
		out[key] = v
		if v == nil {
			out[scope.Key(nullMark+name)] = true
		}
	}
	return out
}

// adkSession is what the state of a session of ADK comes from. Of an app or a user it
// has only what is stored.
type adkSession struct {
	Owner
	updated string         // as the tables have it
	own     map[string]any // the stored state by full key, with nulls
	set     map[string]bool
	state   map[string]any // what the events come to; with creation and correction, own with marks
	initial map[string]any // of the creation: what no event has set
	lost    map[string]any // of the correction: what ADK has lost of events' changes
	created time.Time
	last    time.Time
}

// readState reads a stored state.
func (s *adkSession) readState(text []byte) error {
	var err error
	if s.own, err = adkValues(text, s.Scope().Prefix()); err != nil {
		return fmt.Errorf("its state %w", err)
	}
	for key := range s.own {
		switch scope, _ := runtime.ParseKey(key); scope {
		case s.Scope():
		case runtime.ScopeTemp:
			delete(s.own, key)
		default:
			return fmt.Errorf("its state has the key %q, which does not belong there", key)
		}
	}
	if s.Session == "" {
		return nil
	}
	s.set, s.state = map[string]bool{}, map[string]any{}
	if s.last, err = adkTime([]byte(s.updated)); err != nil {
		return err
	}
	s.created = s.last
	return nil
}

// adkValues reads an object of state keys, in the form in which ADK shows them: numbers
// as floats, but for integers that a float can't hold.
func adkValues(text []byte, prefix string) (map[string]any, error) {
	out := map[string]any{}
	if len(text) == 0 {
		return out, nil
	}
	decoded, err := runtime.DecodeValue(text)
	values, ok := decoded.(map[string]any)
	if err != nil || !ok && decoded != nil {
		return nil, errors.New("is not a JSON object")
	}
	prefix = withoutDouble(prefix, values)
	for name, v := range values {
		key := prefix + name
		if out[key], err = runtime.Normalize(key, floats(v)); err != nil {
			return nil, fmt.Errorf("can't be stored: %w", err)
		}
	}
	return out, nil
}

func floats(v any) any {
	switch x := v.(type) {
	case int:
		if f := float64(x); f < 1<<63 && int(f) == x {
			return f
		}
	case []any:
		for i := range x {
			x[i] = floats(x[i])
		}
	case map[string]any:
		for key := range x {
			x[key] = floats(x[key])
		}
	}
	return v
}

// change replays an event.
func (s *adkSession) change(at, actions []byte) error {
	when, err := adkTime(at)
	if err != nil {
		return err
	}
	if when.Before(s.created) {
		s.created = when
	}
	_, delta, err := readADKActions(actions)
	if err != nil {
		return err
	}
	for key := range delta {
		s.set[key] = true
	}
	s.apply(marked(delta))
	return nil
}

func (s *adkSession) apply(delta map[string]any) {
	for key, v := range delta {
		if scope, _ := runtime.ParseKey(key); scope != runtime.ScopeSession {
			continue
		}
		if s.state[key] = v; v == nil {
			delete(s.state, key)
		}
	}
}

// complete finds out what no event has set, and what ADK has lost.
func (s *adkSession) complete() {
	initial := maps.Clone(s.own)
	maps.DeleteFunc(initial, func(key string, _ any) bool { return s.set[key] })
	s.initial = marked(initial)
	s.apply(s.initial)
	lost := map[string]any{}
	for key, v := range s.own {
		if is := s.state[key]; !reflect.DeepEqual(is, v) || v == nil && s.state[nullMark+key] != true {
			lost[key] = v
		}
	}
	s.lost = marked(lost)
	for key := range s.state {
		_, own := s.own[key]
		_, marks := s.own[strings.TrimPrefix(key, nullMark)]
		if !own && !marks {
			s.lost[key] = nil // not null: it isn't there
		}
	}
	s.apply(s.lost)
}

// creation is the event that records a session's creation: as of its first event, for
// it may have been written by a clock that was behind.
func (s *adkSession) creation() *store.StoredEvent {
	return &store.StoredEvent{
		ID: "copied-creation", Author: "create", Timestamp: stored(s.created), Writes: writesOf(s.initial),
	}
}

// correction is the event that sets what ADK has lost.
func (s *adkSession) correction() *store.StoredEvent {
	e := adkEvent{id: "copied-state", author: "copy", at: s.last}
	return e.stored([]byte(`{"stateDelta":{}}`), s.lost)
}

func stored(at time.Time) time.Time { return time.UnixMicro(at.UnixMicro()).UTC() }

// writesOf returns the writes of a delta, in the order of their keys.
func writesOf(delta map[string]any) []store.Write {
	writes := make([]store.Write, 0, len(delta))
	for _, key := range slices.Sorted(maps.Keys(delta)) {
		writes = append(writes, store.Write{Key: key, Value: delta[key]})
	}
	return writes
}
