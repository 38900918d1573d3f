package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/schema"
)

func printSetter(f *jen.File, k *names.Key) {
	name := "Set" + k.Ident
	param := jen.Id("v").Add(typeCode(k.GoType))
	effect := "."
	if k.GoType.Kind == schema.JSON {
		effect = "; nil unsets it."
	}
	f.Line().Add(methodComment(k, name+" stores v under "+facts(k)+effect))
	f.Add(stateMethod(name).Params(signature(k, param)...).Error().BlockFunc(func(g *jen.Group) {
		locate(k, g)
		if k.Constrained() {
			g.If(jen.Err().Op(assignment(k)).Id(k.CheckFunc()).Call(jen.Id("v")), jen.Err().Op("!=").Nil()).
				Block(jen.Return(redacted(k, typedID("At").Call(keyRef(k), jen.Err()))))
		}
		g.Return(redacted(k, writeCall(k)))
	}))
	printDeltaMethod(f, k, name, name+" sets "+facts(k)+" to v"+effect, []jen.Code{param}, []jen.Code{jen.Id("v")})
}

// writeCall is the call that writes a key.
func writeCall(k *names.Key) *jen.Statement {
	if scalar := scalar(k); scalar != "" {
		return typedID("Set"+scalar).Call(targetState(k), keyRef(k), jen.Id("v"))
	}
	return typedID("Set").Call(targetState(k), keyRef(k), jen.Id("v"), encoder(k))
}
