package rules

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/check/statelint/internal/report"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// writtenValue checks a value that is written under a declared key.
func (p *Checker) writtenValue(s flow.Sink, t flow.Text, key *schema.Key, e ast.Expr) {
	at, _ := p.KeyPlace(t, e)
	if s.Value != nil {
		at = p.Span(s.Value)
	}
	switch s.Shape.Kind {
	case framework.ShapeUnknown, framework.ShapeNil, framework.ShapeOp:
		return
	case framework.ShapeBad, framework.ShapePointer, framework.ShapeObject:
		p.unserializable(s, key, at, e)
		return
	}
	if !storable(key, s.Shape) {
		d := report.Finding(check.WrongDeltaValue, at, "%s is declared as %s, and this is %s",
			diag.Quote(key.Wire()), declaredType(key), s.Shape.Indefinite())
		d.Hint = writeHint(key, s.Shape)
		d.Related = report.DeclaredHere(key)
		if s.Shape.Kind == framework.ShapeNamedString && s.Value != nil {
			d.Fixes = p.wrap(s.Value, "string")
		}
		p.Report(d, e)
		return
	}
	if s.Value != nil && key.Encoding == schema.Plain {
		p.constants(s.Value, key.Type, key)
		p.lostUpdate(s, key, e)
	}
}

func (p *Checker) unserializable(s flow.Sink, key *schema.Key, at diag.Span, e ast.Expr) {
	if key.Scope == runtime.ScopeTemp {
		return // never stored
	}
	problem, hint := "which has no JSON form", "a state holds strings, numbers, booleans, and lists and maps of these"
	switch s.Shape.Kind {
	case framework.ShapePointer:
		problem = "which is shared in memory and comes back from a database as something else"
		hint = "store a copy of basic values, or use the generated setter"
	case framework.ShapeObject:
		problem = "which comes back from a database without its methods, if at all"
		hint = "store the basic values in it, or keep it under a temp key"
	}
	d := report.Finding(check.UnserializableValue, at, "%s gets %s, %s", diag.Quote(key.Wire()), s.Shape.Indefinite(), problem)
	d.Hint = hint
	p.Report(d, e)
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
	d := report.Finding(check.WrongDeltaValue, at, "%s is no value of %s", diag.Quote(got), typ.Named.Name)
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

// wrap offers to convert an expression.
func (p *Checker) wrap(e ast.Expr, to string) []diag.Fix {
	at := p.Span(e)
	return []diag.Fix{{
		Message: "convert it to " + to,
		Certain: true,
		Edits: []diag.Edit{
			{Span: diag.Span{File: at.File, Start: at.Start, End: at.Start}, NewText: to + "("},
			{Span: diag.Span{File: at.File, Start: at.End, End: at.End}, NewText: ")"},
		},
	}}
}

// storable reports whether the key's generated getter can read a value of
// this shape, in memory and after a database.
func storable(key *schema.Key, s framework.Shape) bool {
	if key.Encoding == schema.JSONString {
		return s.Kind == framework.ShapeString
	}
	return storableAs(key.Type, s)
}

func storableAs(t *schema.Type, s framework.Shape) bool {
	if s.Kind == framework.ShapeUnknown || s.Kind == framework.ShapeNil {
		return true
	}
	integer := s.Kind == framework.ShapeInt || s.Kind == framework.ShapeInteger || s.Kind == framework.ShapeNumber
	switch t.Kind {
	case schema.String, schema.Enum, schema.Duration:
		return s.Kind == framework.ShapeString
	case schema.Bool:
		return s.Kind == framework.ShapeBool
	case schema.Int, schema.Int64:
		return integer || s.Kind == framework.ShapeFloat64 || s.Kind == framework.ShapeString && t.Kind == schema.Int64
	case schema.Float:
		return integer || s.Kind == framework.ShapeFloat64 || s.Kind == framework.ShapeFloat32
	case schema.Time:
		return s.Kind == framework.ShapeString || s.Kind == framework.ShapeTime
	case schema.Bytes:
		return s.Kind == framework.ShapeString || s.Kind == framework.ShapeBytes
	case schema.List:
		return s.Kind == framework.ShapeAnyList || s.Kind == framework.ShapeList && elemStorable(t.Elem, s)
	case schema.Map:
		return s.Kind == framework.ShapeAnyMap || s.Kind == framework.ShapeMap && elemStorable(t.Elem, s)
	case schema.Object:
		return s.Kind == framework.ShapeAnyMap || s.Kind == framework.ShapeMap
	case schema.JSON:
		return s.Kind != framework.ShapeStruct
	}
	return true // a type of the user's own
}

// elemStorable looks at elements one level deep; named strings in a list are
// read back well.
func elemStorable(t *schema.Type, s framework.Shape) bool {
	if s.Elem == nil || s.Elem.Kind == framework.ShapeNamedString || s.Elem.Kind == framework.ShapePointer ||
		s.Elem.Kind == framework.ShapeList || s.Elem.Kind == framework.ShapeMap {
		return true
	}
	return storableAs(t, *s.Elem)
}

// declaredType writes the declared type as the schema does.
func declaredType(key *schema.Key) string {
	if key.Encoding == schema.JSONString {
		return "JSON text in a string"
	}
	return key.Type.String()
}

func writeHint(key *schema.Key, s framework.Shape) string {
	switch {
	case s.Kind == framework.ShapeNamedString && (key.Type.Kind == schema.String || key.Type.Kind == schema.Enum):
		return "convert it to string: " + s.Indefinite() + " becomes a string only once it has been through a database"
	case s.Kind == framework.ShapeStruct:
		return "write a map, or use the generated setter: a struct becomes a map only once it has been through a database"
	case key.Type.Kind == schema.Duration && s.Kind == framework.ShapeDuration:
		return "write its String(), or use the generated setter"
	}
	return "use the generated setter, which takes the declared type only"
}
