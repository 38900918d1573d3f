package typescript

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// FileName is the name of the generated file.
const FileName = "state.gen.ts"

// File prints the module of a plan. Source is the schema's path as the header quotes it. Names
// that collide or can't be made are returned as diagnostics, and then there is no file.
func File(p *plan.Plan, source string) (plan.File, diag.List) {
	m := &module{plan: p, names: nameAll(p), used: map[string]bool{}}
	if len(m.problems) > 0 || p.Schema.Partial {
		return plan.File{}, m.problems
	}
	m.types()
	m.state()
	m.keys()
	m.defaults()
	m.client()
	if p.Schema.HasTarget(schema.TargetZod) {
		m.zod()
	}
	return plan.File{Name: FileName, Content: []byte(m.head(source) + m.body.String())}, nil
}

// Names returns the property of keys for each key that is not sensitive, and the names that collide
// or can't be made.
func Names(p *plan.Plan) (map[*schema.Key]string, diag.List) {
	n, of := nameAll(p), map[*schema.Key]string{}
	for k, name := range n.keys {
		if !k.Sensitive {
			of[k.Key] = name
		}
	}
	return of, n.problems
}

// module is the file while it is printed.
type module struct {
	*names
	plan *plan.Plan
	body strings.Builder
	used map[string]bool // built-in types and helpers that the body refers to
}

func (m *module) printf(format string, args ...any) { fmt.Fprintf(&m.body, format, args...) }

// use notes that the body refers to something that head or zod declares.
func (m *module) use(name string) string {
	m.used[name] = true
	return name
}

// head is the header, the imports, and the built-in types that are used.
func (m *module) head(source string) string {
	var b strings.Builder
	b.WriteString(strings.Join(plan.Lines(source), "\n") + "\n")
	if m.plan.Schema.HasTarget(schema.TargetZod) {
		b.WriteString("\nimport * as z from \"zod\";\n")
	}
	for _, t := range builtInTypes {
		if m.used[t.name] {
			b.WriteString("\n" + comment("", t.doc) + "export type " + t.declaration + ";\n")
		}
	}
	return b.String()
}

// builtInTypes are the types of values that JSON has no type for. A plain text can be given where
// one of them is wanted, but not one of them for another.
var builtInTypes = []builtInType{
	{"Integer", "Integer = number | `${bigint}`",
		"A whole number: a number up to 2^53-1 either way, and decimal text beyond, where a number would lose digits. BigInt() reads both."},
	{"Time", `Time = string & { readonly __type?: "time" }`, "A time in RFC 3339, such as 2030-01-31T08:00:00Z."},
	{"Duration", `Duration = string & { readonly __type?: "duration" }`, "A duration, such as 1h30m0s: units are h, m, s, ms, us and ns."},
	{"Bytes", `Bytes = string & { readonly __type?: "bytes" }`, "Bytes as base64 with padding."},
	{"JSONText", `JSONText<T> = string & { readonly __json?: T }`, "A value as JSON text in a string; JSON.parse() reads it."},
}

type builtInType struct{ name, declaration, doc string }

// types prints the enums and objects of the schema.
func (m *module) types() {
	for _, t := range m.plan.Schema.Types {
		if t.Kind == schema.Enum {
			m.enum(t)
		} else {
			m.object(t)
		}
	}
}

func (m *module) enum(t *schema.Named) {
	name, values := m.names.types[t], camel(m.names.types[t])+"Values"
	m.printf("\n%sexport const %s = [\n", comment("", "The values of "+name+"."), values)
	for _, v := range t.Values {
		m.printf("%s  %s,\n", comment("  ", v.Doc), quote(v.Value))
	}
	m.printf("] as const;\n\n%sexport type %s = (typeof %s)[number];\n", comment("", t.Doc), name, values)
}

func (m *module) object(t *schema.Named) {
	m.printf("\n%sexport interface %s {\n", comment("", t.Doc), m.names.types[t])
	for _, f := range t.Fields {
		mark, typ := "", m.typ(f.Type, f.Constraints)
		if f.Optional {
			mark, typ = "?", orNull(typ)
		}
		m.printf("%s  %s%s: %s;\n", comment("  ", f.Doc, deprecated(f.Deprecated)), property(f.Name), mark, typ)
	}
	m.printf("}\n")
}

// orNull is a type with null, which unknown has already.
func orNull(typ string) string {
	if typ == "unknown" {
		return typ
	}
	return typ + " | null"
}

// typ is the type of the values of one of the schema's types, as a state stores them.
func (m *module) typ(t *schema.Type, c schema.Constraints) string {
	switch t.Kind {
	case schema.List:
		return m.typ(t.Elem, schema.Constraints{}) + "[]" // of no union: each has a name
	case schema.Map:
		return "{ [name: string]: " + m.typ(t.Elem, schema.Constraints{}) + " }"
	case schema.Enum, schema.Object:
		return m.names.types[t.Named]
	case schema.Go:
		return "unknown"
	}
	s := t.Kind.Scalar()
	if s.JSON == "integer" && exact(c) {
		return "number"
	}
	if slices.ContainsFunc(builtInTypes, func(b builtInType) bool { return b.name == s.TypeScript }) {
		m.use(s.TypeScript)
	}
	return s.TypeScript
}
