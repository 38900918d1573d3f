package schema_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/schema"
)

func scalar(k schema.Kind) *schema.Type   { return &schema.Type{Kind: k} }
func list(of *schema.Type) *schema.Type   { return &schema.Type{Kind: schema.List, Elem: of} }
func mapped(of *schema.Type) *schema.Type { return &schema.Type{Kind: schema.Map, Elem: of} }

func enum(values ...string) *schema.Type {
	n := &schema.Named{Name: "E", Kind: schema.Enum}
	for _, v := range values {
		n.Values = append(n.Values, schema.EnumValue{Value: v})
	}
	return &schema.Type{Kind: schema.Enum, Named: n}
}

func object(fields ...*schema.Field) *schema.Type {
	return &schema.Type{Kind: schema.Object, Named: &schema.Named{Name: "O", Kind: schema.Object, Fields: fields}}
}

func field(name string, t *schema.Type) *schema.Field { return &schema.Field{Name: name, Type: t} }

func optional(name string, t *schema.Type) *schema.Field {
	return &schema.Field{Name: name, Type: t, Optional: true}
}

var (
	str, boolean, integer, int64s = scalar(schema.String), scalar(schema.Bool), scalar(schema.Int), scalar(schema.Int64)
	float, times, durations       = scalar(schema.Float), scalar(schema.Time), scalar(schema.Duration)
	bytes, anyJSON                = scalar(schema.Bytes), scalar(schema.JSON)
	steps                         = enum("search", "done")
	point                         = object(field("x", integer), field("y", integer))
)

// samples has stored values of the types that are not only stored as text.
var samples = map[schema.Kind][]any{
	schema.String: {"", "search", "5", "9007199254740993", "true", "null", "abcd", "left", "1m0s", "1h0m0s", "2030-01-31T08:00:00Z", `"x"`, "[]", "{}", `["a"]`},
	schema.Bool:   {true, false},
	schema.Int:    {0.0, 5.0, -7.0, "9007199254740993", "-9223372036854775808"},
	schema.Int64:  {0.0, 5.0, "9007199254740993"},
	schema.Float:  {0.0, 1.5, 1e300, 9007199254740992.0},
	schema.JSON:   {true, 5.0, "5", "search", []any{}, map[string]any{}, "2030-01-31T08:00:00Z"},
}

func init() {
	for _, s := range schema.Scalars() { // a string may be what any other type is stored as
		samples[schema.String] = append(samples[schema.String], s.Samples...)
	}
}

// written returns stored values of a type.
func written(t *schema.Type) []any {
	var all []any
	switch t.Kind {
	case schema.Enum:
		for _, v := range t.Named.Values {
			all = append(all, v.Value)
		}
	case schema.List:
		all = append(all, []any{})
		for _, v := range written(t.Elem) {
			all = append(all, []any{v})
		}
	case schema.Map:
		all = append(all, map[string]any{})
		for _, v := range written(t.Elem) {
			all = append(all, map[string]any{"x": v}, map[string]any{"x": v, "y": v}, map[string]any{"z": v})
		}
	case schema.Object:
		all = writtenObjects(t.Named.Fields)
	default:
		all = append(samples[t.Kind], t.Kind.Scalar().Samples...)
	}
	return all
}

// writtenObjects returns objects with all combinations of their fields' values.
func writtenObjects(fields []*schema.Field) []any {
	if len(fields) == 0 {
		return []any{map[string]any{}}
	}
	var all []any
	for _, rest := range writtenObjects(fields[1:]) {
		if fields[0].Optional {
			all = append(all, rest)
		}
		for _, v := range written(fields[0].Type) {
			o := maps.Clone(rest.(map[string]any))
			o[fields[0].Name] = v
			all = append(all, o)
		}
	}
	return all
}

// reads reports whether generated code reads a stored value as one of a type.
func reads(t *schema.Type, v any) bool {
	switch t.Kind {
	case schema.Enum:
		return slices.ContainsFunc(t.Named.Values, func(e schema.EnumValue) bool { return e.Value == v || slices.Contains(e.RenamedFrom, fmt.Sprint(v)) })
	case schema.List:
		items, ok := v.([]any)
		return ok && !slices.ContainsFunc(items, func(item any) bool { return !reads(t.Elem, item) })
	case schema.Map:
		m, ok := v.(map[string]any)
		for _, item := range m {
			ok = ok && reads(t.Elem, item)
		}
		return ok
	case schema.Object:
		m, ok := v.(map[string]any)
		for _, f := range t.Named.Fields {
			item, set := m[f.Name]
			ok = ok && (reads(f.Type, item) && set || f.Optional && !set)
		}
		return ok
	}
	_, err := t.Kind.Scalar().As(v)
	return err == nil
}

var formTypes = append(scalarTypes(), []*schema.Type{
	steps, enum("5", "true"), enum("9007199254740993"),
	enum("2030-01-31T08:00:00Z"), enum("1m0s", "null"), list(str), list(integer), list(list(str)), mapped(str), mapped(integer), point,
	object(field("x", integer)), object(field("x", str)), object(field("z", str), optional("x", integer)), object(optional("x", integer)),
	object(field("p", point)), object(field("p", object(field("z", boolean)))), enum("done", "left"),
}...)

func scalarTypes() []*schema.Type {
	var all []*schema.Type
	for _, s := range schema.Scalars() {
		all = append(all, scalar(s.Kind))
	}
	return all
}

// TestMayReadSeesAllThatIsRead holds that no value of an older type is read as one
// of another where MayRead says that it can't be, in all pairs and encodings.
func TestMayReadSeesAllThatIsRead(t *testing.T) {
	apart := 0
	for _, today := range forms() {
		for _, older := range forms() {
			if today.MayRead(older) {
				continue
			}
			apart++
			for _, v := range stored(older) {
				if readsForm(today, v) {
					t.Errorf("%s reads %#v of %s, though they are said to be told apart", today.Type, v, older.Type)
				}
			}
		}
	}
	if apart < 1000 {
		t.Errorf("only %d pairs are told apart", apart)
	}
}

// TestMayReadDoubtsLittle holds that types are told apart wherever the samples
// show nothing in common. Of json anything can be written.
func TestMayReadDoubtsLittle(t *testing.T) {
	for _, today := range formTypes {
		for _, older := range formTypes {
			f, o := schema.Form{Type: today}, schema.Form{Type: older}
			if older.Kind != schema.JSON && f.MayRead(o) && !slices.ContainsFunc(stored(o), func(v any) bool { return readsForm(f, v) }) {
				t.Errorf("%v may read %v, though no sample shows it", today, older)
			}
		}
	}
}

func forms() []schema.Form {
	var all []schema.Form
	for _, t := range formTypes {
		all = append(all, schema.Form{Type: t}, schema.Form{Type: t, Encoding: schema.JSONString})
	}
	return all
}

func stored(f schema.Form) []any {
	all := slices.Clone(written(f.Type))
	if f.Encoding == schema.JSONString {
		for i, v := range all {
			text, _ := json.Marshal(v)
			all[i] = string(text)
		}
	}
	return all
}

func readsForm(f schema.Form, v any) bool {
	if f.Encoding == schema.Plain {
		return reads(f.Type, v)
	}
	text, ok := v.(string)
	var inner any
	return ok && json.Unmarshal([]byte(text), &inner) == nil && inner != nil && reads(f.Type, inner)
}

func TestConversions(t *testing.T) {
	values := func(pairs ...string) []schema.ValueMove {
		var list []schema.ValueMove
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, schema.ValueMove{From: pairs[i], To: pairs[i+1]})
		}
		return list
	}
	const none, some, most, all = schema.CoversNone, schema.CoversSome, schema.CoversMost, schema.CoversAll
	jsonText := schema.JSONString
	for _, c := range []struct {
		today     *schema.Type
		was       schema.Was
		covers    schema.Coverage
		ambiguous bool
	}{
		{int64s, schema.Was{Type: integer}, all, false},
		{float, schema.Was{Type: integer}, most, false},
		{integer, schema.Was{Type: float}, some, false},
		{str, schema.Was{Type: integer}, all, false},
		{str, schema.Was{Type: boolean}, all, false},
		{str, schema.Was{Type: times}, all, false},
		{str, schema.Was{Type: bytes}, all, false},
		{str, schema.Was{Type: steps}, all, false},
		{str, schema.Was{Type: anyJSON}, none, false},
		{str, schema.Was{Type: anyJSON, Convert: schema.ConvertGo}, none, true},
		{str, schema.Was{Type: list(str)}, none, false},
		{integer, schema.Was{Type: str}, some, true},
		{integer, schema.Was{Type: str, Key: "old"}, some, false},
		{bytes, schema.Was{Type: str}, none, true},
		{boolean, schema.Was{Type: str}, some, false},
		{float, schema.Was{Type: str}, some, false},
		{times, schema.Was{Type: str}, some, true},
		{durations, schema.Was{Type: integer}, none, false},
		{anyJSON, schema.Was{Type: str}, all, false},
		{list(str), schema.Was{Type: str}, all, false},
		{list(integer), schema.Was{Type: str}, none, false},
		{list(list(str)), schema.Was{Type: list(str)}, all, true},
		{list(anyJSON), schema.Was{Type: anyJSON}, all, true},
		{mapped(str), schema.Was{Type: str}, none, false},
		{steps, schema.Was{Type: str}, some, false},
		{steps, schema.Was{Type: str, Values: values("fertig", "done")}, most, false},
		{steps, schema.Was{Type: str, Values: values("search", "done")}, most, true},
		{steps, schema.Was{Type: enum("done")}, all, false},
		{steps, schema.Was{Type: enum("done", "left")}, some, false},
		{steps, schema.Was{Type: enum("done", "left"), Values: values("left", "done")}, all, false},
		{steps, schema.Was{Type: enum("a", "b"), Values: values("b", "a", "a", "done")}, some, false},
		{str, schema.Was{Type: str, Values: values("a", "b")}, all, true},
		{str, schema.Was{Type: str, Values: values("a", "b"), Key: "old"}, all, false},
		{list(str), schema.Was{Encoding: jsonText}, all, false},
		{integer, schema.Was{Encoding: jsonText}, all, false},
		{str, schema.Was{Encoding: jsonText}, all, true},
		{steps, schema.Was{Encoding: jsonText}, all, false},
		{integer, schema.Was{Convert: schema.ConvertGo}, all, true},
		{point, schema.Was{Type: str, Convert: schema.ConvertGo}, none, false},
		{point, schema.Was{Type: object(field("x", integer)), Convert: schema.ConvertGo}, none, false},
		{object(field("x", integer)), schema.Was{Type: point, Convert: schema.ConvertGo}, none, true},
		{times, schema.Was{Type: durations, Convert: schema.ConvertGo}, none, false},
		{bytes, schema.Was{Type: integer, Convert: schema.ConvertGo}, none, true},
		{str, schema.Was{Type: integer, Convert: schema.ConvertGo}, all, true},
		{float, schema.Was{Type: integer, Convert: schema.ConvertGo}, most, true},
	} {
		name := fmt.Sprintf("%v was %v (%+v)", c.today, c.was.Type, c.was.Values)
		if got := c.was.Coverage(c.today); got != c.covers {
			t.Errorf("%s: covers %d, want %d", name, got, c.covers)
		}
		if got := c.was.Ambiguous(schema.Form{Type: c.today}); got != c.ambiguous {
			t.Errorf("%s: ambiguous is %v", name, got)
		}
	}
}
