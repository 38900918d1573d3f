package draw

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// odd has what getters read, or nearly do, and no setter stores.
var odd = map[schema.Kind][]any{
	schema.Int:      {"5", "-12", "05", "-0", "1.0", "9223372036854775807", "9223372036854775808"},
	schema.Time:     {"2028-02-29T8:00:00.5+01:00", "2030-02-29T08:00:00Z", "2030-01-01t00:00:00z", "2030-01-01T23:59:60Z"},
	schema.Duration: {"1.5s", "0", "-.5h", "1h 30m"},
	schema.Bytes:    {"aGVsbG9v", "aGVsbG9=", "aGVsb"},
}

// Value draws what a setter of a type may be given, as it stores it, whether the limits
// allow it or not.
func (d *Drawer) Value(t *schema.Type, c schema.Constraints, depth int) any {
	if d.Loose && d.Chance(4) {
		return d.Anything(2)
	}
	if all := odd[t.Kind]; d.Loose && len(all) > 0 && d.Chance(30) {
		return Pick(d, all...)
	}
	switch t.Kind {
	case schema.String:
		return d.Text()
	case schema.Bool:
		return d.Chance(50)
	case schema.Int, schema.Int64:
		return runtime.EncodeInt(d.integer(c))
	case schema.Float:
		return Pick(d, float64(d.IntN(20)-5), d.NormFloat64(), float64(d.IntN(500)), 2.5, 10.5, 1e300, 1<<53, 1e18)
	case schema.Time:
		return time.Unix(int64(d.IntN(3_000_000_000)), int64(Pick(d, 0, 0, 500_000_000, 1))).UTC().Format(time.RFC3339Nano)
	case schema.Duration:
		return Pick(d, time.Duration(d.IntN(40))*time.Hour, time.Duration(d.IntN(4000))*time.Millisecond, -time.Second, time.Duration(d.Int64())).String()
	case schema.Bytes:
		return base64.StdEncoding.EncodeToString(make([]byte, d.IntN(7)))
	case schema.Enum:
		v := Pick(d, t.Named.Values...)
		if d.Loose && len(v.RenamedFrom) > 0 {
			return Pick(d, v.RenamedFrom...)
		}
		return v.Value
	case schema.List:
		list := make([]any, d.count(depth, 5))
		for i := range list {
			list[i] = d.Value(t.Elem, schema.Constraints{}, depth-1)
		}
		return list
	case schema.Map:
		m := map[string]any{}
		for range d.count(depth, 3) {
			m[Pick(d, "a", "b", "f1", "f2")] = d.Value(t.Elem, schema.Constraints{}, depth-1)
		}
		return m
	case schema.Object:
		return d.objectValue(t.Named, depth)
	}
	if t.StoredAsText() {
		return Pick(d, t.Kind.Scalar().Samples...)
	}
	return d.Anything(2)
}

// count draws how many values a list or map has: none deep inside of others, since an
// object may require a list of itself.
func (d *Drawer) count(depth, n int) int {
	if depth < 0 {
		return 0
	}
	return d.IntN(n)
}

func (d *Drawer) objectValue(n *schema.Named, depth int) any {
	o := map[string]any{}
	for _, f := range n.Fields {
		name, form, c := f.Name, schema.Form{Type: f.Type}, f.Constraints
		if d.Loose {
			name, form, c = d.under(f)
		}
		switch {
		case !f.Optional && !(d.Loose && d.Chance(1)), d.Chance(60) && depth > 0:
			o[name] = d.Value(form.Type, c, depth-1)
		case d.Loose && d.Chance(10):
			o[name] = nil
		}
	}
	return o
}

// under draws under which of its names a field is, and in which of its forms.
func (d *Drawer) under(f *schema.Field) (string, schema.Form, schema.Constraints) {
	form, c := schema.Form{Type: f.Type}, f.Constraints
	if len(f.Was) > 0 && d.Chance(50) {
		w := Pick(d, f.Was...)
		if form, c = w.Form(form), (schema.Constraints{}); w.Key != "" {
			return w.Key, form, c
		}
	}
	if len(f.RenamedFrom) > 0 && d.Chance(30) {
		return Pick(d, f.RenamedFrom...), form, c
	}
	return f.Name, form, c
}

func (d *Drawer) integer(c schema.Constraints) int64 {
	list := []int64{int64(d.IntN(20)) - 5, int64(d.IntN(300)), d.Int64(), -d.Int64(), math.MaxInt64, 1<<53 + 1, 1 << 53, 1<<53 - 1}
	for _, b := range []*schema.Bound{c.Min, c.Max} {
		if b != nil {
			if i, ok := b.Data.(int64); ok {
				list = append(list, i, i+1, i-1, i, i)
			}
		}
	}
	return Pick(d, list...)
}

// Text draws a text, often one that may be taken for something else.
func (d *Drawer) Text() string {
	if d.Chance(30) {
		letters := []rune(Pick(d, "abcxyz", "abc019", "0123456789", "aB é_"))
		var b strings.Builder
		for range d.IntN(7) {
			b.WriteRune(Pick(d, letters...))
		}
		return b.String()
	}
	return Pick(d, "", "a", "text", "search", "pay", "done", "5", "-3", "5.5", "null", "true", `"x"`, "[]", "{}", `["a"]`, `{"a":1}`, "日本語",
		"2030-01-31T08:00:00Z", "1h0m0s", "aGk=", "9007199254740993", "12345", "xyz", fmt.Sprint(d.IntN(100)))
}

// Anything draws any value.
func (d *Drawer) Anything(depth int) any {
	if depth == 0 || d.Chance(70) {
		return Pick[any](d, d.Text(), d.IntN(100), 1.5, true, false, d.Text())
	}
	if d.Loose && d.Chance(50) {
		return Pick[any](d, nil, 0.0, -1.0, 1e300, 9007199254740991.0, 9007199254740992.0, []any{}, []any{nil}, []any{"a", "a"}, map[string]any{}, "ABCD")
	}
	if d.Chance(50) {
		return []any{d.Anything(depth - 1), d.Anything(depth - 1)}
	}
	return map[string]any{Pick(d, "a", "f1"): d.Anything(depth - 1)}
}

// Stored draws a value as a declaration stores it.
func (d *Drawer) Stored(t *schema.Type, c schema.Constraints, e schema.Encoding) any {
	v := d.Value(t, c, 3)
	if e != schema.JSONString || d.Loose && d.Chance(5) {
		return v
	}
	encode := runtime.EncodeValue
	if d.Loose { // as other programs write JSON
		encode = json.Marshal
	}
	text, err := encode(v)
	must(err)
	return string(text)
}

// Of draws a value of a key's form of today.
func (d *Drawer) Of(k *schema.Key) any { return d.Stored(k.Type, k.Constraints, k.Encoding) }

// State draws a state with values of today's forms, and of older ones, under all names. Of
// families it has the members whose parameters are 1, and others.
func (d *Drawer) State(r *reading.Schema) map[string]any {
	state := map[string]any{}
	for _, k := range r.Keys {
		for _, param := range []string{"1", Pick(d, "a", "_", "aa", "x_y", "total")} {
			for i, name := range k.Names(strings.Join(k.Literals(), param)) {
				if name != "" && d.Chance(90-30*min(i, 1)) {
					state[name] = d.form(k, i)
				}
			}
		}
	}
	return state
}

// form draws a value that may be under the i-th name of a key, or now and then not.
func (d *Drawer) form(k *reading.Key, i int) any {
	for _, o := range k.Older() {
		if o.Name == i && (i > 0 || d.Chance(30)) || d.Chance(10) {
			return d.Stored(o.Type, schema.Constraints{}, o.Encoding)
		}
	}
	return d.Of(k.Key)
}
