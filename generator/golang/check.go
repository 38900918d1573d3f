package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
)

// checkSite is a value that is checked.
type checkSite struct {
	typ     *names.Type
	checks  []plan.Check
	pattern string // the variable that holds its pattern
	value   *jen.Statement
}

// checkRef is the function that checks a key's values: its type's if there is
// nothing else to check.
func checkRef(k *names.Key) *jen.Statement {
	if checkedByType(k) {
		return jen.Id(validator(k.GoType.Named))
	}
	return jen.Id(k.CheckFunc())
}

func checkedByType(k *names.Key) bool {
	return k.GoType.Kind == schema.Object && !plan.Recursive(k.Type)
}

// printCheck prints the function that checks a key's values.
func printCheck(f *jen.File, k *names.Key) {
	if !k.Constrained() || checkedByType(k) {
		return
	}
	f.Line()
	site := checkSite{k.GoType, plan.Checks(k.Type, k.Constraints), k.PatternVar(), jen.Id("v")}
	f.Func().Id(k.CheckFunc()).Params(jen.Id("v").Add(typeCode(k.GoType))).Error().BlockFunc(func(g *jen.Group) {
		switch {
		case !plan.Recursive(k.Type):
			g.Return(site.code())
		case len(site.checks) == 0:
			g.Return(typedID("Finite").Call(jen.Id("v")))
		default:
			g.If(jen.Err().Op(":=").Add(typedID("Finite")).Call(jen.Id("v")), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
			g.Return(site.code())
		}
	})
	printPattern(f, k.PatternVar(), k.Constraints.Pattern)
}

func printPattern(f *jen.File, name string, p *schema.Pattern) {
	if p != nil {
		f.Line()
		f.Var().Id(name).Op("=").Add(typedID("NewPattern")).Call(jen.Lit(p.Expr))
	}
}

// printTypeCheck prints the function that checks the fields of an object.
func printTypeCheck(f *jen.File, t *names.Named) {
	if !plan.PartsConstrained(t.Type.Type) {
		return
	}
	f.Line()
	f.Func().Id(validator(t)).Params(jen.Id("v").Add(typeCode(t.Type))).Error().
		Block(jen.Return(all(fieldChecks(t))))
	for _, fl := range t.Fields {
		printPattern(f, fl.PatternVar, fl.Constraints.Pattern)
	}
}

func fieldChecks(t *names.Named) []jen.Code {
	var list []jen.Code
	for _, fl := range t.Fields {
		site := checkSite{fl.GoType, plan.Checks(fl.Type, fl.Constraints), fl.PatternVar, jen.Id("v").Dot(fl.Ident)}
		if len(site.checks) == 0 {
			continue
		}
		list = append(list, typedID("In").Call(jen.Lit(fl.Name), fieldCheck(fl, site)))
	}
	return list
}

func fieldCheck(fl *names.Field, site checkSite) *jen.Statement {
	if !fl.Optional || !fl.GoType.Pointer() {
		return site.code()
	}
	field := site.value
	site.value = jen.Id("v")
	return typedID("IfSet").Call(field, site.function())
}

// function is a function that makes the checks of one value.
func (s checkSite) function() *jen.Statement {
	if s.typ.Kind == schema.Object {
		return jen.Id(validator(s.typ.Named))
	}
	return jen.Func().Params(jen.Id("v").Add(typeCode(s.typ))).Error().Block(jen.Return(s.code()))
}

// code is the expression for the errors of all checks.
func (s checkSite) code() *jen.Statement {
	list := make([]jen.Code, len(s.checks))
	for i, c := range s.checks {
		list[i] = s.one(c)
	}
	return all(list)
}

// all joins the errors of checks.
func all(checks []jen.Code) *jen.Statement {
	if len(checks) == 1 {
		return jen.Add(checks[0])
	}
	return typedID("All").CallFunc(func(g *jen.Group) {
		for _, c := range checks {
			g.Line().Add(c)
		}
		g.Line()
	})
}

// one is the expression for the error of one check.
func (s checkSite) one(c plan.Check) *jen.Statement {
	switch c.Kind {
	case plan.Pattern:
		return jen.Id(s.pattern).Dot("Check").Call(s.value)
	case plan.Parts:
		return validate(s.typ, s.value)
	case plan.Unique:
		return typedID("Unique").Call(s.value)
	case plan.Min, plan.Max:
		return typedID(checkFunc(s.typ.Kind, c.Kind)).Call(s.value, literal(s.typ, c.Bound))
	default:
		return typedID(checkFunc(s.typ.Kind, c.Kind)).Call(s.value, jen.Lit(c.N))
	}
}

// checkFunc is what runtime/typed calls a check of values of a kind.
func checkFunc(of schema.Kind, c plan.CheckKind) string {
	if name, ok := checkFuncsOf[of][c]; ok {
		return name
	}
	return checkFuncs[c]
}

var (
	checkFuncs = map[plan.CheckKind]string{
		plan.Min:       "AtLeast",
		plan.Max:       "AtMost",
		plan.MinLength: "MinLength",
		plan.MaxLength: "MaxLength",
		plan.MinItems:  "MinItems",
		plan.MaxItems:  "MaxItems",
	}
	checkFuncsOf = map[schema.Kind]map[plan.CheckKind]string{
		schema.Time:  {plan.Min: "NotBefore", plan.Max: "NotAfter"},
		schema.Bytes: {plan.MinLength: "MinBytes", plan.MaxLength: "MaxBytes"},
	}
)

// validator is the function that checks the fields of an object.
func validator(t *names.Named) string { return "validate" + t.Type.Converter }

// validate checks what fields inside a value demand.
func validate(t *names.Type, value *jen.Statement) *jen.Statement {
	if t.Kind == schema.Object {
		return jen.Id(validator(t.Named)).Call(value)
	}
	each := "Each"
	if t.Kind == schema.Map {
		each = "EachValue"
	}
	parts := checkSite{typ: t.Elem, checks: []plan.Check{{Kind: plan.Parts}}, value: jen.Id("v")}
	return typedID(each).Call(value, parts.function())
}
