package code

import (
	"go/ast"
	"go/constant"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// writtenValue checks a value that is written under a declared key.
func (p *Checker) writtenValue(s follow.Sink, t follow.Text, key *schema.Key, e ast.Expr) {
	at, _ := p.KeyPlace(t, e)
	if s.Value != nil {
		at = p.Span(s.Value)
	}
	if s.Manner.Bytes && !s.Manner.JSON {
		p.writtenText(s, t, key, at, e)
		return
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
		d := project.WrongValue(at, key, s.Shape.Name, writeHint(key, s.Shape))
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

func (p *Checker) unserializable(s follow.Sink, key *schema.Key, at diag.Span, e ast.Expr) {
	if key.Scope == runtime.ScopeTemp {
		return // never stored
	}
	words := project.NoJSON
	switch {
	case s.Shape.Kind == framework.ShapePointer && p.Schema.Drafted:
		words = project.SharedDraft
	case s.Shape.Kind == framework.ShapePointer:
		words = project.SharedPointer
	case s.Shape.Kind == framework.ShapeObject:
		words = project.LostMethods
	}
	p.Report(words.At(at, diag.Key(key.Wire()), diag.Indefinite(s.Shape.Name)), e)
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

// begunWith checks a key that a session is created with.
func (p *Checker) begunWith(s follow.Sink, t follow.Text, key *schema.Key, e ast.Expr) {
	if key.Scope != runtime.ScopeTemp || s.Manner.Local || s.Manner.Kept {
		p.writtenValue(s, t, key, e)
		return
	}
	at, _ := p.KeyPlace(t, e)
	p.Report(project.TempGiven(at, key), e)
}

// unreached reports a key that is written where all keys stay in the session.
func (p *Checker) unreached(s follow.Sink, t follow.Text, e ast.Expr) {
	if s.Op != framework.OpSet && s.Op != framework.OpCreate && s.Op != framework.OpOutput {
		return
	}
	scope, _ := runtime.ParseKey(t.String())
	at, _ := p.KeyPlace(t, e)
	name := diag.Quote(t.String())
	if !t.Known() {
		name = "the key"
	}
	switch scope {
	case runtime.ScopeSession:
	case runtime.ScopeTemp:
		p.Report(project.TempStored(at, name), e)
	default:
		p.Report(project.ScopeNotReached(at, name, scope), e)
	}
}

// writtenText checks the constant text that bytes hold: JSON, or the value of a string.
func (p *Checker) writtenText(s follow.Sink, t follow.Text, key *schema.Key, at diag.Span, e ast.Expr) {
	anyBytes := s.Manner.Added && key.Type.Kind == schema.Bytes
	if s.Value == nil || anyBytes || !framework.IsStringKind(p.TypesInfo.TypeOf(s.Value)) {
		return
	}
	text, reader := p.Eval(s.Value), reading.New(p.Schema).Key(t.String())
	if !text.Known() || reader == nil {
		return
	}
	plain := key.Encoding == schema.JSONString || key.Type.Kind == schema.String || key.Type.Kind == schema.Enum
	value := typed.Unmarshal([]byte(text.String()), plain)
	switch result := reader.Read(t.String(), map[string]any{t.String(): value}); {
	case value == nil || result.Err == nil:
	case key.Encoding == schema.Plain && key.Type.Kind == schema.Enum && value == text.String():
		p.enumValue(s.Value, key.Type, key)
	default:
		p.Report(project.RefusedValue(at, key), e)
	}
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
