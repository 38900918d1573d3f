package store

import (
	"maps"
	"slices"
	"strconv"

	"github.com/seed92179c4c/stategen/runtime/internal/jsontext"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// The JSON form of an event has these fields, in this order. Those that say
// nothing are left out:
//
//	{"id", "seq", "invocationId", "author", "branch", "timestamp", "partial",
//	 "content": {"role", "parts": [{"text", "functionCall", "functionResponse"}]}, "host",
//	 "actions": {"stateDelta": {key: value}, "stateOperations": {key:
//	    {"op", "operand", "base", "oldNames", "min", "max", "minItems", "maxItems", "unique"}},
//	    "stateResolved": {key: value}, "statePurged": [key]}}
//
// The host's data stands in it as it was given, white space included.
// Merge operations have a field of their own, so that no user's value can
// be mistaken for one. Values are as EncodeValue writes them.

// MarshalJSON encodes the event with its merge operations. Values must be in
// normal form, as those of stored events are.
func (e *Event) MarshalJSON() ([]byte, error) {
	stored := StoredEvent{
		ID: e.ID, Seq: e.Seq, InvocationID: e.InvocationID, Author: e.Author, Branch: e.Branch,
		Timestamp: e.Timestamp, Content: e.Content,
	}
	for key, value := range e.Actions.StateDelta {
		stored.Writes = append(stored.Writes, Write{key, value})
	}
	stored.setExtra(e.Host, resolvedWrites(e.Actions), nil)
	return stored.encode(e.Partial, stored.resolved(), nil)
}

// MarshalJSON encodes the event as Event.MarshalJSON does.
func (e *StoredEvent) MarshalJSON() ([]byte, error) { return e.encode(false, e.resolved(), e.purged()) }

func (e *StoredEvent) encode(partial bool, resolved []Write, purged []string) ([]byte, error) {
	w := eventWriter{Writer: jsontext.Writer{Text: make([]byte, 0, 512)}}
	w.Open()
	w.Field("id")
	w.String(e.ID)
	w.count("seq", e.Seq)
	w.text("invocationId", e.InvocationID)
	w.text("author", e.Author)
	w.text("branch", e.Branch)
	w.Time("timestamp", e.Timestamp)
	w.flag("partial", partial)
	if e.Content != nil {
		w.Field("content")
		w.content(e.Content)
	}
	if host := e.host(); host != "" {
		w.Field("host")
		w.Raw(string(host))
	}
	w.Field("actions")
	w.actions(e.Writes, resolved, purged)
	w.Close()
	return w.Text, w.Err
}

// eventWriter writes the parts of an event.
type eventWriter struct{ jsontext.Writer }

func (w *eventWriter) content(c *Content) {
	w.Open()
	w.text("role", c.Role)
	if len(c.Parts) > 0 {
		w.Field("parts")
		w.List(len(c.Parts), func(i int) { w.part(&c.Parts[i]) })
	}
	w.Close()
}

func (w *eventWriter) part(p *Part) {
	w.Open()
	w.text("text", p.Text)
	if call := p.FunctionCall; call != nil {
		w.Field("functionCall")
		w.call(call.ID, call.Name, "args", call.Args)
	}
	if answer := p.FunctionResponse; answer != nil {
		w.Field("functionResponse")
		w.call(answer.ID, answer.Name, "response", answer.Response)
	}
	w.Close()
}

// call writes a function's call, or its answer.
func (w *eventWriter) call(id, name, field string, values map[string]any) {
	w.Open()
	w.text("id", id)
	w.text("name", name)
	if len(values) > 0 {
		w.Field(field)
		w.Any(values)
	}
	w.Close()
}

// MarshalJSON keeps whole numbers and floats apart, as EncodeValue does.
func (c FunctionCall) MarshalJSON() ([]byte, error) {
	var w eventWriter
	w.call(c.ID, c.Name, "args", c.Args)
	return w.Text, w.Err
}

// MarshalJSON keeps whole numbers and floats apart, as EncodeValue does.
func (r FunctionResponse) MarshalJSON() ([]byte, error) {
	var w eventWriter
	w.call(r.ID, r.Name, "response", r.Response)
	return w.Text, w.Err
}

// actions writes the delta's values, then its operations and what they came to, each
// sorted by key, and keys that were purged.
func (w *eventWriter) actions(writes, resolved []Write, purged []string) {
	var room [8]Write
	entries := append(room[:0], writes...)
	operations := 0
	for _, e := range entries {
		if _, ok := e.Value.(value.Op); ok {
			operations++
		}
	}
	slices.SortFunc(entries, byKey)
	w.Open()
	if operations < len(entries) {
		w.Field("stateDelta")
		w.Open()
		for _, e := range entries {
			if _, ok := e.Value.(value.Op); !ok {
				w.Key(e.Key)
				w.Any(e.Value)
			}
		}
		w.Close()
	}
	if operations > 0 {
		w.Field("stateOperations")
		w.Open()
		for _, e := range entries {
			if op, ok := e.Value.(value.Op); ok {
				w.Key(e.Key)
				w.operation(op)
			}
		}
		w.Close()
	}
	if len(resolved) > 0 {
		w.resolved(resolved)
	}
	if len(purged) > 0 {
		w.Field("statePurged")
		w.List(len(purged), func(i int) { w.String(purged[i]) })
	}
	w.Close()
}

func (w *eventWriter) operation(op value.Op) {
	w.Open()
	w.text("op", op.Kind.String())
	w.set("operand", op.Operand)
	w.set("base", op.Base)
	if len(op.Old) > 0 {
		w.Field("oldNames")
		w.List(len(op.Old), func(i int) { w.String(op.Old[i]) })
	}
	w.set("min", op.Limits.Min)
	w.set("max", op.Limits.Max)
	w.count("minItems", int64(op.Limits.MinItems))
	w.count("maxItems", int64(op.Limits.MaxItems))
	w.flag("unique", op.Limits.Unique)
	if len(op.Was) > 0 || len(op.Renamed) > 0 {
		w.Field("older")
		w.older(op)
	}
	w.Close()
}

// older writes what an operation says about older values.
func (w *eventWriter) older(op value.Op) {
	w.Open()
	if len(op.Renamed) > 0 {
		w.Field("renamed")
		w.Open()
		for _, from := range slices.Sorted(maps.Keys(op.Renamed)) {
			w.Key(from)
			w.String(op.Renamed[from])
		}
		w.Close()
	}
	if len(op.Was) > 0 {
		w.Field("was")
		w.List(len(op.Was), func(i int) {
			was := op.Was[i]
			w.Any(map[string]any{"name": was.Name, "item": string(was.Item), "drop": was.Drop})
		})
	}
	w.Close()
}

// count, text, flag and set write fields that are left out when they are 0,
// "", false and nil.

func (w *eventWriter) count(name string, n int64) {
	if n != 0 {
		w.Field(name)
		w.Text = strconv.AppendInt(w.Text, n, 10)
	}
}

func (w *eventWriter) text(name, s string) {
	if s != "" {
		w.Field(name)
		w.String(s)
	}
}

func (w *eventWriter) flag(name string, set bool) {
	if set {
		w.Field(name)
		w.Any(true)
	}
}

func (w *eventWriter) set(name string, value any) {
	if value != nil {
		w.Field(name)
		w.Any(value)
	}
}

// resolved writes what merge operations came to, sorted by key.
func (w *eventWriter) resolved(resolved []Write) {
	resolved = slices.Clone(resolved)
	slices.SortFunc(resolved, byKey)
	w.Field("stateResolved")
	w.Open()
	for _, e := range resolved {
		w.Key(e.Key)
		w.Any(e.Value)
	}
	w.Close()
}
