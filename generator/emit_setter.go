package generator

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/schema"
)

func (m *model) setter(f *jen.File, k *key) {
	name := "Set" + k.name
	param := jen.Id("v").Add(k.typ.code())
	effect := "."
	if k.typ.Kind == schema.JSON {
		effect = "; nil unsets it."
	}
	f.Line().Add(k.method(name + " stores v under " + k.facts() + effect))
	f.Add(stateMethod(name).Params(k.signature(param)...).Error().BlockFunc(func(g *jen.Group) {
		k.locate(g)
		if m.limited(k) {
			g.If(jen.Err().Op(k.assign()).Id(k.checkName()).Call(jen.Id("v")), jen.Err().Op("!=").Nil()).
				Block(jen.Return(k.redacted(typedID("At").Call(k.ref(), jen.Err()))))
		}
		g.Return(k.redacted(m.write(k)))
	}))
	m.deltaMethod(f, k, name, name+" sets "+k.facts()+" to v"+effect, []jen.Code{param}, []jen.Code{jen.Id("v")})
}

// assign declares err unless locate has done so.
func (k *key) assign() string {
	if k.isFamily() {
		return "="
	}
	return ":="
}

// write is the call that writes a key.
func (m *model) write(k *key) *jen.Statement {
	if scalar := k.scalar(); scalar != "" {
		return typedID("Set"+scalar).Call(k.target(), k.ref(), jen.Id("v"))
	}
	return typedID("Set").Call(k.target(), k.ref(), jen.Id("v"), m.encoder(k))
}
