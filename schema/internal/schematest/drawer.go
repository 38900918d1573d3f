package schematest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/seed92179c4c/stategen/schema"
)

// Drawer draws random schemas and states.
type Drawer struct{ *rand.Rand }

// NewDrawer returns one that draws the same for the same seed.
func NewDrawer(seed uint64) Drawer { return Drawer{rand.New(rand.NewPCG(seed, 0))} }

func pick[T any](d Drawer, from ...T) T { return from[d.IntN(len(from))] }

func (d Drawer) chance(percent int) bool { return d.IntN(100) < percent }

// Schema draws the text of a schema without mistakes.
func (d Drawer) Schema() string {
	var b strings.Builder
	step := pick(d, "done", "{value: done, renamed_from: [abcd, left]}")
	b.WriteString("version: 1\ntypes:\n  Step: {enum: [search, " + step + ", \"+1\"]}\n  Mood: {enum: [done, gone, a]}\n  Seat:\n    fields:\n")
	for i := range 1 + d.IntN(3) {
		fmt.Fprintf(&b, "      f%d: %s\n", i, d.declaration(false, true))
	}
	b.WriteString("  Trip: {fields: {seats: \"[]Seat\", first: \"Seat?\", step: Step}}\nkeys:\n")
	for i := range 1 + d.IntN(4) {
		fmt.Fprintf(&b, "  %sk%d: %s\n", pick(d, "", "user:", "app:"), i, d.declaration(true, false))
	}
	if d.chance(50) {
		fmt.Fprintf(&b, "  \"%s\": %s\n", pick(d, "order_{id}", "a{x}aab", "{x}_{y}_z"), d.declaration(false, false))
		b.WriteString("  order_total: int?\n")
	}
	b.WriteString(d.removed())
	return b.String()
}

// declaration draws the long form of a key, or of a field.
func (d Drawer) declaration(key, inObject bool) string {
	t, limits := d.limitedType()
	for inObject && (strings.HasSuffix(t, "Seat") || t == "Trip") {
		t, limits = d.limitedType()
	}
	fields := []string{fmt.Sprintf("type: %q", t)}
	if limits != "" {
		fields = append(fields, limits)
	}
	otherwise := []string{"fail"}
	if d.chance(40) {
		fields = append(fields, "optional: true")
		otherwise = append(otherwise, "drop")
	}
	if key && d.chance(20) {
		return "{" + strings.Join(append(append(fields, "encoding: json-string"), d.renamed()...), ", ") + "}"
	}
	if key {
		fields = append(append(fields, d.renamed()...), d.was(t, limits, true, otherwise...)...)
	} else if inObject {
		fields = append(append(fields, d.renamedField()...), d.was(t, limits, false, otherwise...)...)
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

func (d Drawer) limitedType() (name, limits string) {
	switch d.IntN(16) {
	case 0:
		return "string", "min_length: 1, max_length: 3"
	case 1:
		return "string", `pattern: "^[a-z]+$"`
	case 2:
		return "int", fmt.Sprintf("min: %d, max: %d", -d.IntN(20), d.IntN(200))
	case 3:
		return "int64", "min: 5"
	case 4:
		return "float", "min: -1, max: 2.5"
	case 5:
		return "bytes", fmt.Sprintf("min_length: %d, max_length: %d", d.IntN(4), 4+d.IntN(4))
	case 6:
		return "[]string", "max_items: 2, unique: true"
	case 7:
		return "[]float", "min_items: 1"
	case 8:
		return "[]Seat", ""
	case 9:
		return "map[string]int", ""
	case 10:
		return "Trip", ""
	}
	return pick(d, "string", "bool", "int", "int64", "float", "time", "duration", "bytes", "json", "Step", "Seat"), ""
}

// anything draws a JSON value that has some chance of being of some type.
func (d Drawer) anything() any {
	return pick[any](d, nil, true, 0.0, 1.0, -1.0, 2.5, 150.0, 1e300, 9007199254740991.0, 9007199254740992.0,
		"", "abc", "ABCD", "5", "05", "9007199254740993", "9223372036854775808", "-9223372036854775808", "-0", "1.0",
		"2030-02-29T08:00:00Z", "2030-01-01t00:00:00z", "2030-01-01T23:59:60Z", "1h 30m", "aGVsbG9=", "aGVsb",
		"日本語", "[1,2]", `{"f0":1}`, "null", `"x"`, []any{}, []any{nil}, []any{"a", "a"}, map[string]any{}, map[string]any{"f0": nil})
}

// value draws a value that is most often of the type.
func (d Drawer) value(t *schema.Type, depth int) any {
	if d.chance(4) || depth == 0 {
		return d.anything()
	}
	switch t.Kind {
	case schema.String:
		return pick[any](d, "", "a", "abc", "abcd", "日本語")
	case schema.Bool:
		return d.chance(50)
	case schema.Int, schema.Int64:
		return pick[any](d, 0.0, 1.0, 7.0, -7.0, 150.0, "5", "-12", "9223372036854775807")
	case schema.Float:
		return pick[any](d, 0.0, -1.0, 0.5, 2.5, 3.0)
	case schema.Time:
		return pick[any](d, "2030-02-28T08:00:00Z", "2028-02-29T8:00:00.5+01:00")
	case schema.Duration:
		return pick[any](d, "1h30m", "1.5s", "0", "-.5h")
	case schema.Bytes:
		return pick[any](d, "", "aA==", "aGU=", "aGVs", "aGVsbG8=", "aGVsbG9v", "aGVsbG9vbw==")
	case schema.Enum:
		v := pick(d, t.Named.Values...)
		return pick(d, append([]string{v.Value}, v.RenamedFrom...)...)
	case schema.List:
		list := make([]any, d.IntN(4))
		for i := range list {
			list[i] = d.value(t.Elem, depth-1)
		}
		return list
	case schema.Map:
		return map[string]any{"a": d.value(t.Elem, depth-1)}
	case schema.Object:
		return d.object(t.Named, depth)
	}
	return d.anything()
}

func (d Drawer) object(n *schema.Named, depth int) any {
	o := map[string]any{}
	for _, f := range n.Fields {
		switch {
		case f.Optional && d.chance(30), d.chance(1):
		case f.Optional && d.chance(10):
			o[f.Name] = nil
		default:
			name, form := d.under(f.Name, f.RenamedFrom, f.Was, schema.Form{Type: f.Type})
			o[name] = d.value(form.Type, depth-1)
		}
	}
	return o
}

// keyValue draws a value of a form as a state holds it.
func (d Drawer) keyValue(f schema.Form) any {
	v := d.value(f.Type, 4)
	if f.Encoding != schema.JSONString || d.chance(5) {
		return v
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// State draws a state of a schema, as JSON decodes it.
func (d Drawer) State(s *schema.Schema) map[string]any {
	drawn := map[string]any{"undeclared": d.anything()}
	for _, k := range s.Keys {
		for range 1 + len(k.OtherNames()) + len(k.Was) {
			name, form := d.under(d.familyKey(k), k.OtherNames(), k.Was, schema.Form{Type: k.Type, Encoding: k.Encoding})
			if d.chance(90) {
				drawn[name] = d.keyValue(form)
			}
		}
	}
	text, err := json.Marshal(drawn)
	if err != nil {
		panic(err)
	}
	var state map[string]any
	if err := json.Unmarshal(text, &state); err != nil {
		panic(err)
	}
	return state
}

func (d Drawer) familyKey(k *schema.Key) string {
	name := k.Wire()
	for _, p := range k.Params {
		name = strings.Replace(name, "{"+p.Name+"}", pick(d, "1", "a", "_", "aa", "x_y", "total"), 1)
	}
	return name
}

// Spread puts in white space and comments that mean nothing.
func (d Drawer) Spread(yaml string) string {
	var b strings.Builder
	for line := range strings.Lines(yaml) {
		if d.chance(20) {
			b.WriteString(pick(d, "\n", "\n\n", "# a comment\n", "      # another\n", "  \n"))
		}
		depth := len(line) - len(strings.TrimLeft(line, " "))
		line = strings.Repeat(" ", depth) + strings.TrimRight(line, "\n")
		if d.chance(30) {
			line = strings.ReplaceAll(line, ", ", pick(d, ",  ", " , ", ",\t"))
		}
		if d.chance(30) {
			line = strings.ReplaceAll(line, ": ", ":   ")
		}
		b.WriteString(line + pick(d, "", "", "  ", " # said", "   # said") + "\n")
	}
	return b.String()
}
