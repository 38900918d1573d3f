package client

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/jsontext"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// Changes are what a client changes at once.
type Changes struct {
	// ID is any text that the client makes for these changes alone, and sends again when it
	// sends them again because the answer was lost: then they count once.
	ID string `json:"id"`
	// Set is a JSON object with the new values by key. Null unsets an optional key, and
	// gives one with a default its default. The value of a merged key is what is merged: a
	// number that is added, items that are appended.
	Set json.RawMessage `json:"set"`
}

// Result is how changes ended.
type Result struct {
	// Conflicts are the keys that no longer have the value that the client last saw. If there
	// are any, nothing was stored.
	Conflicts []string `json:"conflicts,omitempty"`
	// Values are what the keys of the changes have now, as the client sees them. A key
	// that isn't set is absent.
	Values map[string]any `json:"values"`
	// EventID is that of the event that has the changes; empty if nothing was stored.
	EventID string `json:"eventId,omitempty"`
}

// Apply stores a client's changes as one event whose author is "user", all or none.
//
// Base is a JSON object of what the client last saw of these keys; more keys than those
// don't matter, and a key that is absent was not set. A key that has another value by now is
// a conflict: then nothing is stored, and the result has what is there. Nothing comes between
// the comparison and the event. Merged keys never conflict.
//
// What a client may not set, or not to that, is a *RefusedError, which names all such keys.
// Other errors are those of runtime.Update. Fields of stored objects that clients don't see
// stay, but for those of a list's item that the client has changed.
func (c *Contract) Apply(
	ctx context.Context, svc *runtime.Service, session *runtime.Session, base json.RawMessage, changes Changes,
) (*Result, error) {
	if changes.ID == "" {
		return nil, &RefusedError{Keys: []Refusal{{"", "the changes have no id"}}}
	}
	e, err := c.parse(base, changes)
	if err != nil {
		return nil, err
	}
	if len(e.edits) == 0 {
		return &Result{Values: map[string]any{}}, nil
	}
	err = runtime.Update(ctx, svc, session, &runtime.Event{ID: e.id, Author: "user"}, e.apply)
	switch {
	case err == errConflict: // with a failure of the store beside it, it may be what is stored already
		return &Result{Conflicts: e.conflicts, Values: e.values}, nil
	case err != nil:
		return nil, refusal(err)
	}
	if err := e.read(session.State()); err != nil {
		return nil, err
	}
	return &Result{Values: e.values, EventID: e.id}, nil
}

var errConflict = errors.New("the state has changed since the client saw it")

// edits are a client's changes, checked.
type edits struct {
	id    string
	edits []edit // by key

	conflicts []string
	values    map[string]any
}

// edit is the change of one key.
type edit struct {
	key  string
	rule *rule
	sent any // checked, in client form; nil: unset
	seen any // what the client last saw; nil: nothing
}

func (c *Contract) parse(base json.RawMessage, changes Changes) (*edits, error) {
	set, refused := object("changes", changes.Set)
	seen, wrongBase := object("base", base)
	refused.Keys = append(refused.Keys, wrongBase.Keys...)
	e := &edits{}
	canonical := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(set)) {
		r := c.find(key)
		if !r.canWrite() {
			refused.add(key, notWritable)
			continue
		}
		if scope, _ := runtime.ParseKey(key); scope == runtime.ScopeTemp {
			refused.add(key, onlyInRun)
			continue
		}
		v, err := r.sent(set[key])
		if err != nil {
			refused.addError(key, err)
			continue
		}
		canonical[key] = v
		e.edits = append(e.edits, edit{key, r, v, r.normal(seen[key])})
	}
	if err := refused.orNil(); err != nil {
		return nil, err
	}
	text, err := runtime.EncodeValue(canonical)
	if err != nil {
		return nil, err
	}
	e.id = eventID(changes.ID, text)
	return e, nil
}

// eventID makes of a client's ID that of an event. Other changes under the same ID are
// another event.
func eventID(id string, set []byte) string {
	sum := sha256.Sum256(append([]byte(id+"\x00"), set...))
	return "client-" + hex.EncodeToString(sum[:16])
}

// sent returns a value that a client sent, checked.
func (r *rule) sent(v any) (any, error) {
	switch {
	case v != nil:
		return r.parsed(v)
	case r.merge != nil:
		return nil, errors.New("null can't be merged")
	case r.required():
		return nil, errors.New(notUnset)
	default:
		return nil, nil
	}
}

// apply writes the edits, unless one of them is a conflict.
func (e *edits) apply(state runtime.State) error {
	e.conflicts, e.values = nil, map[string]any{}
	now := make([]current, len(e.edits))
	for i, d := range e.edits {
		if d.rule.merge != nil {
			continue // what isn't read can't have changed
		}
		var err error
		if now[i], err = e.look(state, d); err != nil {
			return err
		}
		if !d.sawThat(now[i]) {
			e.conflicts = append(e.conflicts, d.key)
		}
	}
	if len(e.conflicts) > 0 {
		if err := e.read(state); err != nil {
			return err
		}
		return errConflict
	}
	for i, d := range e.edits {
		if err := d.write(state, now[i]); err != nil {
			return err
		}
	}
	return nil
}

// read notes what the keys have now.
func (e *edits) read(state runtime.ReadonlyState) error {
	e.values = make(map[string]any, len(e.edits))
	for _, d := range e.edits {
		if _, err := e.look(state, d); err != nil {
			return err
		}
	}
	return nil
}

func (e *edits) look(state runtime.ReadonlyState, d edit) (current, error) {
	now, err := d.rule.read(state, d.key)
	if err == nil && now.shown != nil {
		e.values[d.key] = now.shown
	}
	return now, err
}

// sawThat reports whether a client saw what is there now.
func (d edit) sawThat(now current) bool {
	if d.seen == nil {
		return !now.set // a default, or what can't be read, is nothing to somebody who didn't look
	}
	return reflect.DeepEqual(d.seen, now.shown)
}

func (d edit) write(state runtime.State, now current) error {
	r := d.rule
	if r.merge != nil {
		op := *r.merge
		if r.family != nil {
			op = r.family.Op(op, d.key)
		}
		return runtime.Merge(state, d.key, op.With(d.sent))
	}
	stored, err := r.toStore(d.sent, now)
	if err != nil {
		return err
	}
	if moves := r.movesOf(d.key); moves != nil {
		state = moves.To(state)
	}
	return state.Set(d.key, stored)
}

// toStore returns what is stored of a value, with the fields that the client couldn't see.
func (r *rule) toStore(sent any, now current) (any, error) {
	if sent == nil {
		return nil, nil
	}
	if r.open && now.set {
		whole, err := r.whole(now.stored)
		if err != nil {
			return nil, typed.At(r.name, err)
		}
		sent = keep(sent, whole, now.shown)
	}
	return r.stored(sent)
}

// object reads a JSON object of keys, more strictly than encoding/json does: a name that is
// there twice, at any depth, and text that isn't UTF-8 are mistakes, as two readers would
// take them for different things. Null and nothing are an empty object.
func object(what string, text []byte) (map[string]any, *RefusedError) {
	refused := new(RefusedError)
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, refused
	}
	d := jsontext.Decoder{Text: string(text), Strict: true}
	values := map[string]any{}
	about := "" // the key whose value is wrong
	var err error
	if !d.Null() {
		err = d.Object(func(key string) (err error) {
			if _, twice := values[key]; twice {
				refused.add(key, "the "+what+" name it twice")
			}
			if values[key], err = d.Value(value.MaxDepth); err != nil {
				about = key
			}
			return err
		})
	}
	if err == nil {
		err = d.End()
	}
	if err != nil {
		refused.add(about, "the "+what+" are not as JSON is to be: "+shortened(err.Error()))
	}
	return values, refused
}
