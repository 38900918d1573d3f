package breaking

import (
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
)

// form is a type with its constraints.
type form struct {
	typ *schema.Type
	schema.Constraints
}

func formOf(k *schema.Key) form { return form{k.Type, k.Constraints} }

func fieldForm(f *schema.Field) form { return form{f.Type, f.Constraints} }

func (f form) elem() form { return form{typ: f.typ.Elem} }

// within is a list's form with other constraints, as far as its items can have them.
func (f form) within(c schema.Constraints) form {
	scalars := []schema.Kind{schema.String, schema.Int, schema.Int64, schema.Float, schema.Bool, schema.Enum}
	c.Unique = c.Unique && slices.Contains(scalars, f.typ.Elem.Kind)
	return form{f.typ, c}
}

// only is an object's form with one field alone: what else is wrong with values is not
// told of it.
func (f form) only(field *schema.Field) form {
	one := *f.typ.Named
	one.Fields = []*schema.Field{field}
	return form{typ: &schema.Type{Kind: schema.Object, Named: &one}}
}

// id tells forms apart.
func (f form) id() string { return typeID(f.typ) + " " + constraints(f.Constraints) }

func typeID(t *schema.Type) string {
	switch {
	case t.Elem != nil:
		return t.Kind.String() + " of " + typeID(t.Elem)
	case t.Named != nil:
		return fmt.Sprintf("%p", t.Named)
	}
	return t.String()
}

func fieldNamed(list []*schema.Field, name string) *schema.Field {
	if i := slices.IndexFunc(list, func(f *schema.Field) bool { return f.Name == name }); i >= 0 {
		return list[i]
	}
	return nil
}

// counterpart is the field of another object that stands for f, by one name or another.
func counterpart(other *schema.Named, f *schema.Field) *schema.Field {
	for _, name := range append([]string{f.Name}, plan.FieldMoves(f).Names...) {
		if g := fieldNamed(other.Fields, name); g != nil {
			return g
		}
	}
	for _, g := range other.Fields {
		for _, name := range plan.FieldMoves(g).Names {
			if name == f.Name {
				return g
			}
		}
	}
	return nil
}

// stands reports whether a field of an object stands for f, and for no other one.
func stands(from, to *schema.Named, f *schema.Field) bool {
	g := counterpart(from, f)
	return g != nil && counterpart(to, g) == f
}
