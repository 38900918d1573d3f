package adksession

import (
	"encoding/json"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/client"
)

// unchanged is the filter of what has no state in it.
func unchanged(_ *client.Contract, text []byte) ([]byte, bool) { return text, true }

// listOf is the filter of a list.
func listOf(item filter) filter {
	return func(c *client.Contract, text []byte) ([]byte, bool) {
		var items []json.RawMessage
		if json.Unmarshal(text, &items) != nil {
			return nil, false
		}
		for i := range items {
			seen, ok := item(c, items[i])
			if !ok {
				return nil, false
			}
			items[i] = seen
		}
		return encoded(items)
	}
}

// sessionFor is the filter of a session.
func sessionFor(c *client.Contract, text []byte) ([]byte, bool) {
	var all, seen map[string]json.RawMessage
	if json.Unmarshal(text, &all) != nil {
		return nil, false
	}
	seen = make(map[string]json.RawMessage, len(all))
	for _, name := range []string{"id", "appName", "userId", "lastUpdateTime"} {
		if v, ok := all[name]; ok {
			seen[name] = v
		}
	}
	state, ok := stateIn(all["state"])
	if !ok {
		return nil, false
	}
	seen["state"], _ = c.View(runtime.MapState(state)) // without what doesn't fit
	if events, ok := all["events"]; ok {
		if seen["events"], ok = listOf(eventFor)(c, events); !ok {
			return nil, false
		}
	}
	return encoded(seen)
}

// eventFor is the filter of an event.
func eventFor(c *client.Contract, text []byte) ([]byte, bool) {
	var event, actions map[string]json.RawMessage
	if json.Unmarshal(text, &event) != nil || event == nil {
		return nil, false
	}
	if event["actions"] == nil {
		return encoded(event)
	}
	if json.Unmarshal(event["actions"], &actions) != nil {
		return nil, false
	}
	delta, ok := stateIn(actions["stateDelta"])
	if !ok {
		return nil, false
	}
	if delta != nil {
		if actions["stateDelta"], ok = encoded(c.ViewDelta(delta)); !ok {
			return nil, false
		}
	}
	if event["actions"], ok = encoded(actions); !ok {
		return nil, false
	}
	return encoded(event)
}

// stateIn reads a JSON object of keys; nil if there is none.
func stateIn(text []byte) (map[string]any, bool) {
	if len(text) == 0 {
		return nil, true
	}
	v, err := runtime.DecodeValue(text)
	state, ok := v.(map[string]any)
	return state, err == nil && (ok || v == nil)
}

func encoded(v any) ([]byte, bool) {
	text, err := json.Marshal(v)
	return text, err == nil
}
