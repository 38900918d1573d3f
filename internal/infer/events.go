package infer

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// ReadEvents reads JSON values, one per line or however they are separated.
// Each is an event, of which the state delta counts; a session with state and
// events; or a state itself. Source is what comments call the data.
func ReadEvents(r io.Reader, source string) ([]Stored, error) {
	dec := json.NewDecoder(r)
	dec.UseNumber()
	var list []Stored
	for n := 1; ; n++ {
		var value any
		err := dec.Decode(&value)
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, fmt.Errorf("value %d at byte %d: %w", n, dec.InputOffset(), err)
		}
		object, ok := value.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("value %d is not an object: expected an event, a session or a state", n)
		}
		for _, state := range statesIn(object) {
			for _, key := range slices.Sorted(maps.Keys(state)) {
				list = append(list, Stored{key, state[key], source})
			}
		}
	}
}

// statesIn finds the states and deltas in an event, a session or a state.
func statesIn(object map[string]any) []map[string]any {
	if actions, isEvent := field(object, "actions", "Actions"); isEvent {
		return []map[string]any{delta(actions)}
	}
	inner, _ := field(object, "state", "State")
	state, hasState := inner.(map[string]any)
	list, _ := field(object, "events", "Events")
	events, hasEvents := list.([]any)
	if !hasState && !hasEvents {
		return []map[string]any{object}
	}
	states := []map[string]any{state}
	for _, e := range events {
		event, _ := e.(map[string]any)
		actions, _ := field(event, "actions", "Actions")
		states = append(states, delta(actions))
	}
	return states
}

// delta is what an event's actions change.
func delta(actions any) map[string]any {
	object, _ := actions.(map[string]any)
	changes, _ := field(object, "stateDelta", "StateDelta", "state_delta")
	delta, _ := changes.(map[string]any)
	return delta
}

// field returns the first of several fields that an object has.
func field(object map[string]any, names ...string) (any, bool) {
	for _, name := range names {
		if v, ok := object[name]; ok {
			return v, true
		}
	}
	return nil, false
}

// decode reads one JSON value without rounding numbers.
func decode(r io.Reader, to any) error {
	dec := json.NewDecoder(r)
	dec.UseNumber()
	return dec.Decode(to)
}
