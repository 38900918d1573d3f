package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/schema"
)

// writer is a method that State and Delta have for a key.
type writer struct {
	name         string
	stateSays    string
	deltaSays    string
	params, args []jen.Code                             // what it takes, and how that is passed on
	checks       []*jen.Statement                       // of what it takes, before it writes
	call         func(to *jen.Statement) *jen.Statement // writes to a state
}

// printWriter prints both methods. Delta's calls State's if that is more than
// one expression.
func printWriter(f *jen.File, k *names.Key, w writer) {
	f.Line().Add(keyComment(k, w.stateSays))
	f.Add(stateMethod(w.name).Params(signature(k, w.params...)...).Error().BlockFunc(func(g *jen.Group) {
		locate(k, g)
		for _, check := range w.checks {
			g.If(jen.Err().Op(assignment(k)).Add(check), jen.Err().Op("!=").Nil()).
				Block(jen.Return(redacted(k, typedID("At").Call(keyRef(k), jen.Err()))))
		}
		g.Return(w.call(jen.Id("s").Dot("to")))
	}))

	to := jen.Id("d").Dot("to")
	written := w.call(to)
	if k.IsFamily() || len(w.checks) > 0 {
		written = jen.Id("Of").Call(to).Dot(w.name).Call(arguments(k, w.args...)...)
	}
	f.Line().Add(keyComment(k, w.deltaSays))
	f.Add(deltaMethod(w.name).Params(signature(k, w.params...)...).Op("*").Id("Delta").Block(
		jen.Id("d").Dot("errs").Dot("Add").Call(written),
		jen.Return(jen.Id("d")),
	))
}

// assignment declares err unless locate has done so.
func assignment(k *names.Key) string {
	if k.IsFamily() {
		return "="
	}
	return ":="
}

func printSetter(f *jen.File, k *names.Key) {
	name, effect := "Set"+k.Ident, "."
	if k.GoType.Kind == schema.JSON {
		effect = "; nil unsets it."
	}
	printWriter(f, k, writer{
		name:      name,
		stateSays: name + " stores v under " + quoted(k) + effect,
		deltaSays: name + " sets " + quoted(k) + " to v" + effect,
		params:    []jen.Code{jen.Id("v").Add(typeCode(k.GoType))},
		args:      []jen.Code{jen.Id("v")},
		call:      func(to *jen.Statement) *jen.Statement { return redacted(k, setCall(k, targetState(k, to))) },
	})
}

// setCall is the call that writes a key.
func setCall(k *names.Key, to *jen.Statement) *jen.Statement {
	scalar := scalar(k)
	switch {
	case k.Constrained():
		return typedID("SetChecked").Call(to, keyRef(k), jen.Id("v"), checkRef(k), encoder(k))
	case scalar != "":
		return typedID("Set"+scalar).Call(to, keyRef(k), jen.Id("v"))
	default:
		return typedID("Set").Call(to, keyRef(k), jen.Id("v"), encoder(k))
	}
}

func printClear(f *jen.File, k *names.Key) {
	name := "Clear" + k.Ident
	says := name + " unsets " + quoted(k) + "."
	if k.Default != nil {
		says = name + " unsets " + quoted(k) + ", which restores the default."
	}
	printWriter(f, k, writer{
		name:      name,
		stateSays: says,
		deltaSays: says,
		call:      func(to *jen.Statement) *jen.Statement { return typedID("Clear").Call(targetState(k, to), keyRef(k)) },
	})
}
