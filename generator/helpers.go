package generator

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/schema"
)

// helpers keeps the unexported functions that convert lists and maps, one pair
// per distinct type, and the names of all converters.
type helpers struct {
	composites []goType          // in order of first use
	names      map[string]string // by type, in the schema's notation
	taken      map[string]bool
}

func newHelpers() *helpers {
	return &helpers{names: map[string]string{}, taken: map[string]bool{}}
}

// need makes sure that a type, and whatever it is made of, has converters.
func (h *helpers) need(t goType) {
	if t.Kind == schema.Go || scalarNames[t.Kind] != "" || h.has(t) {
		return
	}
	h.unique(t.describe(), h.word(t))
	if t.isComposite() {
		h.need(*t.elem)
		h.composites = append(h.composites, t)
		return
	}
	for _, f := range t.named.fields {
		h.need(f.typ)
	}
}

// unique returns the name of what id stands for: always the same, and base if
// nothing else is called so. These names are unexported, so that nobody else
// depends on them.
func (h *helpers) unique(id, base string) string {
	if name, ok := h.names[id]; ok {
		return name
	}
	name := base
	for n := 2; h.taken[name]; n++ {
		name = base + strconv.Itoa(n)
	}
	h.taken[name] = true
	h.names[id] = name
	return name
}

// has reports whether any key needs the type's converters.
func (h *helpers) has(t goType) bool { return h.names[t.describe()] != "" }

// word is what a converter's name says about its type.
func (h *helpers) word(t goType) string {
	switch {
	case t.Kind == schema.List:
		return "ListOf" + h.word(*t.elem)
	case t.Kind == schema.Map:
		return "MapOf" + h.word(*t.elem)
	case t.Kind == schema.Go:
		return t.Go.Name
	case t.named != nil:
		return t.named.name
	default:
		return scalarNames[t.Kind]
	}
}

// as returns the function that converts a read value to the type.
func (m *model) as(t goType) *jen.Statement { return m.converter("as", "As", t) }

// from returns the function that converts a value of the type to be written.
func (m *model) from(t goType) *jen.Statement { return m.converter("from", "From", t) }

func (m *model) converter(local, shared string, t goType) *jen.Statement {
	if name := scalarNames[t.Kind]; name != "" {
		return jen.Qual(typedPath, shared+name)
	}
	if t.Kind == schema.Go {
		return jen.Qual(typedPath, shared+"Go").Index(t.code())
	}
	return jen.Id(local + m.helpers.names[t.describe()])
}
