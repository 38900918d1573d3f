package breaking

import (
	"encoding/base64"
	"fmt"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// This file makes values that may tell two forms apart: plain ones, and those at
// the edges of what either takes. Some are not of the form that is to store them;
// whoever tries them finds out.

// values are values that from may store, the plainest first.
func (m *maker) values(from, to form, depth int) []any {
	if depth == 0 {
		return nil
	}
	switch from.typ.Kind {
	case schema.String:
		return m.texts(from, to, depth)
	case schema.Bool:
		return []any{true, false}
	case schema.Int, schema.Int64:
		return each(integers(from, to), func(i int64) any { return runtime.EncodeInt(i) })
	case schema.Float:
		return each(floats(from, to), func(f float64) any { return f })
	case schema.Time:
		return each(times(from, to), func(t time.Time) any { return t.UTC().Format(time.RFC3339Nano) })
	case schema.Duration:
		return each(durations(from, to), func(d time.Duration) any { return d.String() })
	case schema.Bytes:
		return each(lengths(from, to), func(n int) any { return base64.StdEncoding.EncodeToString(make([]byte, n)) })
	case schema.Enum:
		return each(from.typ.Named.Values, func(v schema.EnumValue) any { return v.Value })
	case schema.List:
		return append(m.lists(from, to), m.each(from.elem(), part(to), depth, func(v any) any { return m.listWith(from, v) })...)
	case schema.Map:
		return append([]any{map[string]any{}}, m.mapsOf(from, to, depth)...)
	case schema.Object:
		return m.objects(from, to, depth)
	}
	if from.typ.StoredAsText() {
		return from.typ.Kind.Scalar().Samples
	}
	return m.anything(to, depth)
}

func each[T, U any](list []T, of func(T) U) []U {
	all := make([]U, len(list))
	for i, v := range list {
		all[i] = of(v)
	}
	return all
}

// part is what is compared with the inside of another form.
func part(f form) form {
	if f.typ.Elem != nil {
		return f.elem()
	}
	return f
}

// each puts values of a part into something.
func (m *maker) each(from, to form, depth int, put func(any) any) []any {
	inner := m.values(from, to, depth-1)
	return each(inner[:min(len(inner), most)], put)
}

// sample is a plain value of from, which to takes as well if there is such a one.
func (m *maker) sample(from, to form, depth int) any {
	if from.typ.Kind == schema.Object {
		return orNil(m.base(from, to))
	}
	id := fmt.Sprint(depth, from.id(), " to ", to.id())
	v, known := m.samples[id]
	if !known {
		v = m.newSample(from, to, depth)
		m.samples[id] = v
	}
	return v
}

func (m *maker) newSample(from, to form, depth int) any {
	a, b := m.reader.Value(from.typ, from.Constraints), m.reader.Value(to.typ, to.Constraints)
	var first any
	for _, list := range []func() []any{func() []any { return m.empty(from) }, func() []any { return m.values(from, to, depth) }} {
		for _, v := range list() {
			if !a.Stores(v) {
				continue
			}
			if effectOf(a.ReadValue(v), b.ReadValue(v)) == same {
				return v
			}
			if first == nil {
				first = v
			}
		}
	}
	return first
}

// empty is the value of a collection that costs least.
func (m *maker) empty(f form) []any {
	switch f.typ.Kind {
	case schema.List:
		return []any{[]any{}}
	case schema.Map:
		return []any{map[string]any{}}
	}
	return nil
}

// encoded are values of a key as it stores them, if the two keys encode differently
// or convert.
func (m *maker) encoded(from, to *reading.Key) []any {
	list := m.values(formOf(from.Key), formOf(to.Key), depth)
	if from.Encoding != schema.JSONString {
		if to.Encoding == schema.JSONString {
			list = append(list, each(m.values(formOf(to.Key), formOf(to.Key), depth), func(v any) any { return jsonText(v) })...)
		}
		return list
	}
	return each(list, func(v any) any { return jsonText(v) })
}

// lists are lists of plain items, as many as the limits of either allow, and one
// with an item twice.
func (m *maker) lists(from, to form) []any {
	counts := []int{1, 0, 2}
	for _, f := range []form{from, to} {
		for _, limit := range []*schema.Limit{f.MinItems, f.MaxItems} {
			if limit != nil {
				counts = append(counts, limit.N, limit.N-1, limit.N+1)
			}
		}
	}
	counts = inRange(counts, longList)
	items := m.distinct(from.elem(), part(to), slices.Max(counts))
	all := []any{}
	for _, n := range counts {
		if n <= len(items) {
			all = append(all, slices.Clone(items[:n]))
		} else if len(items) > 0 && !from.Unique {
			all = append(all, slices.Repeat(items[:1], n))
		}
	}
	for n := range counts {
		if len(items) > n && !from.Unique {
			all = append(all, append(slices.Clone(items[:n+1]), items[0]))
		}
	}
	return all
}

// listWith is a list with an item, and as many others as it needs.
func (m *maker) listWith(from form, item any) any {
	list := []any{item}
	if from.MinItems == nil {
		return list
	}
	for _, other := range m.distinct(from.elem(), from.elem(), min(from.MinItems.N, longList)+1) {
		if len(list) < from.MinItems.N && jsonText(other) != jsonText(item) {
			list = append(list, other)
		}
	}
	for len(list) < min(from.MinItems.N, longList) && !from.Unique {
		list = append(list, item)
	}
	return list
}

// distinct are up to n different values of a form; those that the other one takes
// come first.
func (m *maker) distinct(from, to form, n int) []any {
	id := fmt.Sprint(n, from.id(), " to ", to.id())
	list, known := m.items[id]
	if !known {
		m.items[id] = nil // for an object that has a list of itself
		list = m.newDistinct(from, to, n)
		m.items[id] = list
	}
	return list
}

func (m *maker) newDistinct(from, to form, n int) []any {
	a, b := m.reader.Value(from.typ, from.Constraints), m.reader.Value(to.typ, to.Constraints)
	var good, other []any
	known := map[string]bool{}
	for _, v := range slices.Concat(m.values(from, to, depth-1), counted(from, n)) {
		id := jsonText(v)
		if known[id] || !a.Stores(v) {
			continue
		}
		known[id] = true
		if effectOf(a.ReadValue(v), b.ReadValue(v)) == same {
			good = append(good, v)
		} else {
			other = append(other, v)
		}
	}
	good = append(good, other...)
	return good[:min(n, len(good))]
}

// counted are many different values of a scalar form.
func counted(f form, n int) []any {
	var list []any
	for i := range n {
		switch f.typ.Kind {
		case schema.String:
			list = append(list, fmt.Sprintf("v%d", i))
		case schema.Int, schema.Int64, schema.Float:
			list = append(list, i, -i, i+lowest(f))
		}
	}
	return list
}

func lowest(f form) int {
	if f.Min != nil {
		switch b := f.Min.Data.(type) {
		case int64:
			return int(b)
		case float64:
			return int(b)
		}
	}
	return 0
}

func (m *maker) mapsOf(from, to form, depth int) []any {
	list := m.each(from.elem(), part(to), depth, func(v any) any { return map[string]any{"a": v} })
	if to.typ.Kind == schema.Object {
		plain := m.sample(from.elem(), from.elem(), depth-1)
		whole := map[string]any{}
		for _, f := range to.typ.Named.Fields {
			whole[f.Name] = plain
		}
		list = append(list, whole)
	}
	return list
}

// base is a plain object, with those fields alone that it needs on either side.
func (m *maker) base(from, to form) map[string]any {
	pair := [2]*schema.Named{from.typ.Named, to.typ.Named}
	if known, ok := m.bases[pair]; ok {
		return known
	}
	o, left := map[string]any{}, largest
	m.bases[pair] = o
	for _, f := range from.typ.Named.Fields {
		other, needed := fieldForm(f), !f.Optional
		if to.typ.Kind == schema.Object {
			if g := counterpart(to.typ.Named, f); g != nil {
				other, needed = fieldForm(g), needed || !g.Optional
			}
		}
		if !needed {
			continue
		}
		v := m.sample(fieldForm(f), other, depth)
		if o[f.Name] = v; !fits(v, &left) {
			m.bases[pair], m.tooLarge = nil, true
			return nil
		}
	}
	return o
}

// largest is how many parts a value has at most that is made.
const largest = 500

// fits counts the parts of a value.
func fits(v any, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	switch v := v.(type) {
	case []any:
		return !slices.ContainsFunc(v, func(item any) bool { return !fits(item, left) })
	case map[string]any:
		for _, value := range v {
			if !fits(value, left) {
				return false
			}
		}
	}
	return true
}

func (m *maker) objects(from, to form, depth int) []any {
	plain := m.base(from, to)
	if plain == nil {
		return nil
	}
	fields := from.typ.Named.Fields
	var lists [][]any
	for _, f := range fields[:min(len(fields), fieldsAt[min(depth, len(fieldsAt)-1)])] {
		other := part(to)
		if to.typ.Kind == schema.Object {
			other = fieldForm(f)
			if g := counterpart(to.typ.Named, f); g != nil {
				other = fieldForm(g)
			}
		}
		lists = append(lists, m.each(fieldForm(f), other, depth, func(v any) any { return withField(plain, f.Name, v) }))
	}
	return append([]any{plain}, inTurn(lists)...)
}

// inTurn takes the first of each list, then the second of each.
func inTurn(lists [][]any) []any {
	var all []any
	for i, more := 0, true; more; i++ {
		more = false
		for _, list := range lists {
			if i < len(list) {
				all, more = append(all, list[i]), true
			}
		}
	}
	return all
}

// anything are values of every form that JSON has, and some that to takes. All numbers
// of JSON are stored as floats.
func (m *maker) anything(to form, depth int) []any {
	list := []any{"text", 5.0, true, 1.5, []any{}, map[string]any{}, []any{"a"}, map[string]any{"a": 1.0}, ""}
	if to.typ.Kind == schema.JSON || to.typ.Kind == schema.Go {
		return list
	}
	own := m.values(to, to, depth-1)
	return append(list, each(own[:min(len(own), most)], func(v any) any {
		if i, ok := v.(int); ok {
			return float64(i)
		}
		return v
	})...)
}
