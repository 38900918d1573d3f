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
			g.Add(k.comment(k.fieldDoc(), withDoc))
			g.Id(k.name).Add(k.snapshotType()).Tag(k.tags())
		}
	})
	m.load(f)
	m.describe(f, "Snapshot")
}

func (k *key) fieldDoc() string {
	if k.isFamily() {
		return k.mapDoc()
	}
	return k.name + " is the value of " + k.facts() + "."
}

// snapshotType is the type of the key in a Snapshot.
func (k *key) snapshotType() *jen.Statement {
	switch {
	case k.isFamily():
		return k.mapType()
	case k.Optional:
		return k.typ.optional()
	default:
		return k.typ.code()
	}
}

func (m *model) load(f *jen.File) {
	section(f, "Load reads every declared key of a state. Its error joins those of all keys that are missing though "+
		"required, hold something else than the schema says, exceed its limits, or can't be read. The Snapshot is returned "+
		"beside it, and has all others: a field whose value could not be read is empty, and its default is not put there.")
	chunks := slices.Collect(slices.Chunk(m.keys, chunkSize))
	f.Func().Id("Load").Params(jen.Id("state").Add(rt("ReadonlyState"))).Params(jen.Op("*").Id("Snapshot"), jen.Error()).
		BlockFunc(func(g *jen.Group) {
			if len(m.keys) > 0 {
				g.Id("r").Op(":=").Id("Read").Call(jen.Id("state"))
			}
			g.List(jen.Id("s"), jen.Id("errs")).Op(":=").List(jen.New(jen.Id("Snapshot")), jen.New(typedID("Errors")))
			if len(chunks) == 1 {
				m.loadKeys(g, m.keys)
			} else {
				for i := range chunks {
					g.Id("s").Dot(loadName(i)).Call(jen.Id("r"), jen.Id("errs"))
				}
			}
			g.Return(jen.Id("s"), jen.Id("errs").Dot("Join").Call())
		})
	if len(chunks) > 1 {
		m.loadChunks(f, chunks)
	}
}

func (m *model) loadChunks(f *jen.File, chunks [][]*key) {
	for i, keys := range chunks {
		f.Line()
		f.Func().Params(jen.Id("s").Op("*").Id("Snapshot")).Id(loadName(i)).
			Params(jen.Id("r").Op("*").Id("Reader"), jen.Id("errs").Op("*").Add(typedID("Errors"))).
			BlockFunc(func(g *jen.Group) { m.loadKeys(g, keys) })
	}
}

func loadName(chunk int) string { return fmt.Sprintf("load%d", chunk+1) }

func (m *model) loadKeys(g *jen.Group, keys []*key) {
	if slices.ContainsFunc(keys, (*key).isFamily) {
		g.Var().Err().Error()
	}
	for _, k := range keys {
		switch {
		case k.isFamily():
			g.List(jen.Id("s").Dot(k.name), jen.Err()).Op("=").Add(m.loadFamily(k))
			g.Id("errs").Dot("Add").Call(jen.Err())
		case m.limited(k):
			g.If(m.loadField(k)).Block(jen.Id("errs").Dot("Add").Call(m.loadCheck(k)))
		default:
			g.Add(m.loadField(k))
		}
	}
}

// loadField is the call that reads a key into its field, and says whether it
// could. It takes the getter, rather than what the getter returns, because a
// call with few operands and one result is what the compiler is quickest with.
func (m *model) loadField(k *key) *jen.Statement {
	load := "Load"
	switch {
	case k.Optional && k.typ.pointer():
		load = "LoadPointer"
	case k.Optional:
		load = "LoadNullable"
	}
	getter := jen.Parens(jen.Op("*").Id("Reader")).Dot(k.name)
	return typedID(load).Call(jen.Id("errs"), jen.Id("r"), getter, jen.Op("&").Id("s").Dot(k.name))
}

// loadCheck checks the limits of a value that was read.
func (m *model) loadCheck(k *key) *jen.Statement {
	value, check := jen.Id("s").Dot(k.name), jen.Id(k.checkName())
	err := check.Clone().Call(value)
	if k.Optional {
		err = typedID("IfSet").Call(value, check)
	}
	return k.redacted(typedID("At").Call(k.ref(), err))
}
