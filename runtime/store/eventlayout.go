package store

import (
	"errors"
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
	if err := e.decode(text); err != nil {
		return err
	}
	if e.ID == "" {
		return errors.New("the event has no ID")
	}
	return nil
}

func (e *StoredEvent) decode(text []byte) error {
	r := layoutReader{Decoder: jsontext.Decoder{Text: string(text)}}
	if r.event(e); !r.strange && r.At == len(r.Text) {
		return nil
	}
	return e.decodeRecord(text)
}

// layoutReader reads the form that MarshalJSON writes, field by field in its
// order and without space between them. Whatever differs from that is strange:
// then what was read so far is worthless, and the text is read as any JSON.
type layoutReader struct {
	jsontext.Decoder
	strange bool
}

// event sets all fields of e.
func (r *layoutReader) event(e *StoredEvent) {
	content, writes := r.room()
	r.expect('{')
	r.need(`"id":`)
	e.ID = r.string()
	e.Seq = r.count(`"seq":`)
	e.InvocationID = r.optional(`"invocationId":`)
	e.Author = r.optional(`"author":`)
	e.Branch = r.optional(`"branch":`)
	r.need(`"timestamp":`)
	e.Timestamp = r.time()
	e.Content = nil
	if r.field(`"content":`) {
		e.Content = r.content(content)
	}
	var host HostData
	if r.field(`"host":`) {
		host = r.host()
	}
	r.need(`"actions":`)
	var resolved []Write
	var purged []string
	e.Writes, resolved, purged = r.actions(writes)
	e.Extra = nil
	e.setExtra(host, resolved, purged)
	r.expect('}')
}

// contentRoom and eventRoom are what most events need besides themselves, each
// in one piece of memory: making many small ones takes longer than reading.
type (
	contentRoom struct {
		Content
		part [1]Part // most have one
	}
	eventRoom struct {
		contentRoom
		writes [5]Write // most deltas are short
	}
)

func (r *layoutReader) room() (*contentRoom, []Write) {
	if strings.HasSuffix(r.Text, `"actions":{}}`) {
		return new(contentRoom), nil
	}
	room := new(eventRoom)
	return &room.contentRoom, room.writes[:0]
}

func (r *layoutReader) content(room *contentRoom) *Content {
	c := &room.Content
	r.expect('{')
	c.Role = r.optional(`"role":`)
	if r.field(`"parts":`) {
		c.Parts = room.part[:0]
		r.expect('[')
		for r.more('[', ']') {
			c.Parts = append(c.Parts, r.part())
		}
	}
	r.expect('}')
	return c
}

func (r *layoutReader) part() (p Part) {
	r.expect('{')
	p.Text = r.optional(`"text":`)
	if r.Skip('}') {
		return p // as most do
	}
	if r.field(`"functionCall":`) {
		p.FunctionCall = &FunctionCall{}
		p.FunctionCall.ID, p.FunctionCall.Name, p.FunctionCall.Args = r.call(`"args":`)
	}
	if r.field(`"functionResponse":`) {
		p.FunctionResponse = &FunctionResponse{}
		p.FunctionResponse.ID, p.FunctionResponse.Name, p.FunctionResponse.Response = r.call(`"response":`)
	}
	r.expect('}')
	return p
}

func (r *layoutReader) call(field string) (id, name string, values map[string]any) {
	r.expect('{')
	id = r.optional(`"id":`)
	name = r.optional(`"name":`)
	if r.field(field) {
		var ok bool
		values, ok = r.any().(map[string]any)
		r.strange = r.strange || !ok
	}
	r.expect('}')
	return id, name, values
}

// actions reads the writes into the room for them, or elsewhere if there are too
// many.
func (r *layoutReader) actions(writes []Write) (_, resolved []Write, purged []string) {
	r.expect('{')
	if r.field(`"stateDelta":`) {
		r.expect('{')
		for key := ""; r.more('{', '}'); {
			key = r.key(key)
			writes = append(writes, Write{key, r.any()})
		}
	}
	values := writes
	if r.field(`"stateOperations":`) {
		r.expect('{')
		for key := ""; r.more('{', '}'); {
			key = r.key(key)
			for len(values) > 0 && values[0].Key < key {
				values = values[1:]
			}
			r.strange = r.strange || len(values) > 0 && values[0].Key == key // the key is there twice
			writes = append(writes, Write{key, r.operation()})
		}
	}
	if r.field(`"stateResolved":`) {
		resolved = r.resolved(writes)
	}
	if r.field(`"statePurged":`) {
		purged = r.texts()
	}
	r.expect('}')
	if len(writes) == 0 {
		return nil, resolved, purged
	}
	return slices.Clip(writes), resolved, purged
}

// more reports whether another item of a list comes next, or another entry of
// an object, and steps over the comma before it or what closes the whole.
func (r *layoutReader) more(opening, closing byte) bool {
	if r.Skip(closing) {
		return false
	}
	if !r.strange && r.Text[r.At-1] != opening { // which no item ends with
		r.expect(',')
	}
	return !r.strange
}

// key reads an object's key, which must be greater than the one before it: then
// none is there twice. The first may be empty.
func (r *layoutReader) key(last string) string {
	first := !r.strange && r.Text[r.At-1] == '{'
	key := r.string()
	r.expect(':')
	r.strange = r.strange || !first && key <= last
	return key
}

func (r *layoutReader) operation() (op value.Op) {
	r.expect('{')
	kind, ok := value.ParseOpKind(r.optional(`"op":`))
	r.strange = r.strange || !ok
	op.Kind = kind
	op.Operand = r.set(`"operand":`)
	if r.Skip('}') {
		return op // as most do
	}
	op.Base = r.set(`"base":`)
	if r.field(`"oldNames":`) {
		op.Old = r.texts()
	}
	op.Limits.Min = r.set(`"min":`)
	op.Limits.Max = r.set(`"max":`)
	op.Limits.MinItems = int(r.count(`"minItems":`))
	op.Limits.MaxItems = int(r.count(`"maxItems":`))
	if r.field(`"unique":`) {
		op.Limits.Unique = r.any() == true
		r.strange = r.strange || !op.Limits.Unique
	}
	r.strange = r.strange || parseOlder(&op, r.set(`"older":`)) != nil
	r.expect('}')
	return op
}

// expect steps over a byte that must come next.
func (r *layoutReader) expect(b byte) {
	if r.strange || r.At == len(r.Text) || r.Text[r.At] != b {
		r.strange = true
		return
	}
	r.At++
}

// field steps over a field's name, given as it is in the text, if that
// field comes next.
func (r *layoutReader) field(name string) bool {
	at := r.At
	if r.strange || r.Text[at-1] != '{' && !r.Skip(',') {
		return false
	}
	if !strings.HasPrefix(r.Text[r.At:], name) {
		r.At = at
		return false
	}
	r.At += len(name)
	return true
}

// need steps over the name of a field that is never left out.
func (r *layoutReader) need(name string) {
	if !r.field(name) {
		r.strange = true
	}
}

// count, optional and set read fields that may be left out.

func (r *layoutReader) count(name string) int64 {
	if !r.field(name) {
		return 0
	}
	n, ok := r.any().(int)
	r.strange = r.strange || !ok
	return int64(n)
}

func (r *layoutReader) optional(name string) string {
	if !r.field(name) {
		return ""
	}
	return r.string()
}

func (r *layoutReader) set(name string) any {
	if !r.field(name) {
		return nil
	}
	return r.any()
}

// texts reads a list of texts.
func (r *layoutReader) texts() []string {
	texts := []string{}
	r.expect('[')
	for r.more('[', ']') {
		texts = append(texts, r.string())
	}
	return texts
}

func (r *layoutReader) string() string {
	if r.strange {
		return ""
	}
	s, err := r.Quoted()
	r.strange = err != nil
	return s
}

// any reads a value, which begins where r is.
func (r *layoutReader) any() any {
	if r.strange {
		return nil
	}
	v, err := r.Value(value.MaxDepth)
	r.strange = err != nil
	return v
}

// time reads a time. Those of this package are in UTC, and most of them on a day
// that every month has: these are read here, the others by package time.
func (r *layoutReader) time() (t time.Time) {
	if r.expect('"'); r.strange {
		return t
	}
	text, _, closed := strings.Cut(r.Text[r.At:], `"`)
	t, ok := parseUTC(text)
	if !ok {
		ok = t.UnmarshalText([]byte(text)) == nil
		t = t.UTC()
	}
	r.strange = !closed || !ok
	r.At += len(text) + 1
	return t
}

// host reads a host's data.
func (r *layoutReader) host() HostData {
	if r.strange {
		return ""
	}
	raw, err := r.Raw(value.MaxDepth)
	r.strange = err != nil
	return HostData(raw)
}

// resolved reads what the merge operations among the writes came to.
func (r *layoutReader) resolved(writes []Write) (resolved []Write) {
	e := StoredEvent{Writes: writes}
	r.expect('{')
	for key := ""; r.more('{', '}'); {
		key = r.key(key)
		r.strange = r.strange || !e.merges(key)
		resolved = append(resolved, Write{key, r.any()})
	}
	return resolved
}
