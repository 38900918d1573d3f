package names

import (
	"strconv"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
)

// converters names the unexported functions that belong to types, which nobody
// else depends on.
type converters struct {
	taken map[string]bool
}

// nameConverters names the functions of the types that keys hold.
func nameConverters(p *Package) {
	c := converters{taken: map[string]bool{}}
	for _, k := range p.Keys {
		p.Composites = c.needAll(k.GoType, k.Moves, p.Composites)
	}
	for _, t := range p.Types {
		if !t.Used() || !plan.PartsConstrained(t.Type.Type) {
			continue
		}
		for _, f := range t.Fields {
			f.PatternVar = c.unique("fieldPattern" + t.Ident + f.Ident)
		}
	}
}

// need makes sure that a type, and whatever it is made of, has converters, and
// adds lists and maps that had none to composites.
func (c converters) need(t *Type, composites []*Type) []*Type {
	if t.Kind == schema.Go || t.Scalar() != "" || t.Converter != "" {
		return composites
	}
	t.Converter = c.unique(word(t))
	if t.Elem != nil {
		return append(c.need(t.Elem, composites), t)
	}
	for _, f := range t.Named.Fields {
		composites = c.needAll(f.GoType, f.Moves, composites)
	}
	return composites
}

// needAll is need for a type and those that values of it once had.
func (c converters) needAll(t *Type, m Moves, composites []*Type) []*Type {
	composites = c.need(t, composites)
	for _, o := range m.Older {
		composites = c.need(o.GoType, composites)
	}
	return composites
}

// unique returns base, followed by a number if that name is taken.
func (c converters) unique(base string) string {
	name := base
	for n := 2; c.taken[name]; n++ {
		name = base + strconv.Itoa(n)
	}
	c.taken[name] = true
	return name
}

// word is what a converter's name says about its type.
func word(t *Type) string {
	switch {
	case t.Kind == schema.List:
		return "ListOf" + word(t.Elem)
	case t.Kind == schema.Map:
		return "MapOf" + word(t.Elem)
	case t.Kind == schema.Go:
		return t.Go.Name
	case t.Named != nil:
		return t.Named.Ident
	default:
		return t.Scalar()
	}
}
