package code

import (
	"cmp"
	"go/ast"
	"go/constant"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/schema"
)

var deltaValueMismatch = diag.Register(diag.OnGo, diag.Rule{
	ID:       "delta-value-mismatch",
	Severity: diag.Error,
	Summary:  "a value of a type other than the declared one is written to a state",
	Why: "The state takes any value, and the mistake shows only where the key is read: " +
		"the reader fails, or takes the value for missing.",
	Bad:  "st.Set(\"visits\", \"three\")\n",
	Good: "st.Set(\"visits\", 3)\n",
})

// writtenValue checks a value that is written under a declared key.
func (p *Checker) writtenValue(s follow.Sink, t follow.Text, key *schema.Key, e ast.Expr) {
	at, _ := p.KeyPlace(t, e)
	if s.Value != nil {
		at = p.Span(s.Value)
	}
	if s.Manner.Bytes && !s.Manner.JSON {
		return // which a state gets as they are
	}
	if s.Manner.Added && s.Manner.JSON && key.Type.Kind == schema.Bytes {
		return // the key holds the bytes
	}
	switch s.Shape.Kind {
	case framework.ShapeUnknown, framework.ShapeNil, framework.ShapeOp:
		return
	case framework.ShapeBad, framework.ShapePointer, framework.ShapeObject:
		if !s.Manner.Kept {
			p.unserializable(s, key, at, e)
			return
		}
	}
	if !storable(key, s.Shape) && !(s.Manner.JSON && storableAs(key.Type, s.Shape)) {
		d := mismatch(at, key, "this is %s", diag.Indefinite(s.Shape.Name))
		d.Hint = cmp.Or(writeHint(key, s.Shape), d.Hint)
		if s.Shape.Kind == framework.ShapeNamedString && s.Value != nil {
			d.Fixes = p.wrap(s.Value, "string")
		}
		p.Report(d, e)
		return
	}
	if s.Value != nil && key.Encoding == schema.Plain {
		p.constants(s.Manner, s.Value, key.Type, key)
		p.lostUpdate(s, key, e)
	}
}

// writeHint is what to write instead, if it is not the generated setter alone.
func writeHint(key *schema.Key, s framework.Shape) string {
	switch {
	case s.Kind == framework.ShapeNamedString && (key.Type.Kind == schema.String || key.Type.Kind == schema.Enum):
		return "convert it to string: " + diag.Indefinite(s.Name) +
			" becomes a string only after it has been stored in a database"
	case s.Kind == framework.ShapeStruct:
		return "write a map, or use the generated setter: a struct becomes a map only after it has been stored in a database"
	case key.Type.Kind == schema.Duration && s.Kind == framework.ShapeDuration:
		return "write its String(), or use the generated setter"
	}
	return ""
}

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
				p.Report(mismatch(p.Span(e), key, "this part of it is %s", diag.Indefinite(part.Name)), e)
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
	d := mismatch(p.Span(value), key, "%s is not %s", diag.Quote(t.String()), scalar.Noun).
		WithHint("write one, such as %s, or use the generated setter", scalar.Example)
	p.Report(d, value)
}

// wholeValue checks a constant against an integer type.
func (p *Checker) wholeValue(value ast.Expr, typ *schema.Type, key *schema.Key) {
	c := p.TypesInfo.Types[value].Value
	if c == nil || c.Kind() != constant.Float && c.Kind() != constant.Int {
		return
	}
	whole := constant.ToInt(c)
	if whole.Kind() != constant.Int {
		p.Report(mismatch(p.Span(value), key, "%s is not a whole number", c), value)
	} else if _, fits := constant.Int64Val(whole); !fits {
		p.Report(mismatch(p.Span(value), key, "%s is too large", c), value)
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
	d := noEnumValue(at, typ.Named.Name, got, near)
	d.Related, d.Fixes = declaredHere(key), suggestions(near, at, edit)
	p.Report(d, value)
}

const setterHint = "use the generated setter, which takes the declared type only"

// mismatch is about a value that is written under a key.
func mismatch(at diag.Span, key *schema.Key, format string, args ...any) diag.Diagnostic {
	args = append([]any{diag.Key(key.Wire()), declaredType(key)}, args...)
	d := diag.New(deltaValueMismatch, at, "%s is declared as %s, and "+format, args...)
	d.Hint, d.Related = setterHint, declaredHere(key)
	return d
}

// noEnumValue is about a text that is none of an enum's values.
func noEnumValue(at diag.Span, enum, text string, near []string) diag.Diagnostic {
	d := diag.New(deltaValueMismatch, at, "%s is not a value of %s", diag.Name(text), enum)
	if len(near) == 0 {
		return d
	}
	quoted := make([]string, len(near))
	for i, word := range near {
		quoted[i] = diag.Quote(word)
	}
	return d.WithHint("did you mean %s?", strings.Join(quoted, " or "))
}
