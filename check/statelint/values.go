package statelint

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// writtenValue checks a value that is written under a declared key.
func (p *pass) writtenValue(s sink, t text, key *schema.Key, e ast.Expr) {
	at, _ := p.keyPlace(t, e)
	if s.value != nil {
		at = p.span(s.value)
	}
	switch s.Shape.Kind {
	case shapeUnknown, shapeNil, shapeOp:
		return
	case shapeBad, shapePointer, shapeObject:
		p.unserializable(s, key, at, e)
		return
	}
	if !storable(key, s.Shape) {
		d := p.finding(check.WrongDeltaValue, at, "%s is declared as %s, and this is %s",
			diag.Quote(key.Wire()), declaredType(key), s.Shape.indefinite())
		d.Hint = writeHint(key, s.Shape)
		d.Related = declaredHere(key)
		if s.Shape.Kind == shapeNamedString && s.value != nil {
			d.Fixes = p.wrap(s.value, "string")
		}
		p.report(d, e)
		return
	}
	if s.value != nil && key.Encoding == schema.Plain {
		p.constants(s.value, key.Type, key)
		p.lostUpdate(s, key, e)
	}
}

func (p *pass) unserializable(s sink, key *schema.Key, at diag.Span, e ast.Expr) {
	if key.Scope == runtime.ScopeTemp {
		return // never stored
	}
	problem, hint := "which has no JSON form", "a state holds strings, numbers, booleans, and lists and maps of these"
	switch s.Shape.Kind {
	case shapePointer:
		problem = "which is shared in memory and comes back from a database as something else"
		hint = "store a copy of basic values, or use the generated setter"
	case shapeObject:
		problem = "which comes back from a database without its methods, if at all"
		hint = "store the basic values in it, or keep it under a temp key"
	}
	d := p.finding(check.UnserializableValue, at, "%s gets %s, %s", diag.Quote(key.Wire()), s.Shape.indefinite(), problem)
	d.Hint = hint
	p.report(d, e)
}

// enumValue checks a constant against the values of an enum.
func (p *pass) enumValue(value ast.Expr, typ *schema.Type, key *schema.Key) {
	t := p.eval(value)
	if !t.known() {
		return
	}
	var allowed []string
	for _, v := range typ.Named.Values {
		allowed = append(allowed, v.Value)
	}
	got := t.string()
	if slices.Contains(allowed, got) {
		return
	}
	at, edit := p.place(t, 0, len(got), value)
	d := p.finding(check.WrongDeltaValue, at, "%s is no value of %s", diag.Quote(got), typ.Named.Name)
	d.Related = declaredHere(key)
	near := diag.Nearest(got, allowed)
	d.Fixes = suggestions(near, at, edit)
	for i, word := range near {
		near[i] = diag.Quote(word)
	}
	if len(near) > 0 {
		d.Hint = "did you mean " + strings.Join(near, " or ") + "?"
	}
	p.report(d, value)
}

// wrap offers to convert an expression.
func (p *pass) wrap(e ast.Expr, to string) []diag.Fix {
	at := p.span(e)
	return []diag.Fix{{
		Message: "convert it to " + to,
		Certain: true,
		Edits: []diag.Edit{
			{Span: diag.Span{File: at.File, Start: at.Start, End: at.Start}, NewText: to + "("},
			{Span: diag.Span{File: at.File, Start: at.End, End: at.End}, NewText: ")"},
		},
	}}
}

func declaredHere(key *schema.Key) []diag.Related {
	return []diag.Related{{Span: key.Span, Message: diag.Quote(key.Wire()) + " is declared here"}}
}

// storable reports whether the key's generated getter can read a value of
// this shape, in memory and after a database.
func storable(key *schema.Key, s shape) bool {
	if key.Encoding == schema.JSONString {
		return s.Kind == shapeString
	}
	return storableAs(key.Type, s)
}

func storableAs(t *schema.Type, s shape) bool {
	if s.Kind == shapeUnknown || s.Kind == shapeNil {
		return true
	}
	integer := s.Kind == shapeInt || s.Kind == shapeInteger || s.Kind == shapeNumber
	switch t.Kind {
	case schema.String, schema.Enum, schema.Duration:
		return s.Kind == shapeString
	case schema.Bool:
		return s.Kind == shapeBool
	case schema.Int, schema.Int64:
		return integer || s.Kind == shapeFloat64 || s.Kind == shapeString && t.Kind == schema.Int64
	case schema.Float:
		return integer || s.Kind == shapeFloat64 || s.Kind == shapeFloat32
	case schema.Time:
		return s.Kind == shapeString || s.Kind == shapeTime
	case schema.Bytes:
		return s.Kind == shapeString || s.Kind == shapeBytes
	case schema.List:
		return s.Kind == shapeAnyList || s.Kind == shapeList && elemStorable(t.Elem, s)
	case schema.Map:
		return s.Kind == shapeAnyMap || s.Kind == shapeMap && elemStorable(t.Elem, s)
	case schema.Object:
		return s.Kind == shapeAnyMap || s.Kind == shapeMap
	case schema.JSON:
		return s.Kind != shapeStruct
	}
	return true // a type of the user's own
}

// elemStorable looks at elements one level deep; named strings in a list are
// read back well.
func elemStorable(t *schema.Type, s shape) bool {
	if s.Elem == nil || s.Elem.Kind == shapeNamedString || s.Elem.Kind == shapePointer ||
		s.Elem.Kind == shapeList || s.Elem.Kind == shapeMap {
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

func writeHint(key *schema.Key, s shape) string {
	switch {
	case s.Kind == shapeNamedString && (key.Type.Kind == schema.String || key.Type.Kind == schema.Enum):
		return "convert it to string: " + s.indefinite() + " becomes a string only once it has been through a database"
	case s.Kind == shapeStruct:
		return "write a map, or use the generated setter: a struct becomes a map only once it has been through a database"
	case key.Type.Kind == schema.Duration && s.Kind == shapeDuration:
		return "write its String(), or use the generated setter"
	}
	return "use the generated setter, which takes the declared type only"
}
