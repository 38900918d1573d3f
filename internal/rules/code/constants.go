package code

import (
	"go/ast"
	"go/constant"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/schema"
)

// constants checks what the compiler knows of a value that is written under a
// key, or is a part of it, against the declared type of that part.
func (p *Checker) constants(m framework.Manner, value ast.Expr, typ *schema.Type, key *schema.Key) {
	value = ast.Unparen(value)
	if lit, ok := value.(*ast.CompositeLit); ok && typ.Elem != nil {
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				e = kv.Value
			}
			if part := p.ShapeIn(m, e); elemStorable(typ.Elem, framework.Shape{Elem: &part}) {
				p.constants(m, e, typ.Elem, key)
			} else {
				p.Report(project.WrongPart(p.Span(e), key, part.Name), e)
			}
		}
		return
	}
	if typ.Kind == schema.Enum {
		p.enumValue(value, typ, key)
		return
	}
	if typ.Kind == schema.Int || typ.Kind == schema.Int64 {
		p.wholeValue(value, typ, key)
	}
	p.textValue(value, typ, key)
}

// textValue checks a text that is stored for something else, such as a time.
func (p *Checker) textValue(value ast.Expr, typ *schema.Type, key *schema.Key) {
	scalar := typ.Kind.Scalar()
	if scalar == nil || !framework.IsStringKind(p.TypesInfo.TypeOf(value)) {
		return
	}
	t := p.Eval(value)
	if !t.Known() {
		return
	}
	if _, err := scalar.As(t.String()); err == nil {
		return
	}
	p.Report(project.WrongText(p.Span(value), key, t.String(), scalar), value)
}

// wholeValue checks a constant against an integer type.
func (p *Checker) wholeValue(value ast.Expr, typ *schema.Type, key *schema.Key) {
	c := p.TypesInfo.Types[value].Value
	if c == nil || c.Kind() != constant.Float && c.Kind() != constant.Int {
		return
	}
	whole := constant.ToInt(c)
	if whole.Kind() != constant.Int {
		p.Report(project.NotWhole(p.Span(value), key, c), value)
	} else if _, fits := constant.Int64Val(whole); !fits {
		p.Report(project.TooLarge(p.Span(value), key, c), value)
	}
}

// enumValue checks a constant against the values of an enum.
func (p *Checker) enumValue(value ast.Expr, typ *schema.Type, key *schema.Key) {
	t := p.Eval(value)
	if !t.Known() {
		return
	}
	var allowed []string
	for _, v := range typ.Named.Values {
		allowed = append(allowed, v.Value)
	}
	got := t.String()
	if slices.Contains(allowed, got) {
		return
	}
	at, edit := p.Place(t, 0, len(got), value)
	near := diag.Nearest(got, allowed)
	d := project.NoEnumValue(at, typ.Named.Name, got, near)
	d.Related, d.Fixes = project.DeclaredHere(key), suggestions(near, at, edit)
	p.Report(d, value)
}
