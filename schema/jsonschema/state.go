package jsonschema

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// State returns the JSON Schema (draft 2020-12) of the declared
// state: of the merged map that holds session, user, app and temp keys, as
// JSON decodes it. It accepts what the generated Load accepts, for validators
// that assert content as well, with these exceptions, which JSON Schema can't
// say or would say at length: it does not check the limits of times and
// durations, nor those of integers that are written as text, nor that a duration
// or such an integer fits into 64 bits, nor values of a go_type; it refuses
// integers beyond 2^53 in JSON text, which are text there as elsewhere, and line
// breaks inside base64 text; it accepts a NUL in a text, which no store keeps; an
// integer that is written as text and as a number counts as two; in a family,
// other names are not looked at, nor whether a parameter contains the text that
// follows it, unless that is one character; and of values of an earlier declaration it does
// not check that the constraints of today accept what they become, nor what a
// function of the user's makes of them. It is an error if the schema is not
// sound.
func State(s *schema.Schema) ([]byte, error) {
	return text(&stateWriter{schema: s, keys: s.Keys, defs: object{}})
}

// text returns what a writer describes.
func text(w *stateWriter) ([]byte, error) {
	if w.schema.Partial {
		return nil, errors.New("the schema has mistakes")
	}
	out, err := w.state()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err = e.Encode(out)
	return b.Bytes(), err
}

// object is a JSON object.
type object = map[string]any

type stateWriter struct {
	schema *schema.Schema
	keys   []*schema.Key
	client bool   // describe what clients see, and not what is stored
	defs   object // of the named types that are used
}

func (w *stateWriter) state() (object, error) {
	properties, patterns := object{}, object{}
	required, conditions := []string{}, []any{}
	for _, k := range w.keys {
		if len(k.Params) > 0 {
			pattern, err := familyPattern(k, w.singleIn(k))
			if err != nil {
				return nil, err
			}
			patterns[pattern] = w.key(k)
			continue
		}
		properties[k.Wire()] = w.key(k)
		if p := w.placeOf(k); p.movable() {
			conditions = append(conditions, w.firstSet(p))
		} else if w.present(k) {
			required = append(required, k.Wire())
		}
	}
	out := object{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": properties}
	set(out, "title", w.schema.Package)
	if len(patterns) > 0 {
		out["patternProperties"] = patterns
	}
	if len(required) > 0 {
		out["required"] = required
	}
	if len(conditions) > 0 {
		out["allOf"] = conditions
	}
	if len(w.defs) > 0 {
		out["$defs"] = w.defs
	}
	w.close(out)
	return out, nil
}

// singleIn lists the keys that have the shape of a family and are not of it.
func (w *stateWriter) singleIn(pattern *schema.Key) []string {
	family := typed.NewFamily(pattern.Wire(), pattern.Literals())
	return slices.DeleteFunc(w.schema.SingleKeys(), func(key string) bool {
		_, matches := family.Match(key)
		return !matches
	})
}

// key describes a key's values. Null is the absence of a value, so only a
// required key that has no other name refuses it.
func (w *stateWriter) key(k *schema.Key) object {
	p := w.placeOf(k)
	value := w.accepted(p, p.name)
	if !w.client && (!k.Required() || p.movable() || len(k.Params) > 0) {
		value = orNull(value)
	}
	if w.client && !k.Client.CanWrite() {
		value["readOnly"] = true
	}
	set(value, "description", k.Doc)
	if k.Deprecated != "" {
		value["deprecated"] = true
	}
	if k.Default != nil && !k.Sensitive {
		value["default"] = exact(schema.Stored(k.Default.Data))
	}
	return value
}

// stored describes the values of a key that is set.
func (w *stateWriter) stored(k *schema.Key) object {
	if k.Encoding == schema.JSONString && !w.client {
		inner := w.limited(k.Type, k.Constraints)
		return object{"type": "string", "contentMediaType": "application/json", "contentSchema": inner}
	}
	value := w.limited(k.Type, k.Constraints)
	if k.Type.Kind == schema.JSON || k.Type.Kind == schema.Go {
		value["not"] = object{"type": "null"}
	}
	return value
}

// limited describes the values of a type within limits.
func (w *stateWriter) limited(t *schema.Type, c schema.Constraints) object {
	switch t.Kind {
	case schema.String:
		return stringLimits(object{"type": "string"}, c)
	case schema.Bytes:
		return bytesLimits(c)
	case schema.List:
		return w.list(t, c)
	case schema.Map:
		return object{"type": "object", "additionalProperties": w.limited(t.Elem, schema.Constraints{})}
	case schema.Enum, schema.Object:
		return object{"$ref": "#/$defs/" + w.define(t.Named)}
	case schema.JSON, schema.Go:
		return object{}
	}
	return w.scalar(t.Kind.Scalar(), c)
}

func (w *stateWriter) scalar(s *schema.Scalar, c schema.Constraints) object {
	switch s.JSON {
	case "integer":
		return w.integer(c)
	case "number":
		return floatLimits(c)
	case "string":
		return w.builtin(s.Name, s.Doc, object{"type": "string", "pattern": s.Pattern})
	}
	return object{"type": s.JSON}
}

func stringLimits(o object, c schema.Constraints) object {
	if c.MinLength != nil {
		o["minLength"] = c.MinLength.N
	}
	if c.MaxLength != nil {
		o["maxLength"] = c.MaxLength.N
	}
	if c.Pattern != nil {
		o["pattern"] = c.Pattern.Expr
	}
	return o
}

// builtin defines a type of the language once and refers to it. No type of a
// schema can have its name.
func (w *stateWriter) builtin(name, doc string, def object) object {
	def["description"] = doc
	w.defs[name] = def
	return object{"$ref": "#/$defs/" + name}
}

func (w *stateWriter) integer(c schema.Constraints) object {
	if c.Min != nil || c.Max != nil {
		return intLimits(c)
	}
	return w.builtin("int", "An integer of 64 bits: a number up to 9007199254740991 either way, and decimal text beyond.", intLimits(c))
}

// intLimits describes integers: as numbers while every reader keeps them
// exact, and as decimal text.
func intLimits(c schema.Constraints) object {
	low, high := int64(-runtime.MaxExactInt), int64(runtime.MaxExactInt)
	if c.Min != nil {
		low = max(low, c.Min.Data.(int64))
	}
	if c.Max != nil {
		high = min(high, c.Max.Data.(int64))
	}
	text := object{"type": "string", "pattern": intPattern}
	if low > high {
		return text
	}
	return object{"anyOf": []any{object{"type": "integer", "minimum": low, "maximum": high}, text}}
}

// intPattern matches an integer of up to 19 digits, as Go prints it.
const intPattern = `^(?:0|-?[1-9][0-9]{0,18})$`

func floatLimits(c schema.Constraints) object {
	o := object{"type": "number"}
	if c.Min != nil {
		o["minimum"] = c.Min.Data
	}
	if c.Max != nil {
		o["maximum"] = c.Max.Data
	}
	return o
}

func (w *stateWriter) list(t *schema.Type, c schema.Constraints) object {
	o := object{"type": "array", "items": w.limited(t.Elem, schema.Constraints{})}
	if c.MinItems != nil {
		o["minItems"] = c.MinItems.N
	}
	if c.MaxItems != nil {
		o["maxItems"] = c.MaxItems.N
	}
	if c.Unique {
		o["uniqueItems"] = true
	}
	return o
}

// define adds a named type to the definitions and returns its name there.
func (w *stateWriter) define(n *schema.Named) string {
	name := n.Name
	if _, done := w.defs[name]; done {
		return name
	}
	def := object{}
	w.defs[name] = def // now, because the type may refer to itself
	set(def, "description", n.Doc)
	if n.Kind == schema.Enum {
		def["enum"] = w.words(n)
		return name
	}
	w.fields(def, n)
	return name
}

// fields describes the fields of an object.
func (w *stateWriter) fields(def object, n *schema.Named) {
	properties, required, conditions := object{}, []string{}, []any{}
	for _, f := range n.Fields {
		p := w.placeOfField(f)
		value := w.accepted(p, f.Name)
		switch {
		case p.movable():
			value = orNull(value)
			conditions = append(conditions, w.firstSet(p))
		case f.Optional && w.client:
		case f.Optional:
			value = orNull(value)
		default:
			required = append(required, f.Name)
		}
		set(value, "description", f.Doc)
		properties[f.Name] = value
	}
	def["type"], def["properties"], def["required"] = "object", properties, required
	w.close(def)
	if len(conditions) > 0 {
		def["allOf"] = conditions
	}
}

func orNull(value object) object {
	if len(value) == 0 {
		return value
	}
	if not, ok := value["not"]; ok && len(value) == 1 && not != nil {
		return object{}
	}
	return object{"anyOf": []any{value, object{"type": "null"}}}
}

func set(o object, name, text string) {
	if text != "" {
		o[name] = text
	}
}
