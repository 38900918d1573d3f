package golang

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/schema"
)

// literal returns the Go expression of a default.
func literal(t *names.Type, data any) *jen.Statement {
	switch v := data.(type) {
	case string:
		if t.Kind == schema.Enum {
			return constant(t.Named, v)
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
	return compositeLiteral(t, data)
}

func compositeLiteral(t *names.Type, data any) *jen.Statement {
	switch t.Kind {
	case schema.List:
		return typeCode(t).ValuesFunc(func(g *jen.Group) {
			for _, item := range data.([]any) {
				g.Add(literal(t.Elem, item))
			}
		})
	case schema.Map:
		entries := data.(map[string]any)
		return typeCode(t).ValuesFunc(func(g *jen.Group) {
			for _, name := range slices.Sorted(maps.Keys(entries)) {
				g.Add(jen.Lit(name).Op(":").Add(literal(t.Elem, entries[name])))
			}
		})
	case schema.Object:
		return objectLiteral(t, data.(map[string]any))
	default:
		return jsonLiteral(data)
	}
}

func objectLiteral(t *names.Type, values map[string]any) *jen.Statement {
	return typeCode(t).ValuesFunc(func(g *jen.Group) {
		for _, f := range t.Named.Fields {
			v, ok := values[f.Name]
			if !ok || v == nil && f.Optional {
				continue
			}
			lit := literal(f.GoType, v)
			if f.Optional && f.GoType.Pointer() {
				lit = jen.New(converted(f.GoType, lit))
			}
			g.Add(jen.Id(f.Ident).Op(":").Add(lit))
		}
	})
}

// converted gives an untyped constant its type.
func converted(t *names.Type, lit *jen.Statement) *jen.Statement {
	switch t.Kind {
	case schema.Int64, schema.Float, schema.Duration:
		return typeCode(t).Call(lit)
	}
	return lit
}

// constant refers to the constant of an enum's value.
func constant(n *names.Named, value string) *jen.Statement {
	for _, v := range n.Values {
		if v.Value == value {
			return memberOf(n, v.Ident)
		}
	}
	return memberOf(n, n.Ident).Call(jen.Lit(value))
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

// storedLiteral is a value as a state stores it, where Go can't infer its type.
func storedLiteral(t *names.Type, data any) *jen.Statement {
	switch v := schema.Stored(data).(type) {
	case int64:
		if t.Kind == schema.Float {
			return floatInAny(float64(v))
		}
		if v < -1<<31 || v >= 1<<31 {
			return jen.Int64().Call(jen.Id(fmt.Sprint(v)))
		}
		return jen.Id(fmt.Sprint(v))
	case float64:
		return floatInAny(v)
	case []any:
		return jen.Index().Any().ValuesFunc(func(g *jen.Group) {
			for _, item := range v {
				g.Add(storedLiteral(t.Elem, item))
			}
		})
	default:
		return jsonLiteral(v)
	}
}

// floatInAny writes a float so that Go takes it for one.
func floatInAny(v float64) *jen.Statement {
	lit := floatText(v)
	if !strings.ContainsAny(lit, ".e") {
		lit += ".0"
	}
	return jen.Id(lit)
}
