package golang

import (
	"fmt"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
)

func movesID(name string) *jen.Statement { return jen.Qual(names.MovesPath, name) }

// keyMoves is what generated code knows of a key's moves: a variable, or what its
// family makes for one of its keys.
func keyMoves(k *names.Key) *jen.Statement {
	if k.IsFamily() {
		return jen.Id(k.FamilyVar()).Dot("Moves").Call(jen.Id("key"))
	}
	return jen.Id(k.MovesVar())
}

// printMoves prints the variable of a key's moves, and the functions that the user
// is to write for them.
func printMoves(f *jen.File, k *names.Key) {
	if !k.Moves.Moved() {
		return
	}
	printConvertFuncs(f, k.Moves, k.GoType, "the key "+strconv.Quote(k.Wire()))
	if k.IsFamily() {
		return
	}
	values := jen.Dict{jen.Id("Key"): keyRef(k)}
	if len(k.Moves.Names) > 0 {
		values[jen.Id("Names")] = jen.Index().String().Values(literalsOf(k.Moves.Names)...)
	}
	if len(k.Moves.Older) > 0 {
		values[jen.Id("Forms")] = forms(k.Moves, decoder(k), encoder(k))
	}
	f.Line()
	f.Var().Id(k.MovesVar()).Op("=").Op("&").Add(typedID("Moves")).Values(values)
}

// nextRelease says where values will be that are to move.
func nextRelease(k *names.Key) string {
	if k.RenamedTo == "" {
		return ""
	}
	return " The next release stores it under " + strconv.Quote(k.RenamedTo) + "; until then reads know both."
}

// forms is the expression of the forms that values may have, given what decodes
// and encodes those of today.
func forms(m names.Moves, as, from *jen.Statement) *jen.Statement {
	return movesID("Forms").Values(jen.Dict{
		jen.Id("Check"): movesID("Check").Call(as),
		jen.Id("Older"): jen.Index().Add(movesID("Older")).ValuesFunc(func(g *jen.Group) {
			for _, o := range m.Older {
				g.Line().Values(olderForm(o, from))
			}
			g.Line()
		}),
	})
}

func olderForm(o names.Older, from *jen.Statement) jen.Dict {
	values := jen.Dict{jen.Id("Convert"): conversion(o, from)}
	if o.Name > 0 {
		values[jen.Id("Name")] = jen.Lit(o.Name)
	}
	if o.Drop() {
		values[jen.Id("Drop")] = jen.True()
	}
	return values
}

func conversion(o names.Older, today *jen.Statement) *jen.Statement {
	as := asFunc(o.GoType)
	if plan.Recursive(o.Type) {
		as = typedID("AsFinite").Call(as)
	}
	from := fromFunc(o.GoType)
	if o.Type.Kind == schema.Enum && len(o.Words) > 0 {
		as, from = movesID("Word").Call(as), typedID("FromString")
	}
	if o.Encoding == schema.JSONString {
		as = movesID("InText").Call(as)
	}
	if o.Func != "" {
		return movesID("Go").Call(as, jen.Id(o.Var), today)
	}
	args := []jen.Code{as, from}
	for _, s := range o.Steps {
		args = append(args, step(o, s))
	}
	return movesID("BuiltIn").Call(args...)
}

var stepNames = map[plan.Step]string{
	plan.Item: "Item", plan.Text: "Text", plan.Bool: "Bool", plan.Float: "Float", plan.JSONText: "JSONText",
}

func step(o names.Older, s plan.Step) *jen.Statement {
	if s != plan.Values {
		return movesID(stepNames[s])
	}
	return movesID("Values").Call(words(o.Words))
}

// words is a map from older words to what they have become.
func words(moves []schema.ValueMove) *jen.Statement {
	return jen.Map(jen.String()).String().ValuesFunc(func(g *jen.Group) {
		for _, v := range moves {
			g.Add(jen.Lit(v.From).Op(":").Lit(v.To))
		}
	})
}

// printConvertFuncs prints a variable for each function that the user writes. If
// it is missing, or has another signature, that is where the compiler says so.
func printConvertFuncs(f *jen.File, m names.Moves, today *names.Type, of string) {
	seen := map[string]bool{}
	for _, o := range m.Older {
		if o.Func == "" || seen[o.Func] {
			continue
		}
		seen[o.Func] = true
		signature := fmt.Sprintf("func %s(old %#v) (%#v, error)", o.Func, typeCode(o.GoType), typeCode(today))
		f.Line().Add(jen.Comment("// " + o.Var + " is yours: write this function in this package, which converts older values of\n// " +
			plan.OneLine(of) + ", or returns an error for one that it can't convert.\n//\n//\t" + signature))
		f.Var().Id(o.Var).Func().Params(jen.Id("old").Add(typeCode(o.GoType))).Params(typeCode(today), jen.Error()).
			Op("=").Id(o.Func).Comment("// " + signature)
	}
}

// openObject is the call that opens an object, with its fields as they are stored
// today.
func openObject(f *jen.File, t *names.Named) *jen.Statement {
	call := typedID("AsObject").Call(jen.Id("v"), jen.Lit(t.Name))
	var moved []jen.Code
	ring := false
	for _, fl := range t.Fields {
		if !fl.Moves.Moved() {
			continue
		}
		moved = append(moved, jen.Line().Values(fieldMoves(fl)))
		ring = ring || len(fl.Moves.Older) > 0 && fl.GoType.Scalar() == ""
		printConvertFuncs(f, fl.Moves, fl.GoType, fmt.Sprintf("the field %q of %s", fl.Name, t.Ident))
	}
	if len(moved) == 0 {
		return call
	}
	name, list := "moves"+t.Type.Converter+"Fields", jen.Index().Add(typedID("FieldMoves"))
	f.Line()
	if ring {
		// A variable can't be initialized with a function that refers to it.
		f.Var().Id(name).Add(list)
		f.Line()
		f.Func().Id("init").Params().Block(jen.Id(name).Op("=").Add(list).Values(append(moved, jen.Line())...))
	} else {
		f.Var().Id(name).Op("=").Add(list).Values(append(moved, jen.Line())...)
	}
	return call.Dot("Moved").Call(jen.Id(name))
}

func fieldMoves(fl *names.Field) jen.Dict {
	values := jen.Dict{jen.Id("Name"): jen.Lit(fl.Name)}
	if len(fl.Moves.Names) > 0 {
		values[jen.Id("Names")] = jen.Index().String().Values(literalsOf(fl.Moves.Names)...)
	}
	if len(fl.Moves.Older) > 0 {
		values[jen.Id("Forms")] = forms(fl.Moves, asFunc(fl.GoType), fromFunc(fl.GoType))
	}
	return values
}

// opWas says how older values count for a merge, where that isn't as today's do.
func opWas(k *names.Key) *jen.Statement {
	var list []jen.Code
	for _, o := range k.Moves.Older {
		values := jen.Dict{}
		if k.GoType.Kind == schema.List && o.Type.String() != k.Type.String() {
			values[jen.Id("Item")] = rt(itemKind(o.Type))
		}
		if o.Drop() {
			values[jen.Id("Drop")] = jen.True()
		}
		if len(values) == 0 {
			continue
		}
		if o.Name > 0 {
			values[jen.Id("Name")] = jen.Lit(o.Name)
		}
		list = append(list, jen.Values(values))
	}
	if len(list) == 0 {
		return nil
	}
	return jen.Index().Add(rt("Was")).Values(list...)
}

func itemKind(t *schema.Type) string {
	if s := t.Kind.Scalar(); s != nil {
		return itemKinds[s.JSON]
	}
	switch t.Kind {
	case schema.List:
		return "ListItem"
	case schema.Map, schema.Object:
		return "ObjectItem"
	case schema.Go:
		return "AnyItem"
	}
	return "TextItem"
}

// itemKinds are the kinds of items by what JSON Schema calls them.
var itemKinds = map[string]string{
	"boolean": "BoolItem", "integer": "IntItem", "number": "FloatItem", "string": "TextItem", "": "AnyItem",
}

// renamedItems are the items of a merged list that are older values of an enum.
func renamedItems(k *names.Key) []schema.ValueMove {
	if k.GoType.Kind != schema.List || k.GoType.Elem.Kind != schema.Enum {
		return nil
	}
	return plan.RenamedValues(k.GoType.Elem.Named.Named)
}
