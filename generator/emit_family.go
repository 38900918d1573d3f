package generator

import (
	"strings"

	"github.com/dave/jennifer/jen"
)

// family prints the function that builds the keys of a family.
func (m *model) family(f *jen.File, k *key) {
	f.Line().Add(k.comment(k.keyFunc()+" returns a key of the family "+k.facts()+
		". No parameter may be empty or hold the text that follows it.", withDoc))
	f.Func().Id(k.keyFunc()).Params(k.signature()...).Params(jen.String(), jen.Error()).
		Block(jen.Return(jen.Id(k.familyVar()).Dot("Key").Call(k.arguments()...)))

	args := append([]jen.Code{
		jen.Lit(k.Wire()),
		jen.Index().String().Values(literalsOf(k.texts)...),
	}, literalsOf(k.except)...)
	value := typedID("NewFamily").Call(args...)
	for _, texts := range k.former {
		value = value.Dot("Formerly").Call(literalsOf(texts)...)
	}
	f.Line()
	f.Var().Id(k.familyVar()).Op("=").Add(value)
	if len(k.fields) > 0 {
		m.paramsType(f, k)
	}
}

// paramsType prints the struct that stands for the parameters of a family
// where a map needs one key.
func (m *model) paramsType(f *jen.File, k *key) {
	f.Line().Add(k.comment(k.paramsType()+" are the parameters of "+k.facts()+".", withoutDoc))
	f.Type().Id(k.paramsType()).StructFunc(func(g *jen.Group) {
		for _, name := range k.fields {
			g.Id(name).String()
		}
	})
	f.Line()
	f.Func().Id(k.paramsMaker()).Params(jen.Id("p").Index().String()).Id(k.paramsType()).
		Block(jen.Return(jen.Id(k.paramsType()).ValuesFunc(func(g *jen.Group) {
			for i := range k.fields {
				g.Id("p").Index(jen.Lit(i))
			}
		})))
}

func (k *key) paramsMaker() string { return "params" + k.name }

// mapType is a family in a Snapshot or Initial.
func (k *key) mapType() *jen.Statement {
	if len(k.fields) > 0 {
		return jen.Map(jen.Id(k.paramsType())).Add(k.typ.code())
	}
	return jen.Map(jen.String()).Add(k.typ.code())
}

// mapDoc says what the keys of mapType are.
func (k *key) mapDoc() string {
	return k.name + " holds the values of " + k.facts() + " by " + strings.Join(k.params, ", ") + "."
}

// loadFamily is the call that reads all values of a family.
func (m *model) loadFamily(k *key) *jen.Statement {
	name := typedID("Param")
	if len(k.fields) > 0 {
		name = jen.Id(k.paramsMaker())
	}
	check := jen.Nil()
	if m.limited(k) {
		check = jen.Id(k.checkName())
	}
	load := typedID("LoadFamily").Call(jen.Id("r").Dot("from"), jen.Id(k.familyVar()), m.decoder(k), check, name)
	if k.Sensitive {
		return typedID("Hide").Call(load)
	}
	return load
}
