package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
)

func clientID(name string) *jen.Statement { return jen.Qual(names.ClientPath, name) }

// printClients prints the contract with clients, and what carries it out.
func printClients(f *jen.File, p *names.Package) {
	section(f, "Clients says what clients, such as a browser, may see and set of a state.")
	f.Var().Id("Clients").Op("=").Add(clientID("NewContract")).CallFunc(func(g *jen.Group) {
		for _, k := range p.Keys {
			if k.Client.CanRead() {
				g.Line().Add(clientID("Key")).Types(typeCode(k.GoType)).Values(clientKey(k))
			}
		}
		g.Line()
	})
	section(f, "ClientView returns what clients see of a state: a JSON object by key. A value that doesn't fit the schema is left out; the error joins those of all.")
	f.Func().Id("ClientView").Params(jen.Id("state").Add(rt("ReadonlyState"))).
		Params(jen.Qual("encoding/json", "RawMessage"), jen.Error()).
		Block(jen.Return(jen.Id("Clients").Dot("View").Call(jen.Id("state"))))
	section(f, "ApplyClient stores a client's changes as one event whose author is \"user\", unless a key has another value by now than the client last saw, which base tells. "+
		"The method Apply of Clients says more.")
	f.Func().Id("ApplyClient").Params(
		jen.Id("ctx").Qual("context", "Context"), jen.Id("svc").Op("*").Add(rt("Service")), jen.Id("session").Op("*").Add(rt("Session")),
		jen.Id("base").Qual("encoding/json", "RawMessage"), jen.Id("changes").Add(clientID("Changes")),
	).Params(jen.Op("*").Add(clientID("Result")), jen.Error()).
		Block(jen.Return(jen.Id("Clients").Dot("Apply").Call(jen.Id("ctx"), jen.Id("svc"), jen.Id("session"), jen.Id("base"), jen.Id("changes"))))
}

// clientKey is what the contract says of a key.
func clientKey(k *names.Key) jen.Dict {
	as := asFunc(k.GoType)
	if plan.Recursive(k.Type) {
		as = typedID("AsFinite").Call(as)
	}
	values := jen.Dict{jen.Id("As"): as, jen.Id("From"): fromFunc(k.GoType)}
	if k.IsFamily() {
		values[jen.Id("Family")] = jen.Id(k.FamilyVar())
	} else {
		values[jen.Id("Name")] = jen.Id(k.Constant())
		if k.Moves.Moved() {
			values[jen.Id("Moves")] = jen.Id(k.MovesVar())
		}
	}
	if k.Optional {
		values[jen.Id("Optional")] = jen.True()
	}
	if k.Default != nil {
		values[jen.Id("Default")] = defaultFunc(k)
	}
	if k.Encoding == schema.JSONString {
		values[jen.Id("InText")] = jen.True()
	}
	if k.Client.CanWrite() {
		clientWrites(k, values)
	}
	return values
}

// clientWrites says how clients set a key.
func clientWrites(k *names.Key, values jen.Dict) {
	values[jen.Id("Write")] = jen.True()
	if k.Verb() == "" {
		if k.Constrained() {
			values[jen.Id("Check")] = checkRef(k)
		}
		return
	}
	values[jen.Id("Merge")] = jen.Op("&").Id(k.OpVar())
	if checks := itemChecks(k); len(checks) > 0 {
		all := make([]jen.Code, len(checks))
		for i, check := range checks {
			all[i] = check
		}
		values[jen.Id("Check")] = jen.Func().Params(jen.Id("items").Add(typeCode(k.GoType))).Error().
			Block(jen.Return(typedID("All").Call(all...)))
	}
}

// defaultFunc is a function that makes a fresh default.
func defaultFunc(k *names.Key) *jen.Statement {
	if !inlineDefault(k) {
		return jen.Id(k.DefaultFunc())
	}
	return jen.Func().Params().Add(typeCode(k.GoType)).Block(jen.Return(defaultValue(k)))
}
