package generator

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/runtime"
)

func (m *model) initialFile(f *jen.File) {
	keys := m.initialKeys()
	section(f, "Initial is the state that a new session begins with. A nil field stores the default of a session key, "+
		"and leaves any other key as it is: user and app keys may have values already.",
		"Temp keys are not part of it, since no service keeps them.")
	f.Type().Id("Initial").StructFunc(func(g *jen.Group) {
		for _, k := range keys {
			g.Add(k.comment(k.name+" is the value of "+k.facts()+".", withDoc))
			g.Id(k.name).Add(k.initialType())
		}
	})

	section(f, "Build returns the state to create a session with, or every error of its values, joined.")
	recv := jen.Id("i").Id("Initial")
	if len(keys) == 0 {
		recv = jen.Id("Initial")
	}
	f.Func().Params(recv).Id("Build").Params().
		Params(jen.Map(jen.String()).Any(), jen.Error()).
		BlockFunc(func(g *jen.Group) {
			g.Id("d").Op(":=").Id("NewDelta").Call()
			for _, k := range keys {
				g.Add(m.initialValue(k))
			}
			g.Return(jen.Id("d").Dot("Build").Call())
		})
}

func (m *model) initialKeys() []*key {
	var keys []*key
	for _, k := range m.keys {
		if k.Scope != runtime.ScopeTemp {
			keys = append(keys, k)
		}
	}
	return keys
}

// mustBeInitial reports whether a new session can't begin without the key. A
// required user or app key may have been set long before.
func (k *key) mustBeInitial() bool { return k.Required() && k.Scope == runtime.ScopeSession }

func (k *key) initialType() *jen.Statement {
	if k.mustBeInitial() {
		return k.typ.code()
	}
	return k.typ.optional()
}

func (m *model) initialValue(k *key) *jen.Statement {
	set, field := jen.Id("d").Dot("Set"+k.name), jen.Id("i").Dot(k.name)
	given := field.Clone()
	if k.typ.pointer() {
		given = jen.Op("*").Add(field)
	}
	switch {
	case k.mustBeInitial():
		return set.Call(field)
	case k.Default != nil && k.Scope == runtime.ScopeSession:
		return jen.If(field.Clone().Op("!=").Nil()).Block(set.Clone().Call(given)).
			Else().Block(set.Clone().Call(m.defaultValue(k)))
	default:
		return jen.If(field.Clone().Op("!=").Nil()).Block(set.Call(given))
	}
}

// defaultValue is an expression for a fresh default.
func (m *model) defaultValue(k *key) *jen.Statement {
	if k.inlineDefault() {
		return m.literal(k.typ, k.Default.Data)
	}
	return jen.Id(k.fallbackName()).Call()
}
