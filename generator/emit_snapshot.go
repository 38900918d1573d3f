package generator

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
)

// chunkSize is how many keys one function loads: the compiler is slow on huge
// functions.
const chunkSize = 32

func (m *model) snapshotFile(f *jen.File) {
	section(f, "Snapshot holds the value of every declared key at one moment. An optional key that isn't set is nil. "+
		"It shares nothing with the state.")
	f.Type().Id("Snapshot").StructFunc(func(g *jen.Group) {
		for _, k := range m.keys {
			g.Add(k.comment(k.name+" is the value of "+k.facts()+".", withDoc))
			g.Id(k.name).Add(k.fieldType())
		}
	})

	section(f, "Load reads every declared key of a state. Its error joins those of all keys that are missing though "+
		"required, or hold something else than the schema says.")
	load := jen.Func().Id("Load").Params(jen.Id("state").Add(rt("ReadonlyState"))).Params(jen.Op("*").Id("Snapshot"), jen.Error())
	if len(m.keys) <= chunkSize {
		f.Add(load.BlockFunc(func(g *jen.Group) {
			g.Var().Defs(
				jen.Id("s").Id("Snapshot"),
				jen.Id("errs").Add(typedID("Errors")),
			)
			if len(m.keys) > 0 {
				g.Id("r").Op(":=").Id("Read").Call(jen.Id("state"))
			}
			m.loadKeys(g, m.keys)
			finishLoad(g)
		}))
		return
	}
	m.chunkedLoad(f, load)
}

func (m *model) chunkedLoad(f *jen.File, load *jen.Statement) {
	chunks := slices.Collect(slices.Chunk(m.keys, chunkSize))
	name := func(i int) string { return fmt.Sprintf("load%d", i+1) }
	f.Add(load.BlockFunc(func(g *jen.Group) {
		g.Var().Defs(
			jen.Id("s").Id("Snapshot"),
			jen.Id("errs").Add(typedID("Errors")),
		)
		g.Id("r").Op(":=").Id("Read").Call(jen.Id("state"))
		for i := range chunks {
			g.Id("s").Dot(name(i)).Call(jen.Id("r"), jen.Op("&").Id("errs"))
		}
		finishLoad(g)
	}))
	for i, keys := range chunks {
		f.Line()
		f.Func().Params(jen.Id("s").Op("*").Id("Snapshot")).Id(name(i)).
			Params(jen.Id("r").Op("*").Id("Reader"), jen.Id("errs").Op("*").Add(typedID("Errors"))).
			BlockFunc(func(g *jen.Group) { m.loadKeys(g, keys) })
	}
}

func finishLoad(g *jen.Group) {
	g.If(jen.Err().Op(":=").Id("errs").Dot("Join").Call(), jen.Err().Op("!=").Nil()).
		Block(jen.Return(jen.Nil(), jen.Err()))
	g.Return(jen.Op("&").Id("s"), jen.Nil())
}

func (m *model) loadKeys(g *jen.Group, keys []*key) {
	if len(keys) > 0 {
		g.Var().Err().Error()
	}
	for _, k := range keys {
		value := jen.Id("r").Dot(k.name).Call()
		if k.Optional && k.typ.pointer() {
			value = typedID("Pointer").Call(value)
		} else if k.Optional {
			value = typedID("Nullable").Call(value)
		}
		g.List(jen.Id("s").Dot(k.name), jen.Err()).Op("=").Add(value)
		g.Id("errs").Dot("Add").Call(jen.Err())
	}
}

// fieldType is the type of the key in a Snapshot.
func (k *key) fieldType() *jen.Statement {
	if k.Optional {
		return k.typ.optional()
	}
	return k.typ.code()
}
