package generator

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/schema"
)

// checkSite is a value whose limits are checked.
type checkSite struct {
	typ     goType
	limits  schema.Constraints
	pattern string // the variable that holds its pattern
	value   *jen.Statement
}

// limited reports whether a key's values have limits, its own or those of its
// type's fields.
func (m *model) limited(k *key) bool {
	return k.typ.refersToItself() || len(m.checks(checkSite{typ: k.typ, limits: k.Constraints, value: jen.Id("v")})) > 0
}

// keyCheck prints the function that checks a key's values.
func (m *model) keyCheck(f *jen.File, k *key) {
	if !m.limited(k) {
		return
	}
	f.Line()
	site := checkSite{k.typ, k.Constraints, k.patternName(), jen.Id("v")}
	f.Func().Id(k.checkName()).Params(jen.Id("v").Add(k.typ.code())).Error().BlockFunc(func(g *jen.Group) {
		switch {
		case !k.typ.refersToItself():
			g.Return(m.checkExpr(site))
		case len(m.checks(site)) == 0:
			g.Return(typedID("Finite").Call(jen.Id("v")))
		default:
			g.If(jen.Err().Op(":=").Add(typedID("Finite")).Call(jen.Id("v")), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
			g.Return(m.checkExpr(site))
		}
	})
	declarePattern(f, k.patternName(), k.Constraints.Pattern)
}

func declarePattern(f *jen.File, name string, p *schema.Pattern) {
	if p != nil {
		f.Line()
		f.Var().Id(name).Op("=").Add(typedID("NewPattern")).Call(jen.Lit(p.Expr))
	}
}

// typeCheck prints the function that checks the fields of an object.
func (m *model) typeCheck(f *jen.File, t *namedType) {
	if !m.validated(t.asType()) {
		return
	}
	f.Line()
	f.Func().Id(m.validator(t)).Params(jen.Id("v").Add(t.code())).Error().
		Block(jen.Return(all(m.fieldChecks(t))))
	for _, fl := range t.fields {
		declarePattern(f, m.fieldPattern(t, fl), fl.Constraints.Pattern)
	}
}

func (m *model) fieldChecks(t *namedType) []jen.Code {
	var list []jen.Code
	for _, fl := range t.fields {
		site := checkSite{fl.typ, fl.Constraints, m.fieldPattern(t, fl), jen.Id("v").Dot(fl.name)}
		if fl.Optional && fl.typ.pointer() {
			site.value = jen.Id("v")
		}
		if len(m.checks(site)) == 0 {
			continue
		}
		check := m.checkExpr(site)
		if fl.Optional && fl.typ.pointer() {
			check = typedID("IfSet").Call(jen.Id("v").Dot(fl.name), m.checkFunc(site, check))
		}
		list = append(list, typedID("In").Call(jen.Lit(fl.Name), check))
	}
	return list
}

// checkFunc is a function that makes one check.
func (m *model) checkFunc(s checkSite, check *jen.Statement) *jen.Statement {
	if s.typ.Kind == schema.Object {
		return jen.Id(m.validator(s.typ.named))
	}
	return jen.Func().Params(jen.Id("v").Add(s.typ.code())).Error().Block(jen.Return(check))
}

func (m *model) validator(t *namedType) string {
	return "validate" + m.helpers.names[t.asType().describe()]
}

func (m *model) fieldPattern(t *namedType, fl *field) string {
	return m.helpers.unique("pattern of "+strconv.Quote(t.Name)+"."+fl.Name, "fieldPattern"+t.name+fl.name)
}

// validated reports whether values of a type have limits in their fields.
func (m *model) validated(t goType) bool { return m.anyLimits(t, map[*namedType]bool{}) }

func (m *model) anyLimits(t goType, seen map[*namedType]bool) bool {
	if t.isComposite() {
		return m.anyLimits(*t.elem, seen)
	}
	if t.Kind != schema.Object || seen[t.named] {
		return false
	}
	seen[t.named] = true
	for _, fl := range t.named.fields {
		if fl.Constraints != (schema.Constraints{}) || m.anyLimits(fl.typ, seen) {
			return true
		}
	}
	return false
}

func (m *model) checkExpr(s checkSite) *jen.Statement { return all(m.checks(s)) }

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

// checks lists the checks of a value, each an expression that gives an error.
func (m *model) checks(s checkSite) []jen.Code {
	list := append(m.boundChecks(s), countChecks(s)...)
	if s.limits.Pattern != nil {
		list = append(list, jen.Id(s.pattern).Dot("Check").Call(s.value))
	}
	if s.limits.Unique {
		list = append(list, typedID("Unique").Call(s.value))
	}
	if m.validated(s.typ) {
		list = append(list, m.validate(s.typ, s.value))
	}
	return list
}

func (m *model) boundChecks(s checkSite) []jen.Code {
	low, high := "AtLeast", "AtMost"
	if s.typ.Kind == schema.Time {
		low, high = "NotBefore", "NotAfter"
	}
	var list []jen.Code
	if b := s.limits.Min; b != nil {
		list = append(list, typedID(low).Call(s.value, m.literal(s.typ, b.Data)))
	}
	if b := s.limits.Max; b != nil {
		list = append(list, typedID(high).Call(s.value, m.literal(s.typ, b.Data)))
	}
	return list
}

func countChecks(s checkSite) []jen.Code {
	low, high := "MinLength", "MaxLength"
	if s.typ.Kind == schema.Bytes {
		low, high = "MinBytes", "MaxBytes"
	}
	var list []jen.Code
	for _, c := range []struct {
		name  string
		limit *schema.Limit
	}{
		{low, s.limits.MinLength}, {high, s.limits.MaxLength},
		{"MinItems", s.limits.MinItems}, {"MaxItems", s.limits.MaxItems},
	} {
		if c.limit != nil {
			list = append(list, typedID(c.name).Call(s.value, jen.Lit(c.limit.N)))
		}
	}
	return list
}

// validate checks what a type's fields limit.
func (m *model) validate(t goType, value *jen.Statement) *jen.Statement {
	if t.Kind == schema.Object {
		return jen.Id(m.validator(t.named)).Call(value)
	}
	each := "Each"
	if t.Kind == schema.Map {
		each = "EachValue"
	}
	return typedID(each).Call(value, m.validateFunc(*t.elem))
}

func (m *model) validateFunc(t goType) *jen.Statement {
	if t.Kind == schema.Object {
		return jen.Id(m.validator(t.named))
	}
	return jen.Func().Params(jen.Id("v").Add(t.code())).Error().Block(jen.Return(m.validate(t, jen.Id("v"))))
}
