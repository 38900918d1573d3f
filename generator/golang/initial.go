package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/runtime"
)

func printInitial(f *jen.File, p *names.Package) {
	keys := initialKeys(p.Keys)
	section(f, "Initial is the state that a new session begins with. A nil field stores the default of a session key, "+
		"nothing for a family, and leaves any other key as it is: user and app keys may have values already. The getter with a field's name says more.",
		"Temp keys are not part of it, since no service keeps them.")
	f.Type().Id("Initial").StructFunc(func(g *jen.Group) {
		for _, k := range keys {
			printFieldComment(g, k)
			g.Id(k.Ident).Add(initialType(k)).Tag(tags(k))
		}
	})

	section(f, "Build returns the state to create a session with, or every error of its values, joined.")
	printBuild(f, keys)
	printFormatters(f, "Initial")
}

func printBuild(f *jen.File, keys []*names.Key) {
	recv := jen.Id("i").Id("Initial")
	if len(keys) == 0 {
		recv = jen.Id("Initial")
	}
	values := chunks{
		name: "build", keys: keys,
		params: []jen.Code{jen.Id("i").Op("*").Id("Initial"), jen.Id("d").Op("*").Id("Delta")},
		args:   []jen.Code{jen.Op("&").Id("i"), jen.Id("d")},
		fill: func(g *jen.Group, keys []*names.Key) {
			for _, k := range keys {
				g.Add(initialValue(k))
			}
		},
	}
	f.Func().Params(recv).Id("Build").Params().
		Params(jen.Map(jen.String()).Any(), jen.Error()).
		BlockFunc(func(g *jen.Group) {
			g.Id("d").Op(":=").Id("NewDelta").Call()
			values.call(g)
			g.Return(jen.Id("d").Dot("Build").Call())
		})
	values.print(f)
}

func initialKeys(all []*names.Key) []*names.Key {
	var keys []*names.Key
	for _, k := range all {
		if k.CanBeInitial() {
			keys = append(keys, k)
		}
	}
	return keys
}

func initialType(k *names.Key) *jen.Statement {
	switch {
	case k.IsFamily():
		return mapType(k)
	case k.MustBeInitial():
		return typeCode(k.GoType)
	default:
		return optionalCode(k.GoType)
	}
}

func initialValue(k *names.Key) *jen.Statement {
	set, field := jen.Id("d").Dot("Set"+k.Ident), jen.Id("i").Dot(k.Ident)
	if k.MustBeInitial() && !k.GoType.Pointer() {
		notNull := typedID("NotNull").Call(jen.Id(k.Constant()), field)
		return jen.Id("d").Dot("errs").Dot("Add").Call(notNull).Line().Add(set.Call(field))
	}
	if k.MustBeInitial() {
		return set.Call(field)
	}
	if k.IsFamily() {
		return initialFamily(k)
	}
	given := field
	if k.GoType.Pointer() {
		given = jen.Op("*").Add(field)
	}
	stored := jen.If(field.Clone().Op("!=").Nil()).Block(set.Clone().Call(given))
	if k.Default != nil && k.Scope == runtime.ScopeSession {
		stored.Else().Block(set.Clone().Call(defaultValue(k)))
	}
	return stored
}

func initialFamily(k *names.Key) *jen.Statement {
	args := []jen.Code{jen.Id("p")}
	if len(k.ParamFields) > 0 {
		args = nil
		for _, name := range k.ParamFields {
			args = append(args, jen.Id("p").Dot(name))
		}
	}
	return jen.For(jen.List(jen.Id("p"), jen.Id("v")).Op(":=").Range().Id("i").Dot(k.Ident)).
		Block(jen.Id("d").Dot("Set" + k.Ident).Call(append(args, jen.Id("v"))...))
}
