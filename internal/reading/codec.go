package reading

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// codec is what generated code has for a type: functions that convert a stored
// value to a Go value and back. An object's is an object.
type codec struct {
	as   func(any) (any, error)
	from func(any) (any, error)
}

// object is an object's Go value: the fields that are set, by name, and those that
// the schema doesn't know.
type object struct {
	fields    map[string]any
	converted map[string]bool // by was
	unknown   typed.UnknownFields
}

// codecs makes the codecs of one schema's types. It is not safe for concurrent
// use while it is asked for new ones.
type codecs struct {
	named   map[*schema.Named]*codec
	checked map[*schema.Named]*fieldChecks
}

func (cs *codecs) of(t *schema.Type) *codec {
	switch t.Kind {
	case schema.List:
		return list(cs.of(t.Elem))
	case schema.Map:
		return mapping(cs.of(t.Elem))
	case schema.Enum:
		return enum(t.Named)
	case schema.Object:
		return cs.object(t.Named)
	}
	if s := scalar(t.Kind); s != nil {
		return &codec{s.As, s.From}
	}
	unknown := func(any) (any, error) { return nil, fmt.Errorf("no codec reads the type %s", t.Kind) }
	return &codec{unknown, unknown}
}

// scalar is the row of a scalar. What is of the user's own Go type is read as JSON.
func scalar(k schema.Kind) *schema.Scalar {
	if k == schema.Go {
		k = schema.JSON
	}
	return k.Scalar()
}

func list(elem *codec) *codec {
	return &codec{
		as:   func(v any) (any, error) { return typed.AsList(v, elem.as) },
		from: func(v any) (any, error) { return typed.FromList(v.([]any), elem.from) },
	}
}

func mapping(elem *codec) *codec {
	return &codec{
		as:   func(v any) (any, error) { return typed.AsMap(v, elem.as) },
		from: func(v any) (any, error) { return typed.FromMap(v.(map[string]any), elem.from) },
	}
}

func enum(named *schema.Named) *codec {
	today, values := map[string]string{}, []string{}
	for _, v := range named.Values {
		today[v.Value] = v.Value
		values = append(values, v.Value)
	}
	for _, v := range named.Values {
		for _, old := range v.RenamedFrom {
			if _, taken := today[old]; !taken {
				today[old] = v.Value
			}
		}
	}
	return &codec{
		as: func(v any) (any, error) {
			text, _ := v.(string)
			if value, ok := today[text]; ok && v != nil {
				return value, nil
			}
			return "", typed.EnumMismatch(named.Name, v, values)
		},
		from: func(v any) (any, error) { return v, nil },
	}
}

// object is made before its fields, which may be of its own type.
func (cs *codecs) object(named *schema.Named) *codec {
	if c := cs.named[named]; c != nil {
		return c
	}
	c := &codec{}
	cs.named[named] = c
	o := &objectCodec{named: named, declared: declared(named)}
	for _, f := range named.Fields {
		o.parts = append(o.parts, cs.of(f.Type))
	}
	o.moves = cs.fieldMoves(named, o.parts)
	c.as, c.from = o.read, o.write
	return c
}

// objectCodec is the codec of an object.
type objectCodec struct {
	named    *schema.Named
	parts    []*codec
	moves    []typed.FieldMoves
	declared []string
}

func (c *objectCodec) read(v any) (any, error) {
	o, values := typed.AsObject(v, c.named.Name), map[string]any{}
	if len(c.moves) > 0 {
		o = o.Moved(c.moves)
	}
	for i, f := range c.named.Fields {
		switch {
		case !f.Optional:
			values[f.Name] = typed.Field(o, f.Name, c.parts[i].as)
		case f.Type.Kind == schema.JSON:
			if value := typed.NullField(o, f.Name); value != nil {
				values[f.Name] = value
			}
		default:
			if value := typed.OptField(o, f.Name, c.parts[i].as); value != nil {
				values[f.Name] = *value
			}
		}
	}
	return object{values, converted(c.moves, v), o.Unknown(c.declared)}, o.Err()
}

func (c *objectCodec) write(v any) (any, error) {
	given := v.(object)
	o := typed.NewObject(len(c.named.Fields))
	for i, f := range c.named.Fields {
		if value, ok := given.fields[f.Name]; ok {
			typed.Put(o, f.Name, value, c.parts[i].from)
		}
	}
	o.Keep(given.unknown, c.declared)
	return o.Value()
}

// Number is a number's meaning, which no type changes: 5 is 5, whether an int or a
// float holds it.
type Number string

// Object is an object's meaning: its fields that are set, and those that the
// schema knows, with their older names. What else is stored in it, it leaves alone.
type Object struct {
	Fields    map[string]any
	Known     map[string][]string
	Converted map[string]bool // fields that an entry under was has converted
}

// Word is the meaning of an enum's value, which may have had other names.
type Word struct {
	Value string
	Older []string
}

// meaning is what a Go value says, whatever its type: times, durations and bytes
// are the text that is stored of them.
func meaning(t *schema.Type, v any) any {
	switch v := v.(type) {
	case int:
		return number(int64(v))
	case int64:
		return number(v)
	case float64:
		return floatNumber(v)
	case json.Number:
		return Number(v)
	case string:
		if t.Kind == schema.Enum {
			return word(t.Named, v)
		}
		return v
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = meaning(elem(t), item)
		}
		return items
	case map[string]any:
		values := make(map[string]any, len(v))
		for name, value := range v {
			values[name] = meaning(elem(t), value)
		}
		return values
	case object:
		return objectMeaning(t.Named, v)
	}
	if !t.StoredAsText() {
		return v
	}
	text, err := scalar(t.Kind).From(v)
	if err != nil {
		return nil
	}
	return text
}

// elem is the type of what is inside; all that is inside JSON is JSON.
func elem(t *schema.Type) *schema.Type {
	if t.Elem != nil {
		return t.Elem
	}
	return t
}

func word(named *schema.Named, value string) any {
	for _, v := range named.Values {
		if v.Value == value {
			return Word{value, v.RenamedFrom}
		}
	}
	return value
}

func objectMeaning(named *schema.Named, from object) Object {
	o := Object{Fields: map[string]any{}, Known: map[string][]string{}, Converted: from.converted}
	for _, f := range named.Fields {
		if o.Known[f.Name] = f.RenamedFrom; len(f.Was) > 0 {
			o.Known[f.Name] = plan.FieldMoves(f).Names
		}
		if v, ok := from.fields[f.Name]; ok {
			o.Fields[f.Name] = meaning(f.Type, v)
		}
	}
	return o
}

func number(i int64) Number {
	text, err := runtime.EncodeValue(i)
	if err != nil {
		panic(err) // every integer has a form
	}
	return Number(text)
}

func floatNumber(f float64) Number {
	if f == math.Trunc(f) && math.Abs(f) < 1<<63 {
		return number(int64(f))
	}
	text, err := runtime.EncodeValue(f)
	if err != nil {
		return "not a number"
	}
	return Number(text)
}
