package generator

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/runtime"
)

func (m *model) initialFile(f *jen.File) {
	keys := m.initialKeys()
	section(f, "Initial is the state that a new session begins with. A nil field stores the default of a session key, "+
		"nothing for a family, and leaves any other key as it is: user and app keys may have values already.",
		"Temp keys are not part of it, since no service keeps them.")
	f.Type().Id("Initial").StructFunc(func(g *jen.Group) {
		for _, k := range keys {
			g.Add(k.comment(k.fieldDoc(), withDoc))
			g.Id(k.name).Add(k.initialType()).Tag(k.tags())
		}
	})

	section(f, "Build returns the state to create a session with, or every error of its values, joined.")
	m.initialBuild(f, keys)
	m.describe(f, "Initial")
}

// initialBuild prints Build, of chunks if there are many keys.
func (m *model) initialBuild(f *jen.File, keys []*key) {
	recv := jen.Id("i").Id("Initial")
	if len(keys) == 0 {
		recv = jen.Id("Initial")
	}
	chunks := slices.Collect(slices.Chunk(keys, chunkSize))
	f.Func().Params(recv).Id("Build").Params().
		Params(jen.Map(jen.String()).Any(), jen.Error()).
		BlockFunc(func(g *jen.Group) {
			g.Id("d").Op(":=").Id("NewDelta").Call()
			if len(chunks) == 1 {
				m.initialValues(g, keys)
			} else {
				for i := range chunks {
					g.Id(buildName(i)).Call(jen.Op("&").Id("i"), jen.Id("d"))
				}
			}
			g.Return(jen.Id("d").Dot("Build").Call())
		})
	if len(chunks) == 1 {
		return
	}
	for i, keys := range chunks {
		f.Line()
		f.Func().Id(buildName(i)).Params(jen.Id("i").Op("*").Id("Initial"), jen.Id("d").Op("*").Id("Delta")).
			BlockFunc(func(g *jen.Group) { m.initialValues(g, keys) })
	}
}

func buildName(chunk int) string { return fmt.Sprintf("build%d", chunk+1) }

func (m *model) initialValues(g *jen.Group, keys []*key) {
	for _, k := range keys {
		g.Add(m.initialValue(k))
	}
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

func (k *key) initialType() *jen.Statement {
	switch {
	case k.isFamily():
		return k.mapType()
	case k.mustBeInitial():
		return k.typ.code()
	default:
		return k.typ.optional()
	}
}

func (m *model) initialValue(k *key) *jen.Statement {
	set, field := jen.Id("d").Dot("Set"+k.name), jen.Id("i").Dot(k.name)
	if k.mustBeInitial() && !k.typ.pointer() {
		return jen.Id("d").Dot("note").Call(typedID("NotNull").Call(jen.Id(k.constant()), field)).Dot("Set" + k.name).Call(field)
	}
	if k.mustBeInitial() {
		return set.Call(field)
	}
	if k.isFamily() {
		return m.initialFamily(k)
	}
	given := field
	if k.typ.pointer() {
		given = jen.Op("*").Add(field)
	}
	stored := jen.If(field.Clone().Op("!=").Nil()).Block(set.Clone().Call(given))
	if k.Default != nil && k.Scope == runtime.ScopeSession {
		stored.Else().Block(set.Clone().Call(m.defaultValue(k)))
	}
	return stored
}

func (m *model) initialFamily(k *key) *jen.Statement {
	args := []jen.Code{jen.Id("p")}
	if len(k.fields) > 0 {
		args = nil
		for _, name := range k.fields {
			args = append(args, jen.Id("p").Dot(name))
		}
	}
	return jen.For(jen.List(jen.Id("p"), jen.Id("v")).Op(":=").Range().Id("i").Dot(k.name)).
		Block(jen.Id("d").Dot("Set" + k.name).Call(append(args, jen.Id("v"))...))
}
