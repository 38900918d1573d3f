package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
)

// migrateKeys is the function that lists what Migrate migrates.
const migrateKeys = "migrateKeys"

// printMigrate prints the function that brings all that a service holds up to the
// schema. Its keys are in a function of their own, so that they cost a program nothing
// that doesn't migrate.
func printMigrate(f *jen.File, p *names.Package) {
	section(f, "Migrate rewrites what a service holds under older names and in older forms, as migrate.Run does. "+
		"What a conversion function of yours converts is rewritten, too; it may be called several times for a value, also without Apply. "+
		"Keys that the schema removed stay as they are.")
	migrate := func(name string) *jen.Statement { return jen.Qual(names.MigratePath, name) }
	f.Func().Id("Migrate").
		Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("svc").Op("*").Add(rt("Service")), jen.Id("options").Add(migrate("Options"))).
		Params(jen.Op("*").Add(migrate("Report")), jen.Error()).
		Block(jen.Return(migrate("Run").Call(jen.Id("ctx"), jen.Id("svc"),
			migrate("Schema").Values(jen.Dict{jen.Id("Keys"): jen.Id(migrateKeys).Call()}), jen.Id("options"))))
	f.Line()
	f.Func().Id(migrateKeys).Params().Index().Add(migrate("Key")).Block(
		jen.Return(jen.Index().Add(migrate("Key")).ValuesFunc(func(g *jen.Group) {
			for _, k := range migrated(p.Keys) {
				g.Line().Add(migratedKey(k))
			}
			g.Line()
		})))
}

// migrated are the keys that Migrate looks for. Families come last, since they don't
// have the names of single keys, even if these have their shape.
func migrated(all []*names.Key) []*names.Key {
	var single, families []*names.Key
	for _, k := range all {
		switch {
		case !k.Migrates():
		case k.IsFamily():
			families = append(families, k)
		default:
			single = append(single, k)
		}
	}
	return slices.Concat(single, families)
}

func migratedKey(k *names.Key) *jen.Statement {
	rewrite := "Kept"
	if plan.Rewritten(k.Type) {
		rewrite = "Rewritten"
	}
	values := jen.Dict{jen.Id("Rewrite"): movesID(rewrite).Call(decoder(k), encoder(k))}
	if k.RenamedTo != "" {
		values[jen.Id("Renamed")] = jen.True()
	}
	switch {
	case k.IsFamily():
		values[jen.Id("Family")] = jen.Id(k.FamilyVar())
		return movesID("Family").Values(values)
	case k.Moves.Moved():
		values[jen.Id("Moves")] = jen.Id(k.MovesVar())
	default:
		values[jen.Id("Moves")] = jen.Op("&").Add(typedID("Moves")).Values(jen.Dict{jen.Id("Key"): jen.Id(k.Constant())})
	}
	return movesID("Single").Values(values)
}
