package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
)

// printMerge prints the methods that merge instead of replacing.
func printMerge(f *jen.File, k *names.Key) {
	verb := k.Verb()
	if verb == "" {
		return
	}
	name := verb + k.Ident
	param, arg := jen.Id("v").Add(typeCode(k.GoType)), jen.Id("v")
	if k.GoType.Kind == schema.List {
		param, arg = jen.Id("items").Op("...").Add(typeCode(k.GoType.Elem)), jen.Id("items")
	}
	passed := arg.Clone()
	if k.GoType.Kind == schema.List {
		passed = passed.Op("...")
	}
	says := name + " " + fmt.Sprintf(mergeEffects[k.Merge], quoted(k)) + "."
	printWriter(f, k, writer{
		name:      name,
		stateSays: says,
		deltaSays: says,
		params:    []jen.Code{param},
		args:      []jen.Code{passed},
		checks:    itemChecks(k),
		call: func(to *jen.Statement) *jen.Statement {
			return redacted(k, typedID("Merge").Call(to, keyRef(k), opRef(k), arg, fromFunc(k.GoType)))
		},
	})
	printOp(f, k)
}

var mergeEffects = map[schema.Merge]string{
	schema.MergeSum:    "adds v to %s",
	schema.MergeMin:    "sets %s to v if v is less",
	schema.MergeMax:    "sets %s to v if v is greater",
	schema.MergeAppend: "appends items to %s",
	schema.MergeUnion:  "appends to %s the items that it does not contain yet",
}

// itemChecks are the checks of the items themselves; constraints on the whole
// list are the operation's.
func itemChecks(k *names.Key) []*jen.Statement {
	var checks []*jen.Statement
	if plan.Recursive(k.Type) {
		checks = append(checks, typedID("Finite").Call(jen.Id("items")))
	}
	if k.GoType.Kind == schema.List && plan.PartsConstrained(k.Type) {
		parts := []plan.Check{{Kind: plan.Parts}}
		checks = append(checks, checkSite{typ: k.GoType, checks: parts, value: jen.Id("items")}.code())
	}
	return checks
}

// opRef is the operation that a verb carries out.
func opRef(k *names.Key) *jen.Statement {
	if k.IsFamily() && len(k.Moves.Names) > 0 {
		return jen.Id(k.FamilyVar()).Dot("Op").Call(jen.Id(k.OpVar()), jen.Id("key"))
	}
	return jen.Id(k.OpVar())
}

var opKinds = map[schema.Merge]string{
	schema.MergeSum:    "OpSum",
	schema.MergeMin:    "OpMin",
	schema.MergeMax:    "OpMax",
	schema.MergeAppend: "OpAppend",
	schema.MergeUnion:  "OpUnion",
}

// printOp prints what is the same in every operation on the key.
func printOp(f *jen.File, k *names.Key) {
	values := jen.Dict{jen.Id("Kind"): rt(opKinds[k.Merge])}
	if k.Default != nil {
		values[jen.Id("Base")] = storedLiteral(k.GoType, k.Default.Data)
	}
	if len(k.Moves.Names) > 0 && !k.IsFamily() {
		values[jen.Id("Old")] = jen.Index().String().Values(literalsOf(k.Moves.Names)...)
	}
	if was := opWas(k); was != nil {
		values[jen.Id("Was")] = was
	}
	if renamed := renamedItems(k); len(renamed) > 0 {
		values[jen.Id("Renamed")] = words(renamed)
	}
	if limits := opLimits(k); len(limits) > 0 {
		values[jen.Id("Limits")] = rt("Limits").Values(limits)
	}
	f.Line()
	f.Var().Id(k.OpVar()).Op("=").Add(rt("Op")).Values(values)
}

// opLimits are the checks that a store applies to the result of a merge.
func opLimits(k *names.Key) jen.Dict {
	limits := jen.Dict{}
	for _, c := range plan.Checks(k.Type, k.Constraints) {
		switch c.Kind {
		case plan.Min:
			limits[jen.Id("Min")] = storedLiteral(k.GoType, c.Bound)
		case plan.Max:
			limits[jen.Id("Max")] = storedLiteral(k.GoType, c.Bound)
		case plan.MinItems:
			limits[jen.Id("MinItems")] = jen.Lit(c.N)
		case plan.MaxItems:
			limits[jen.Id("MaxItems")] = jen.Lit(c.N)
		case plan.Unique:
			limits[jen.Id("Unique")] = jen.True()
		}
	}
	return limits
}
