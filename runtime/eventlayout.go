package runtime

import (
	"errors"
	"slices"
	"strings"
	"time"
)

// UnmarshalJSON is the inverse of MarshalJSON. What it reads may keep the
// whole text in memory. An event without an ID is an error: no store took one,
// so its text was damaged.
func (e *StoredEvent) UnmarshalJSON(text []byte) error {
	var read StoredEvent
	if err := read.decode(text); err != nil {
		return err
	}
	if read.ID == "" {
		return errors.New("the event has no ID")
	}
	*e = read
	return nil
}

func (e *StoredEvent) decode(text []byte) error {
	r := layoutReader{decoder: decoder{text: string(text)}}
	if r.event(e); !r.strange && r.at == len(r.text) {
		return nil
	}
	return e.decodeRecord(text)
}

// layoutReader reads the form that MarshalJSON writes, field by field in its
// order and without space between them. Whatever differs from that is strange:
// then what was read so far is worthless, and the text is read as any JSON.
type layoutReader struct {
	decoder
	strange bool
}

func (r *layoutReader) event(e *StoredEvent) {
	r.expect('{')
	r.need("id")
	e.ID = r.string()
	e.Seq = r.count("seq")
	e.InvocationID = r.optional("invocationId")
	e.Author = r.optional("author")
	e.Branch = r.optional("branch")
	r.need("timestamp")
	e.Timestamp = r.time()
	if r.field("content") {
		e.Content = r.content()
	}
	r.need("actions")
	e.Writes = r.actions()
	r.expect('}')
}

func (r *layoutReader) content() *Content {
	c := new(struct {
		Content
		room [1]Part // most have one
	})
	r.expect('{')
	c.Role = r.optional("role")
	if r.field("parts") {
		c.Parts = c.room[:0]
		for range r.items {
			c.Parts = append(c.Parts, r.part())
		}
	}
	r.expect('}')
	return &c.Content
}

func (r *layoutReader) part() (p Part) {
	r.expect('{')
	p.Text = r.optional("text")
	if r.field("functionCall") {
		p.FunctionCall = &FunctionCall{}
		p.FunctionCall.ID, p.FunctionCall.Name, p.FunctionCall.Args = r.call("args")
	}
	if r.field("functionResponse") {
		p.FunctionResponse = &FunctionResponse{}
		p.FunctionResponse.ID, p.FunctionResponse.Name, p.FunctionResponse.Response = r.call("response")
	}
	r.expect('}')
	return p
}

func (r *layoutReader) call(field string) (id, name string, values map[string]any) {
	r.expect('{')
	id = r.optional("id")
	name = r.optional("name")
	if r.field(field) {
		var ok bool
		values, ok = r.any().(map[string]any)
		r.strange = r.strange || !ok
	}
	r.expect('}')
	return id, name, values
}

func (r *layoutReader) actions() []Write {
	var room [8]Write // most deltas are short
	writes := room[:0]
	r.expect('{')
	if r.field("stateDelta") {
		for key := range r.entries {
			writes = append(writes, Write{key, r.any()})
		}
	}
	values := writes
	if r.field("stateOperations") {
		for key := range r.entries {
			for len(values) > 0 && values[0].Key < key {
				values = values[1:]
			}
			r.strange = r.strange || len(values) > 0 && values[0].Key == key // it stands there twice
			writes = append(writes, Write{key, r.operation()})
		}
	}
	r.expect('}')
	if len(writes) == 0 {
		return nil
	}
	return slices.Clone(writes)
}

// items yields as often as a list has items, which the loop's body reads.
func (r *layoutReader) items(yield func() bool) {
	r.expect('[')
	for i := 0; !r.strange && !r.skip("]"); i++ {
		if i > 0 {
			r.expect(',')
		}
		if !yield() {
			return
		}
	}
}

// entries yields the keys of an object, which must be in order, none of them
// twice. The loop's body reads their values.
func (r *layoutReader) entries(yield func(key string) bool) {
	last := ""
	r.expect('{')
	for i := 0; !r.strange && !r.skip("}"); i++ {
		if i > 0 {
			r.expect(',')
		}
		key := r.string()
		r.expect(':')
		r.strange = r.strange || i > 0 && key <= last
		last = key
		if !yield(key) {
			return
		}
	}
}

func (r *layoutReader) operation() (op Op) {
	r.expect('{')
	kind, ok := ParseOpKind(r.optional("op"))
	r.strange = r.strange || !ok
	op.Kind = kind
	op.Operand = r.set("operand")
	op.Base = r.set("base")
	if r.field("oldNames") {
		op.Old = []string{}
		for range r.items {
			op.Old = append(op.Old, r.string())
		}
	}
	op.Limits.Min = r.set("min")
	op.Limits.Max = r.set("max")
	op.Limits.MinItems = int(r.count("minItems"))
	op.Limits.MaxItems = int(r.count("maxItems"))
	if r.field("unique") {
		op.Limits.Unique = r.any() == true
		r.strange = r.strange || !op.Limits.Unique
	}
	r.expect('}')
	return op
}

// expect steps over a byte that must stand there.
func (r *layoutReader) expect(b byte) {
	if r.strange || r.at == len(r.text) || r.text[r.at] != b {
		r.strange = true
		return
	}
	r.at++
}

// field steps over a field's name if that field comes next.
func (r *layoutReader) field(name string) bool {
	if r.strange {
		return false
	}
	at := r.at
	if r.text[at-1] != '{' {
		if at == len(r.text) || r.text[at] != ',' {
			return false
		}
		at++
	}
	end := at + len(name) + len(`"":`)
	if end > len(r.text) || r.text[at] != '"' || r.text[at+1:end-2] != name || r.text[end-2:end] != `":` {
		return false
	}
	r.at = end
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

func (r *layoutReader) string() string {
	if r.strange || r.at == len(r.text) || r.text[r.at] != '"' {
		r.strange = true
		return ""
	}
	s, err := r.quoted()
	r.strange = err != nil
	return s
}

// any reads a value, which begins where r stands.
func (r *layoutReader) any() any {
	if r.strange {
		return nil
	}
	value, err := r.value(maxDepth)
	r.strange = err != nil
	return value
}

func (r *layoutReader) time() (t time.Time) {
	if r.expect('"'); r.strange {
		return t
	}
	text, _, closed := strings.Cut(r.text[r.at:], `"`)
	r.strange = !closed || t.UnmarshalText([]byte(text)) != nil
	r.at += len(text) + 1
	return t.UTC()
}
