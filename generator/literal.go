package generator

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/schema"
)

// literal returns the Go expression of a default.
func (m *model) literal(t goType, data any) *jen.Statement {
	switch v := data.(type) {
	case string:
		if t.Kind == schema.Enum {
			return t.named.constant(v)
		}
		return jen.Lit(v)
	case bool:
		return jen.Lit(v)
	case int64:
		return jen.Id(strconv.FormatInt(v, 10))
	case float64:
		return floatLiteral(v)
	case time.Time:
		return timeLiteral(v)
	case time.Duration:
		return durationLiteral(v)
	case []byte:
		return jen.Index().Byte().Call(jen.Lit(string(v)))
	}
	return m.compositeLiteral(t, data)
}

func (m *model) compositeLiteral(t goType, data any) *jen.Statement {
	switch t.Kind {
	case schema.List:
		return t.code().ValuesFunc(func(g *jen.Group) {
			for _, item := range data.([]any) {
				g.Add(m.literal(*t.elem, item))
			}
		})
	case schema.Map:
		entries := data.(map[string]any)
		return t.code().ValuesFunc(func(g *jen.Group) {
			for _, name := range slices.Sorted(maps.Keys(entries)) {
				g.Add(jen.Lit(name).Op(":").Add(m.literal(*t.elem, entries[name])))
			}
		})
	case schema.Object:
		return m.objectLiteral(t, data.(map[string]any))
	default:
		return jsonLiteral(data)
	}
}

func (m *model) objectLiteral(t goType, values map[string]any) *jen.Statement {
	return t.code().ValuesFunc(func(g *jen.Group) {
		for _, f := range t.named.fields {
			v, ok := values[f.Name]
			if !ok || v == nil && f.Optional {
				continue
			}
			lit := m.literal(f.typ, v)
			if f.Optional && f.typ.pointer() {
				lit = jen.New(f.typ.converted(lit))
			}
			g.Add(jen.Id(f.name).Op(":").Add(lit))
		}
	})
}

// converted gives an untyped constant its type.
func (t goType) converted(lit *jen.Statement) *jen.Statement {
	switch t.Kind {
	case schema.Int64, schema.Float, schema.Duration:
		return t.code().Call(lit)
	}
	return lit
}

// constant refers to the constant of an enum's value.
func (n *namedType) constant(value string) *jen.Statement {
	for _, v := range n.values {
		if v.Value == value {
			return n.ref(v.name)
		}
	}
	return n.code().Call(jen.Lit(value))
}

func floatLiteral(v float64) *jen.Statement { return jen.Id(floatText(v)) }

func floatText(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func timeLiteral(v time.Time) *jen.Statement {
	v = v.UTC()
	return jen.Qual("time", "Date").Call(
		jen.Lit(v.Year()), jen.Qual("time", v.Month().String()), jen.Lit(v.Day()),
		jen.Lit(v.Hour()), jen.Lit(v.Minute()), jen.Lit(v.Second()), jen.Lit(v.Nanosecond()),
		jen.Qual("time", "UTC"),
	)
}

// durationLiteral counts in the largest unit that divides the duration.
func durationLiteral(v time.Duration) *jen.Statement {
	for _, unit := range []struct {
		d    time.Duration
		name string
	}{
		{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"},
		{time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"},
	} {
		if v != 0 && v%unit.d == 0 {
			return jen.Lit(int(v/unit.d)).Op("*").Qual("time", unit.name)
		}
	}
	return jen.Lit(int(v))
}

// jsonLiteral writes a value of any shape that JSON has.
func jsonLiteral(data any) *jen.Statement {
	switch v := data.(type) {
	case nil:
		return jen.Nil()
	case []any:
		return jen.Index().Any().ValuesFunc(func(g *jen.Group) {
			for _, item := range v {
				g.Add(jsonLiteral(item))
			}
		})
	case map[string]any:
		return jen.Map(jen.String()).Any().ValuesFunc(func(g *jen.Group) {
			for _, name := range slices.Sorted(maps.Keys(v)) {
				g.Add(jen.Lit(name).Op(":").Add(jsonLiteral(v[name])))
			}
		})
	case json.Number:
		if f, err := v.Float64(); err == nil && !strings.ContainsAny(v.String(), "\"`") {
			return jen.Float64().Call(floatLiteral(f))
		}
		return jen.Qual("encoding/json", "Number").Call(jen.Lit(v.String()))
	case float64:
		return jen.Float64().Call(floatLiteral(v))
	case int64:
		return jen.Float64().Call(jen.Id(strconv.FormatInt(v, 10)))
	case string:
		return jen.Lit(v)
	case bool:
		return jen.Lit(v)
	}
	panic(fmt.Sprintf("generator: a json default of type %T", data))
}
