package golang

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
)

func printSnapshot(f *jen.File, p *names.Package) {
	section(f, "Snapshot has the value of every declared key at one moment. An optional key that isn't set is nil. "+
		"It shares nothing with the state. The getter with a field's name says more.")
	f.Type().Id("Snapshot").StructFunc(func(g *jen.Group) {
		for _, k := range p.Keys {
			printFieldComment(g, k)
			g.Id(k.Ident).Add(snapshotType(k)).Tag(tags(k))
		}
	})
	printLoad(f, p.Keys)
	printFormatters(f, "Snapshot")
}

// printFieldComment prints what a getter of the field's name doesn't say: what the
// keys of a family's map are. Tools look for a deprecation at each declaration.
func printFieldComment(g *jen.Group, k *names.Key) {
	switch {
	case k.IsFamily():
		g.Add(keyComment(k, mapDoc(k)))
	case k.Deprecated != "":
		g.Add(keyComment(k, k.Ident+" is the value of "+quoted(k)+"."))
	}
}

// snapshotType is the type of the key in a Snapshot.
func snapshotType(k *names.Key) *jen.Statement {
	switch {
	case k.IsFamily():
		return mapType(k)
	case k.Optional:
		return optionalCode(k.GoType)
	default:
		return typeCode(k.GoType)
	}
}

func printLoad(f *jen.File, all []*names.Key) {
	section(f, "Load reads every declared key of a state. Its error joins those of all keys that are required but missing, "+
		"have a value of another type, violate a constraint, or can't be read. The Snapshot is returned together with the "+
		"error and has all other values: a field whose value could not be read is left empty, even if the key has a default.")
	fields := chunks{
		name: "load", keys: all, fill: loadKeys,
		params: []jen.Code{
			jen.Id("s").Op("*").Id("Snapshot"), jen.Id("r").Op("*").Id("Reader"), jen.Id("errs").Op("*").Add(typedID("Errors")),
		},
		args: []jen.Code{jen.Id("s"), jen.Id("r"), jen.Id("errs")},
	}
	f.Func().Id("Load").Params(jen.Id("state").Add(rt("ReadonlyState"))).Params(jen.Op("*").Id("Snapshot"), jen.Error()).
		BlockFunc(func(g *jen.Group) {
			if len(all) > 0 {
				g.Id("r").Op(":=").Id("Read").Call(jen.Id("state"))
			}
			g.List(jen.Id("s"), jen.Id("errs")).Op(":=").List(jen.New(jen.Id("Snapshot")), jen.New(typedID("Errors")))
			fields.call(g)
			g.Return(jen.Id("s"), jen.Id("errs").Dot("Join").Call())
		})
	fields.print(f)
}

// chunks are statements about many keys. They are in functions of their own if one would be
// huge, on which the compiler is slow.
type chunks struct {
	name         string // of the functions, before a number
	keys         []*names.Key
	params, args []jen.Code
	fill         func(*jen.Group, []*names.Key)
}

const chunkSize = 32

// call prints the statements, or calls of their functions.
func (c chunks) call(g *jen.Group) {
	if len(c.keys) <= chunkSize {
		c.fill(g, c.keys)
		return
	}
	for i := range slices.Collect(slices.Chunk(c.keys, chunkSize)) {
		g.Id(fmt.Sprint(c.name, i+1)).Call(c.args...)
	}
}

// print prints the functions.
func (c chunks) print(f *jen.File) {
	if len(c.keys) <= chunkSize {
		return
	}
	for i, keys := range slices.Collect(slices.Chunk(c.keys, chunkSize)) {
		f.Line()
		f.Func().Id(fmt.Sprint(c.name, i+1)).Params(c.params...).BlockFunc(func(g *jen.Group) { c.fill(g, keys) })
	}
}

func loadKeys(g *jen.Group, keys []*names.Key) {
	if slices.ContainsFunc(keys, func(k *names.Key) bool { return k.IsFamily() }) {
		g.Var().Err().Error()
	}
	for _, k := range keys {
		switch {
		case k.IsFamily():
			g.List(jen.Id("s").Dot(k.Ident), jen.Err()).Op("=").Add(loadFamily(k))
			g.Id("errs").Dot("Add").Call(jen.Err())
		case k.Constrained():
			g.If(loadField(k)).Block(jen.Id("errs").Dot("Add").Call(loadCheck(k)))
		default:
			g.Add(loadField(k))
		}
	}
}

// loadField is the call that reads a key into its field, and says whether it
// could. It takes the getter, rather than what the getter returns, because a
// call with few operands and one result is what the compiler is quickest with.
func loadField(k *names.Key) *jen.Statement {
	load := "Load"
	switch {
	case k.Optional && k.GoType.Pointer():
		load = "LoadPointer"
	case k.Optional:
		load = "LoadNullable"
	}
	getter := jen.Parens(jen.Op("*").Id("Reader")).Dot(k.Ident)
	return typedID(load).Call(jen.Id("errs"), jen.Id("r"), getter, jen.Op("&").Id("s").Dot(k.Ident))
}

// loadCheck checks the constraints of a value that was read.
func loadCheck(k *names.Key) *jen.Statement {
	value, check := jen.Id("s").Dot(k.Ident), checkRef(k)
	err := check.Clone().Call(value)
	if k.Optional {
		err = typedID("IfSet").Call(value, check)
	}
	return redacted(k, typedID("At").Call(keyRef(k), err))
}
