package rules

import (
	"go/ast"
	"go/constant"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/report"
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
				p.wrongPart(key, part, e)
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
	d := diag.New(check.DeltaValueMismatch, p.Span(value), "%s is declared as %s, and %s is not %s",
		diag.Key(key.Wire()), declaredType(key), diag.Quote(t.String()), scalar.Noun)
	d.Hint = "write one, such as " + scalar.Example + ", or use the generated setter"
	d.Related = report.DeclaredHere(key)
	p.Report(d, value)
}

// wrongPart reports an element of a type that the declared one can't have.
func (p *Checker) wrongPart(key *schema.Key, part framework.Shape, e ast.Expr) {
	d := diag.New(check.DeltaValueMismatch, p.Span(e), "%s is declared as %s, and this part of it is %s",
		diag.Key(key.Wire()), declaredType(key), diag.Indefinite(part.Name))
	d.Hint = setterHint
	d.Related = report.DeclaredHere(key)
	p.Report(d, e)
}

// wholeValue checks a constant against an integer type.
func (p *Checker) wholeValue(value ast.Expr, typ *schema.Type, key *schema.Key) {
	c := p.TypesInfo.Types[value].Value
	if c == nil || c.Kind() != constant.Float && c.Kind() != constant.Int {
		return
	}
	problem := "is not a whole number"
	if whole := constant.ToInt(c); whole.Kind() == constant.Int {
		if _, fits := constant.Int64Val(whole); fits {
			return
		}
		problem = "is too large"
	}
	d := diag.New(check.DeltaValueMismatch, p.Span(value), "%s is declared as %s, and %s %s", diag.Key(key.Wire()), declaredType(key), c, problem)
	d.Hint = setterHint
	d.Related = report.DeclaredHere(key)
	p.Report(d, value)
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
	d := diag.New(check.DeltaValueMismatch, at, "%s is not a value of %s", diag.Name(got), typ.Named.Name)
	d.Related = report.DeclaredHere(key)
	near := diag.Nearest(got, allowed)
	d.Fixes = suggestions(near, at, edit)
	for i, word := range near {
		near[i] = diag.Quote(word)
	}
	if len(near) > 0 {
		d.Hint = "did you mean " + strings.Join(near, " or ") + "?"
	}
	p.Report(d, value)
}
