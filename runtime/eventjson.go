package runtime

import (
	"slices"
	"strconv"
	"strings"
)

// The JSON form of an event has these fields, in this order. Those that say
// nothing are left out:
//
//	{"id", "seq", "invocationId", "author", "branch", "timestamp", "partial",
//	 "content": {"role", "parts": [{"text", "functionCall", "functionResponse"}]},
//	 "actions": {"stateDelta": {key: value}, "stateOperations": {key:
//	    {"op", "operand", "base", "oldNames", "min", "max", "minItems", "maxItems", "unique"}}}}
//
// Merge operations stand in a field of their own, so that no user's value can
// be mistaken for one. Values are as EncodeValue writes them. This file writes
// that form, eventlayout.go reads exactly it, and eventrecord.go whatever else
// JSON may look like.

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
	return stored.encode(e.Partial)
}

// MarshalJSON encodes the event as Event.MarshalJSON does.
func (e *StoredEvent) MarshalJSON() ([]byte, error) { return e.encode(false) }

func (e *StoredEvent) encode(partial bool) ([]byte, error) {
	w := jsonWriter{b: make([]byte, 0, 512)}
	w.open()
	w.field("id")
	w.string(e.ID)
	w.count("seq", e.Seq)
	w.text("invocationId", e.InvocationID)
	w.text("author", e.Author)
	w.text("branch", e.Branch)
	w.time("timestamp", e.Timestamp)
	w.flag("partial", partial)
	if e.Content != nil {
		w.field("content")
		w.content(e.Content)
	}
	w.field("actions")
	w.actions(e.Writes)
	w.close()
	return w.b, w.err
}

func (w *jsonWriter) content(c *Content) {
	w.open()
	w.text("role", c.Role)
	if len(c.Parts) > 0 {
		w.field("parts")
		w.list(len(c.Parts), func(i int) { w.part(&c.Parts[i]) })
	}
	w.close()
}

func (w *jsonWriter) part(p *Part) {
	w.open()
	w.text("text", p.Text)
	if call := p.FunctionCall; call != nil {
		w.field("functionCall")
		w.call(call.ID, call.Name, "args", call.Args)
	}
	if answer := p.FunctionResponse; answer != nil {
		w.field("functionResponse")
		w.call(answer.ID, answer.Name, "response", answer.Response)
	}
	w.close()
}

// call writes a function's call, or its answer.
func (w *jsonWriter) call(id, name, field string, values map[string]any) {
	w.open()
	w.text("id", id)
	w.text("name", name)
	if len(values) > 0 {
		w.field(field)
		w.any(values)
	}
	w.close()
}

// MarshalJSON keeps whole numbers and floats apart, as EncodeValue does.
func (c FunctionCall) MarshalJSON() ([]byte, error) {
	var w jsonWriter
	w.call(c.ID, c.Name, "args", c.Args)
	return w.b, w.err
}

// MarshalJSON keeps whole numbers and floats apart, as EncodeValue does.
func (r FunctionResponse) MarshalJSON() ([]byte, error) {
	var w jsonWriter
	w.call(r.ID, r.Name, "response", r.Response)
	return w.b, w.err
}

// actions writes the delta's values, then its operations, each sorted by key.
func (w *jsonWriter) actions(writes []Write) {
	var room [8]Write
	entries := append(room[:0], writes...)
	operations := 0
	for _, e := range entries {
		if _, ok := e.Value.(Op); ok {
			operations++
		}
	}
	slices.SortFunc(entries, func(a, b Write) int { return strings.Compare(a.Key, b.Key) })
	w.open()
	if operations < len(entries) {
		w.field("stateDelta")
		w.open()
		for _, e := range entries {
			if _, ok := e.Value.(Op); !ok {
				w.key(e.Key)
				w.any(e.Value)
			}
		}
		w.close()
	}
	if operations > 0 {
		w.field("stateOperations")
		w.open()
		for _, e := range entries {
			if op, ok := e.Value.(Op); ok {
				w.key(e.Key)
				w.operation(op)
			}
		}
		w.close()
	}
	w.close()
}

func (w *jsonWriter) operation(op Op) {
	w.open()
	w.text("op", op.Kind.String())
	w.set("operand", op.Operand)
	w.set("base", op.Base)
	if len(op.Old) > 0 {
		w.field("oldNames")
		w.list(len(op.Old), func(i int) { w.string(op.Old[i]) })
	}
	w.set("min", op.Limits.Min)
	w.set("max", op.Limits.Max)
	w.count("minItems", int64(op.Limits.MinItems))
	w.count("maxItems", int64(op.Limits.MaxItems))
	w.flag("unique", op.Limits.Unique)
	w.close()
}

// count, text, flag and set write fields that are left out when they are 0,
// "", false and nil.

func (w *jsonWriter) count(name string, n int64) {
	if n != 0 {
		w.field(name)
		w.b = strconv.AppendInt(w.b, n, 10)
	}
}

func (w *jsonWriter) text(name, s string) {
	if s != "" {
		w.field(name)
		w.string(s)
	}
}

func (w *jsonWriter) flag(name string, set bool) {
	if set {
		w.field(name)
		w.any(true)
	}
}

func (w *jsonWriter) set(name string, value any) {
	if value != nil {
		w.field(name)
		w.any(value)
	}
}
