package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/schema"
)

// printKeys prints one section per key, in schema order, with all code of
// the key.
func printKeys(f *jen.File, keys []*names.Key) {
	for _, k := range keys {
		if k.IsFamily() {
			printFamily(f, k)
		} else {
			f.Line().Add(keyComment(k, k.Constant()+" is the key "+facts(k)+"."+nextRelease(k)))
			f.Const().Id(k.Constant()).Op("=").Lit(k.Wire())
		}
		printMoves(f, k)
		printGetter(f, k)
		printSetter(f, k)
		if k.CanBeCleared() {
			printClear(f, k)
		}
		printMerge(f, k)
		printDefault(f, k)
		printCheck(f, k)
		printTextConverters(f, k)
	}
}

// printDefault prints the function that makes a default which can't be shared.
func printDefault(f *jen.File, k *names.Key) {
	if k.Default == nil || inlineDefault(k) {
		return
	}
	f.Line()
	f.Func().Id(k.DefaultFunc()).Params().Add(typeCode(k.GoType)).BlockFunc(func(g *jen.Group) {
		if k.GoType.Kind == schema.Go {
			g.Return(typedID("Default").Call(asFunc(k.GoType), jsonLiteral(k.Default.Data)))
			return
		}
		g.Return(literal(k.GoType, k.Default.Data))
	})
}

// printTextConverters prints the converters of a key that is kept as JSON text.
func printTextConverters(f *jen.File, k *names.Key) {
	if k.Encoding != schema.JSONString {
		return
	}
	f.Line()
	f.Func().Id(k.DecodeFunc()).Params(jen.Id("v").Any()).Params(typeCode(k.GoType), jen.Error()).
		Block(jen.Return(typedID("AsText").Call(jen.Id("v"), asFunc(k.GoType))))
	f.Line()
	f.Func().Id(k.EncodeFunc()).Params(jen.Id("v").Add(typeCode(k.GoType))).Params(jen.Any(), jen.Error()).
		Block(jen.Return(typedID("FromText").Call(jen.Id("v"), fromFunc(k.GoType))))
}
