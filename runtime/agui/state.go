package agui

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime/client"
)

// view is the state as a client sees it: the JSON of each key's value.
type view map[string]json.RawMessage

// with returns the view with another one over it.
func (v view) with(over view) view {
	if len(over) == 0 {
		return v
	}
	out := make(view, len(v)+len(over))
	maps.Copy(out, v)
	maps.Copy(out, over)
	return out
}

// baseKey is the key of a client's state under which it has a digest of each value that it
// was last sent. It travels with the state, so a client that sends its state back says
// which of it is its own change, whichever server it asks and however old it is. No key
// of a schema has this name.
const baseKey = "$base"

// state is what a client is sent as its state.
func (v view) state() map[string]any {
	base, out := make(map[string]string, len(v)), make(map[string]any, len(v)+1)
	for key, value := range v {
		base[key], out[key] = digest(value), value
	}
	out[baseKey] = base
	return out
}

// digest tells values apart, but not the ways in which programs write the same one.
func digest(value json.RawMessage) string {
	if plain := any(nil); json.Unmarshal(value, &plain) == nil {
		value, _ = json.Marshal(plain)
	}
	sum := sha256.Sum256(value)
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// operation is one of a JSON Patch.
type operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value,omitempty"`
}

// patch makes a client's state of one view that of another, by key.
func patch(from, to view) (ops []operation) {
	for _, key := range slices.Sorted(maps.Keys(from.with(to))) {
		was, had := from[key]
		value, has := to[key]
		path, base := pointer(key), pointer(baseKey, key)
		switch {
		case had && has && bytes.Equal(was, value):
		case !has:
			ops = append(ops, operation{Op: "remove", Path: path}, operation{Op: "remove", Path: base})
		default:
			op := "add"
			if had {
				op = "replace"
			}
			ops = append(ops, operation{op, path, value}, operation{op, base, digest(value)})
		}
	}
	return ops
}

var escaped = strings.NewReplacer("~", "~0", "/", "~1")

// pointer is the JSON Pointer of a path of names.
func pointer(names ...string) (path string) {
	for _, name := range names {
		path += "/" + escaped.Replace(name)
	}
	return path
}

// otherwise is a value that no key has: a base with it says that the client has seen
// another value of that key than it has now.
var otherwise = json.RawMessage(`[[[[[[[["another value"]]]]]]]]`)

// edits returns what a client has changed in its state since it was sent it, and the base
// of these keys. What it has not changed it has not written, however old it is; nor is it
// a change if the state holds the value already.
func (v view) edits(sent json.RawMessage) (base, set view, err error) {
	var state view
	var seen map[string]string
	if len(sent) > 0 {
		if err := json.Unmarshal(sent, &state); err != nil {
			return nil, nil, problem{400, "the state must be an object: " + err.Error()}
		}
	}
	if text, ok := state[baseKey]; ok {
		if err := json.Unmarshal(text, &seen); err != nil {
			return nil, nil, problem{400, `"` + baseKey + `" in the state is not what was sent`}
		}
		delete(state, baseKey)
	}
	base, set = view{}, view{}
	for key := range seen {
		if _, has := state[key]; !has {
			set[key] = json.RawMessage("null")
		}
	}
	for key, value := range state {
		if was, had := seen[key]; !had || was != digest(value) {
			set[key] = value
		}
	}
	for key, value := range set {
		now, has := v[key]
		was, had := seen[key]
		switch {
		case has && digest(now) == digest(value), !has && string(value) == "null":
			delete(set, key)
		case has && had && was == digest(now):
			base[key] = now
		case has || had:
			base[key] = otherwise
		}
	}
	return base, set, nil
}

// encoded is a view as one text.
func (v view) encoded() json.RawMessage {
	text, _ := json.Marshal(v) // of JSON
	return text
}

// visible is what clients see of a delta.
func visible(c *client.Contract, delta map[string]any) view {
	out := view{}
	for key, value := range c.ViewDelta(delta) {
		if text, err := json.Marshal(value); err == nil {
			out[key] = text
		}
	}
	return out
}
