package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/schema"
)

// needsTypesFile reports whether the schema declares types, or needs
// converters.
func needsTypesFile(p *names.Package) bool {
	for _, t := range p.Types {
		if t.Import == nil || t.Used() {
			return true
		}
	}
	return len(p.Composites) > 0
}

// printTypes prints each type together with its converters.
func printTypes(f *jen.File, p *names.Package) {
	for _, t := range p.Types {
		if t.Import == nil {
			printType(f, t)
		}
		if t.Used() {
			printConverters(f, t, p.Keys)
			printTypeCheck(f, t)
		}
	}
	for _, t := range p.Composites {
		printCompositeConverters(f, t)
	}
}

func printType(f *jen.File, t *names.Named) {
	if t.Kind == schema.Enum {
		printEnum(f, t)
	} else {
		printObject(f, t)
	}
}

// printConverters prints the functions between a state's values and the type.
func printConverters(f *jen.File, t *names.Named, keys []*names.Key) {
	if t.Kind == schema.Enum {
		printEnumConverters(f, t)
		printEnumReaders(f, t, keys)
	} else {
		printObjectConverters(f, t)
	}
}

func printCompositeConverters(f *jen.File, t *names.Type) {
	shape := "List"
	if t.Kind == schema.Map {
		shape = "Map"
	}
	f.Line()
	f.Func().Add(asFunc(t)).Params(jen.Id("v").Any()).Params(typeCode(t), jen.Error()).
		Block(jen.Return(typedID("As"+shape).Call(jen.Id("v"), asFunc(t.Elem))))
	f.Line()
	f.Func().Add(fromFunc(t)).Params(jen.Id("v").Add(typeCode(t))).Params(jen.Any(), jen.Error()).
		Block(jen.Return(typedID("From"+shape).Call(jen.Id("v"), fromFunc(t.Elem))))
}
