package generator

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/schema"
)

// goType is a type of the schema as Go code sees it.
type goType struct {
	*schema.Type
	elem  *goType    // of List and Map
	named *namedType // of Enum and Object
}

func (b *builder) typeOf(t *schema.Type) goType {
	g := goType{Type: t}
	if t.Elem != nil {
		elem := b.typeOf(t.Elem)
		g.elem = &elem
	}
	if t.Named != nil {
		g.named = b.named[t.Named]
	}
	return g
}

// scalarNames are what runtime/typed calls its scalars.
var scalarNames = map[schema.Kind]string{
	schema.String:   "String",
	schema.Bool:     "Bool",
	schema.Int:      "Int",
	schema.Int64:    "Int64",
	schema.Float:    "Float",
	schema.Time:     "Time",
	schema.Duration: "Duration",
	schema.Bytes:    "Bytes",
	schema.JSON:     "JSON",
}

// code returns the type as Go writes it.
func (t goType) code() *jen.Statement {
	switch t.Kind {
	case schema.String:
		return jen.String()
	case schema.Bool:
		return jen.Bool()
	case schema.Int:
		return jen.Int()
	case schema.Int64:
		return jen.Int64()
	case schema.Float:
		return jen.Float64()
	case schema.Time:
		return jen.Qual("time", "Time")
	case schema.Duration:
		return jen.Qual("time", "Duration")
	case schema.Bytes:
		return jen.Index().Byte()
	case schema.JSON:
		return jen.Any()
	case schema.List:
		return jen.Index().Add(t.elem.code())
	case schema.Map:
		return jen.Map(jen.String()).Add(t.elem.code())
	case schema.Go:
		return jen.Qual(t.Go.Path, t.Go.Name)
	default:
		return t.named.code()
	}
}

// optional returns the type of a struct field that may be unset.
func (t goType) optional() *jen.Statement {
	if !t.pointer() {
		return t.code()
	}
	return jen.Op("*").Add(t.code())
}

func (n *namedType) code() *jen.Statement { return n.ref(n.name) }

// ref refers to a name that belongs to the type, wherever it is declared.
func (n *namedType) ref(name string) *jen.Statement {
	if n.Import != nil {
		return jen.Qual(n.Import.Path, name)
	}
	return jen.Id(name)
}

// describe returns the type in the schema's notation.
func (t goType) describe() string { return t.Type.String() }

func (t goType) isComposite() bool { return t.Kind == schema.List || t.Kind == schema.Map }

// refersToItself reports whether values of the type can hold themselves: an
// object among what it is made of has fields of its own type.
func (t goType) refersToItself() bool { return t.meets(map[*namedType]bool{}) }

// meets reports whether an object is met again inside of itself. Of the
// objects seen, those around the type are open.
func (t goType) meets(seen map[*namedType]bool) bool {
	if t.isComposite() {
		return t.elem.meets(seen)
	}
	if t.Kind != schema.Object {
		return false
	}
	if open, known := seen[t.named]; known {
		return open
	}
	seen[t.named] = true
	found := slices.ContainsFunc(t.named.fields, func(f *field) bool { return f.typ.meets(seen) })
	seen[t.named] = false
	return found
}
