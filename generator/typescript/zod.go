package typescript

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
)

// zod prints a zod schema for each type, and for the state. It accepts what Go's setters accept, as
// it is stored, and gives keys that aren't set their defaults. Fields and keys that aren't declared
// are kept.
func (m *module) zod() {
	before := m.body.String()
	m.body.Reset()
	for i, t := range m.plan.Schema.Types {
		m.zodType(t, m.plan.Schema.Types[i:])
	}
	m.zodState()
	schemas := m.body.String()
	m.body.Reset()
	m.printf("%s%s%s", before, m.helpers(), schemas)
}

// zodType prints the schema of an enum or object. Those of later are not there yet when it is made, so
// that a field of them, or of the object itself, is a getter.
func (m *module) zodType(t *schema.Named, later []*schema.Named) {
	if t.Kind == schema.Enum {
		m.printf("\nexport const %s = z.enum(%sValues);\n", m.schemaOf(t), camel(m.names.types[t]))
		return
	}
	m.printf("\nexport const %s = %s({\n", m.schemaOf(t), m.use("object"))
	for _, f := range t.Fields {
		value := m.zodValue(f.Type, f.Constraints, true)
		if f.Optional {
			value += ".nullish()"
		}
		if !refersTo(f.Type, later) {
			m.printf("  %s: %s,\n", entry(f.Name), value)
			continue
		}
		typ := "z.ZodType<" + m.typ(f.Type, f.Constraints) + ">"
		if f.Optional {
			typ = "z.ZodOptional<z.ZodNullable<" + typ + ">>"
		}
		m.printf("  get %s(): %s {\n    return %s;\n  },\n", entry(f.Name), typ, value)
	}
	m.printf("});\n")
}

func (m *module) schemaOf(t *schema.Named) string { return camel(m.names.types[t]) + "Schema" }

// refersTo reports whether a type is made of one of some named types.
func refersTo(t *schema.Type, some []*schema.Named) bool {
	if t.Elem != nil {
		return refersTo(t.Elem, some)
	}
	for _, n := range some {
		if t.Named == n {
			return true
		}
	}
	return false
}

// zodState prints the schema of the state. Frameworks extend it, which zod allows without refinements
// alone: so the check of families is in another.
func (m *module) zodState() {
	m.printf("\n%sexport const stateSchema = %s({\n", comment("", "The state, without families."), m.use("object"))
	var families strings.Builder
	for _, k := range m.plan.Keys {
		value := m.zodKey(k)
		switch {
		case k.IsFamily():
			fmt.Fprintf(&families, "\n  .superRefine(%s(%s, %s, %s))", m.use("family"), texts(k.Family.Texts), texts(k.Family.Except), value)
			continue
		case hasPublicDefault(k):
			value += ".default(" + m.zodDefault(k) + ")"
		case !k.Required():
			value += ".optional()"
		}
		m.printf("  %s: %s,\n", entry(k.Wire()), value)
	}
	m.printf("});\n")
	if families.Len() > 0 {
		m.printf("\n%sexport const wholeStateSchema = stateSchema%s;\n", comment("", "The state with families."), families.String())
	}
}

// zodKey is the schema of the values of a key.
func (m *module) zodKey(k *plan.Key) string {
	value := m.zodValue(k.Type, k.Constraints, false)
	if k.Encoding == schema.JSONString {
		return m.use("jsonText") + "(" + value + ")"
	}
	return value
}

// zodDefault is a default; one that could be changed is made anew each time.
func (m *module) zodDefault(k *plan.Key) string {
	text := m.defaultOf(k)
	switch {
	case strings.HasPrefix(text, "{"), strings.HasPrefix(text, "["):
		return "() => (" + text + " as " + m.value(k) + ")"
	}
	return text
}

// zodValue is the schema of values within limits. Inside says whether null is a value of a json.
func (m *module) zodValue(t *schema.Type, c schema.Constraints, inside bool) string {
	switch t.Kind {
	case schema.List:
		list := "z.array(" + m.zodValue(t.Elem, schema.Constraints{}, true) + ")" + counts(c.MinItems, c.MaxItems)
		if c.Unique {
			list += "\n    .refine((list) => new Set(list.map(String)).size === list.length, \"items that differ\")"
		}
		return list
	case schema.Map:
		return "z.record(" + m.use("text") + "(), " + m.zodValue(t.Elem, schema.Constraints{}, true) + ")"
	case schema.Enum, schema.Object:
		return m.schemaOf(t.Named)
	case schema.JSON, schema.Go:
		return m.use("json") + "(" + strconv.FormatBool(inside) + ")"
	}
	return m.zodScalar(t.Kind.Scalar(), c)
}

func counts(low, high *schema.Limit) string {
	return chained("min", limit(nil, low)) + chained("max", limit(nil, high))
}

func chained(method, limit string) string {
	if limit == "" {
		return ""
	}
	return "." + method + "(" + limit + ")"
}

func (m *module) zodScalar(s *schema.Scalar, c schema.Constraints) string {
	switch {
	case s.JSON == "integer" && exact(c):
		return fmt.Sprintf("z.int().min(%d).max(%d)", c.Min.Data, c.Max.Data)
	case s.Zod == "":
		return "z.string().regex(new RegExp(" + quote(s.Pattern) + ", \"u\"))"
	}
	value := m.use(s.Zod) + "(" + limits(c) + ")"
	if strings.HasPrefix(s.Zod, "z.") {
		value = s.Zod + "()" + chained("min", limit(c.Min, nil)) + chained("max", limit(c.Max, nil))
	}
	if c.Pattern != nil {
		value += ".regex(new RegExp(" + quote(c.Pattern.Expr) + ", \"u\"))"
	}
	return value
}

// limits are the arguments that say what a value must be at least and at most.
func limits(c schema.Constraints) string {
	low, high := limit(c.Min, c.MinLength), limit(c.Max, c.MaxLength)
	switch {
	case high != "":
		return strings.Join([]string{orUndefined(low), high}, ", ")
	default:
		return low
	}
}

func limit(bound *schema.Bound, count *schema.Limit) string {
	switch {
	case count != nil:
		return strconv.Itoa(count.N)
	case bound == nil:
		return ""
	}
	switch v := bound.Data.(type) {
	case int64:
		return quote(strconv.FormatInt(v, 10))
	case time.Time, time.Duration, float64:
		return literal(v)
	}
	return ""
}

func orUndefined(text string) string {
	if text == "" {
		return "undefined"
	}
	return text
}

func texts(list []string) string {
	quoted := make([]string, len(list))
	for i, text := range list {
		quoted[i] = quote(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// helpers are the functions that the schemas call, and those that these call.
func (m *module) helpers() string {
	var b strings.Builder
	for _, h := range zodHelpers() {
		if m.used[h.name] {
			for _, other := range h.uses {
				m.used[other] = true
			}
		}
	}
	for _, h := range zodHelpers() {
		if m.used[h.name] {
			b.WriteString("\n" + h.text)
		}
	}
	return b.String()
}
