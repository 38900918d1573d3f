package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/jsontext"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// UnmarshalJSON is the inverse of MarshalJSON. What it reads may keep the
// whole text in memory. An event without an ID is an error: no store took one,
// so its text was damaged. After an error the event is worthless.
func (e *StoredEvent) UnmarshalJSON(text []byte) error {
	read, err := decodeEvent(string(text))
	if err == nil {
		*e = *read
	}
	return err
}

func decodeEvent(text string) (*StoredEvent, error) {
	r := readerOf(text)
	e, _ := r.event()
	err := r.end()
	if err == nil && e.ID == "" {
		err = errors.New("the event has no ID")
	}
	return e, err
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (e *Event) UnmarshalJSON(text []byte) error {
	r := readerOf(string(text))
	stored, partial := r.event()
	if err := r.end(); err != nil {
		return err
	}
	*e = *stored.shared()
	e.Partial = partial
	e.Actions.Resolved = stored.ResolvedDelta(stored.resolved())
	return nil
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (c *FunctionCall) UnmarshalJSON(text []byte) error {
	r := readerOf(string(text))
	c.ID, c.Name, c.Args = r.call("args")
	return r.end()
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (c *FunctionResponse) UnmarshalJSON(text []byte) error {
	r := readerOf(string(text))
	c.ID, c.Name, c.Response = r.call("response")
	return r.end()
}

// eventReader reads the parts of an event. Their fields may be in any order; those with
// other names are passed over, and null is nothing. The first error ends it; errors hold no
// piece of the text.
type eventReader struct {
	jsontext.Decoder
	err error
}

func readerOf(text string) eventReader {
	return eventReader{Decoder: jsontext.Decoder{Text: text}}
}

// end returns the first error, which there also is if the text has more than was read.
func (r *eventReader) end() error {
	if r.err == nil {
		r.err = r.End()
	}
	return r.err
}

func (r *eventReader) keep(err error) {
	if r.err == nil {
		r.err = err
	}
}

// object has field read the value of each field, or leave it to be passed over.
func (r *eventReader) object(field func(name string)) {
	switch {
	case r.err != nil || r.Null():
		return
	case !strings.HasPrefix(r.Text[r.At:], "{"):
		typed[map[string]any](r)
		return
	}
	r.keep(r.Object(func(name string) error {
		at := r.At
		if field(name); r.At == at {
			r.raw()
		}
		return r.err
	}))
}

func (r *eventReader) list(item func()) {
	if r.err == nil && !r.Null() {
		r.keep(r.List(func() error { item(); return r.err }))
	}
}

// raw steps over a value and returns its text.
func (r *eventReader) raw() string {
	text, err := r.Raw(value.MaxDepth)
	r.keep(err)
	return text
}

func (r *eventReader) any() any {
	v, err := r.Value(value.MaxDepth)
	r.keep(err)
	return v
}

func (r *eventReader) text() string {
	if r.Null() {
		return ""
	}
	at := r.At
	text, err := r.Quoted()
	if err != nil {
		r.At = at
		return typed[string](r)
	}
	return text
}

// typed reads a value of a type; null is its zero value.
func typed[T any](r *eventReader) T {
	v := r.any()
	t, ok := v.(T)
	if !ok && v != nil {
		r.keep(fmt.Errorf("the JSON text has the wrong type at byte %d", r.At))
	}
	return t
}

func (r *eventReader) texts() (texts []string) {
	r.list(func() { texts = append(texts, r.text()) })
	return texts
}

func (r *eventReader) time() (t time.Time) {
	if t.UnmarshalText([]byte(r.text())) != nil {
		r.keep(errors.New("the timestamp is wrong"))
	}
	return t.UTC()
}

// eventRoom is what most events need, in one piece of memory, and longRoom is what those need
// that write: making many small ones takes longer than reading.
type (
	eventRoom struct {
		StoredEvent
		content Content
		part    [1]Part // most have one
	}
	longRoom struct {
		eventRoom
		writes [5]Write // most deltas are short
	}
)

func (r *eventReader) room() (*eventRoom, []Write) {
	if strings.HasSuffix(r.Text, `"actions":{}}`) {
		return new(eventRoom), nil
	}
	room := new(longRoom)
	return &room.eventRoom, room.writes[:0]
}

func (r *eventReader) event() (e *StoredEvent, partial bool) {
	room, writes := r.room()
	e = &room.StoredEvent
	var host HostData
	var resolved []Write
	var purged []string
	r.object(func(name string) {
		switch name {
		case "id":
			e.ID = r.text()
		case "seq":
			e.Seq = int64(typed[int](r))
		case "invocationId":
			e.InvocationID = r.text()
		case "author":
			e.Author = r.text()
		case "branch":
			e.Branch = r.text()
		case "timestamp":
			e.Timestamp = r.time()
		case "partial":
			partial = typed[bool](r)
		case "content":
			e.Content = r.content(room)
		case "host":
			host = HostData(r.raw())
		case "actions":
			e.Writes, resolved, purged = r.actions(writes)
		}
	})
	e.setExtra(host, resolved, purged)
	return e, partial
}

func (r *eventReader) content(room *eventRoom) *Content {
	if r.Null() {
		return nil
	}
	room.content = Content{}
	r.object(func(name string) {
		switch name {
		case "role":
			room.content.Role = r.text()
		case "parts":
			room.content.Parts = room.part[:0]
			r.list(func() { room.content.Parts = append(room.content.Parts, r.part()) })
		}
	})
	return &room.content
}

func (r *eventReader) part() (p Part) {
	r.object(func(name string) {
		switch name {
		case "text":
			p.Text = r.text()
		case "functionCall":
			p.FunctionCall = new(FunctionCall)
			p.FunctionCall.ID, p.FunctionCall.Name, p.FunctionCall.Args = r.call("args")
		case "functionResponse":
			p.FunctionResponse = new(FunctionResponse)
			p.FunctionResponse.ID, p.FunctionResponse.Name, p.FunctionResponse.Response = r.call("response")
		}
	})
	return p
}

// call reads a function's call, or its answer.
func (r *eventReader) call(field string) (id, name string, values map[string]any) {
	r.object(func(at string) {
		switch at {
		case "id":
			id = r.text()
		case "name":
			name = r.text()
		case field:
			values = typed[map[string]any](r)
		}
	})
	return id, name, values
}

// actions reads the writes into the room for them, or elsewhere if there are too many.
func (r *eventReader) actions(writes []Write) (_, resolved []Write, purged []string) {
	r.object(func(name string) {
		switch name {
		case "stateDelta":
			writes = r.writes(writes, r.any)
		case "stateOperations":
			writes = r.writes(writes, r.operation)
		case "stateResolved":
			resolved = r.writes(nil, r.any)
		case "statePurged":
			purged = r.texts()
		}
	})
	e := StoredEvent{Writes: distinct(writes)}
	resolved = slices.DeleteFunc(distinct(resolved), func(w Write) bool { return !e.merges(w.Key) })
	return e.Writes, resolved, purged
}

// writes reads an object's fields as writes.
func (r *eventReader) writes(writes []Write, read func() any) []Write {
	r.object(func(key string) { writes = append(writes, Write{key, read()}) })
	return writes
}

// distinct sorts writes by key, and keeps the last one of each.
func distinct(writes []Write) []Write {
	slices.SortStableFunc(writes, byKey)
	kept := writes[:0]
	for i, w := range writes {
		if i+1 == len(writes) || writes[i+1].Key != w.Key {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return slices.Clip(kept)
}

func byKey(a, b Write) int { return strings.Compare(a.Key, b.Key) }

func (r *eventReader) operation() any {
	var op value.Op
	r.object(func(name string) {
		switch name {
		case "op":
			op.Kind, _ = value.ParseOpKind(r.text())
		case "operand":
			op.Operand = r.any()
		case "base":
			op.Base = r.any()
		case "oldNames":
			op.Old = r.texts()
		case "min":
			op.Limits.Min = r.any()
		case "max":
			op.Limits.Max = r.any()
		case "minItems":
			op.Limits.MinItems = typed[int](r)
		case "maxItems":
			op.Limits.MaxItems = typed[int](r)
		case "unique":
			op.Limits.Unique = typed[bool](r)
		case "older":
			r.older(&op)
		}
	})
	if op.Kind == 0 {
		r.keep(errors.New("a merge operation is of an unknown kind"))
	}
	return op
}

// older reads what an operation says about older values.
func (r *eventReader) older(op *value.Op) {
	r.object(func(name string) {
		switch name {
		case "renamed":
			op.Renamed = map[string]string{}
			r.object(func(from string) { op.Renamed[from] = r.text() })
		case "was":
			r.list(func() { op.Was = append(op.Was, r.was()) })
		}
	})
}

func (r *eventReader) was() (w value.Was) {
	r.object(func(name string) {
		switch name {
		case "name":
			w.Name = typed[int](r)
		case "item":
			w.Item = value.ItemKind(r.text())
		case "drop":
			w.Drop = typed[bool](r)
		}
	})
	return w
}
