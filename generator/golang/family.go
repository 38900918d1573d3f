package golang

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
)

// printFamily prints the function that builds the keys of a family.
func printFamily(f *jen.File, k *names.Key) {
	f.Line().Add(keyComment(k, k.KeyFunc()+" returns a key of the family "+facts(k)+
		". No parameter may be empty or contain the text that follows it."+nextRelease(k)))
	f.Func().Id(k.KeyFunc()).Params(signature(k)...).Params(jen.String(), jen.Error()).
		Block(jen.Return(jen.Id(k.FamilyVar()).Dot("Key").Call(arguments(k)...)))

	args := append([]jen.Code{
		jen.Lit(k.Wire()),
		jen.Index().String().Values(literalsOf(k.Family.Texts)...),
	}, literalsOf(k.Family.Except)...)
	value := typedID("NewFamily").Call(args...)
	for _, texts := range k.Family.Others {
		value = value.Dot("Formerly").Call(literalsOf(texts)...)
	}
	if len(k.Moves.Older) > 0 {
		value = value.Dot("Was").Call(forms(k.Moves, decoder(k), encoder(k)))
	}
	f.Line()
	f.Var().Id(k.FamilyVar()).Op("=").Add(value)
	if len(k.ParamFields) > 0 {
		printParams(f, k)
	}
}

// printParams prints the struct that holds the parameters of a family
// where a map needs one key.
func printParams(f *jen.File, k *names.Key) {
	f.Line().Add(keyComment(k, k.ParamsType()+" are the parameters of "+quoted(k)+"."))
	f.Type().Id(k.ParamsType()).StructFunc(func(g *jen.Group) {
		for _, name := range k.ParamFields {
			g.Id(name).String()
		}
	})
	f.Line()
	f.Func().Id(k.ParamsFunc()).Params(jen.Id("p").Index().String()).Id(k.ParamsType()).
		Block(jen.Return(jen.Id(k.ParamsType()).ValuesFunc(func(g *jen.Group) {
			for i := range k.ParamFields {
				g.Id("p").Index(jen.Lit(i))
			}
		})))
}

// mapType is a family in a Snapshot or Initial.
func mapType(k *names.Key) *jen.Statement {
	if len(k.ParamFields) > 0 {
		return jen.Map(jen.Id(k.ParamsType())).Add(typeCode(k.GoType))
	}
	return jen.Map(jen.String()).Add(typeCode(k.GoType))
}

// mapDoc says what the keys of mapType are.
func mapDoc(k *names.Key) string {
	return k.Ident + " holds the values of " + quoted(k) + " by " + strings.Join(k.ParamNames, ", ") + "."
}

// loadFamily is the call that reads all values of a family.
func loadFamily(k *names.Key) *jen.Statement {
	name := typedID("Param")
	if len(k.ParamFields) > 0 {
		name = jen.Id(k.ParamsFunc())
	}
	check := jen.Nil()
	if k.Constrained() {
		check = checkRef(k)
	}
	load := typedID("LoadFamily").Call(jen.Id("r").Dot("from"), jen.Id(k.FamilyVar()), decoder(k), check, name)
	if k.Sensitive {
		return typedID("Hide").Call(load)
	}
	return load
}
