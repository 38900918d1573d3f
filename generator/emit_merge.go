package generator

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/schema"
)

// mergeVerb prints the methods that merge instead of replacing.
func (m *model) mergeVerb(f *jen.File, k *key) {
	verb := k.verb()
	if verb == "" {
		return
	}
	name := verb + k.name
	param, arg := jen.Id("v").Add(k.typ.code()), jen.Id("v")
	if k.typ.Kind == schema.List {
		param, arg = jen.Id("items").Op("...").Add(k.typ.elem.code()), jen.Id("items")
	}
	says := name + " " + mergeEffects[k.Merge] + " " + k.facts() + "."
	f.Line().Add(k.method(says))
	f.Add(stateMethod(name).Params(k.signature(param)...).Error().BlockFunc(func(g *jen.Group) {
		k.locate(g)
		for _, check := range m.itemChecks(k) {
			g.If(jen.Err().Op(k.assign()).Add(check), jen.Err().Op("!=").Nil()).
				Block(jen.Return(k.redacted(typedID("At").Call(k.ref(), jen.Err()))))
		}
		g.Return(k.redacted(typedID("Merge").Call(jen.Id("s").Dot("to"), k.ref(), k.op(), arg, m.from(k.typ))))
	}))
	passed := arg.Clone()
	if k.typ.Kind == schema.List {
		passed = passed.Op("...")
	}
	m.deltaMethod(f, k, name, says, []jen.Code{param}, []jen.Code{passed})
	m.opVar(f, k)
}

var mergeEffects = map[schema.Merge]string{
	schema.MergeSum:    "adds v to",
	schema.MergeMin:    "lowers to v, if that is less, the value of",
	schema.MergeMax:    "raises to v, if that is more, the value of",
	schema.MergeAppend: "appends items to",
	schema.MergeUnion:  "appends the items that are missing to",
}

// itemChecks are the checks of items on their own; limits of the whole list
// are the operation's.
func (m *model) itemChecks(k *key) []*jen.Statement {
	var checks []*jen.Statement
	if k.typ.refersToItself() {
		checks = append(checks, typedID("Finite").Call(jen.Id("items")))
	}
	if k.typ.Kind == schema.List && m.validated(*k.typ.elem) {
		checks = append(checks, m.checkExpr(checkSite{typ: k.typ, value: jen.Id("items")}))
	}
	return checks
}

// op is the operation that a verb carries out.
func (k *key) op() *jen.Statement {
	if k.isFamily() && len(k.RenamedFrom) > 0 {
		return jen.Id(k.familyVar()).Dot("Op").Call(jen.Id(k.opName()), jen.Id("key"))
	}
	return jen.Id(k.opName())
}

var opKinds = map[schema.Merge]string{
	schema.MergeSum:    "OpSum",
	schema.MergeMin:    "OpMin",
	schema.MergeMax:    "OpMax",
	schema.MergeAppend: "OpAppend",
	schema.MergeUnion:  "OpUnion",
}

// opVar prints what is the same in every operation on the key.
func (m *model) opVar(f *jen.File, k *key) {
	values := jen.Dict{jen.Id("Kind"): rt(opKinds[k.Merge])}
	if k.Default != nil {
		values[jen.Id("Base")] = storedLiteral(k.typ, k.Default.Data)
	}
	if len(k.RenamedFrom) > 0 && !k.isFamily() {
		values[jen.Id("Old")] = jen.Index().String().Values(literalsOf(k.RenamedFrom)...)
	}
	if limits := k.opLimits(); len(limits) > 0 {
		values[jen.Id("Limits")] = rt("Limits").Values(limits)
	}
	f.Line()
	f.Var().Id(k.opName()).Op("=").Add(rt("Op")).Values(values)
}

func (k *key) opLimits() jen.Dict {
	c, limits := k.Constraints, jen.Dict{}
	for _, l := range []struct {
		name  string
		bound *schema.Bound
	}{{"Min", c.Min}, {"Max", c.Max}} {
		if l.bound != nil {
			limits[jen.Id(l.name)] = storedLiteral(k.typ, l.bound.Data)
		}
	}
	for _, l := range []struct {
		name  string
		limit *schema.Limit
	}{{"MinItems", c.MinItems}, {"MaxItems", c.MaxItems}} {
		if l.limit != nil {
			limits[jen.Id(l.name)] = jen.Lit(l.limit.N)
		}
	}
	if c.Unique {
		limits[jen.Id("Unique")] = jen.True()
	}
	return limits
}

// storedLiteral is a value as a state holds it, where Go can't infer its type.
func storedLiteral(t goType, data any) *jen.Statement {
	switch v := plain(data).(type) {
	case int64:
		if t.Kind == schema.Float {
			return floatInAny(float64(v))
		}
		if v < -1<<31 || v >= 1<<31 {
			return jen.Int64().Call(jen.Id(fmt.Sprint(v)))
		}
		return jen.Id(fmt.Sprint(v))
	case float64:
		return floatInAny(v)
	case []any:
		return jen.Index().Any().ValuesFunc(func(g *jen.Group) {
			for _, item := range v {
				g.Add(storedLiteral(*t.elem, item))
			}
		})
	case map[string]any:
		return jsonLiteral(v)
	default:
		return jsonLiteral(v)
	}
}

// floatInAny writes a float so that Go takes it for one.
func floatInAny(v float64) *jen.Statement {
	lit := floatText(v)
	if !strings.ContainsAny(lit, ".e") {
		lit += ".0"
	}
	return jen.Id(lit)
}
