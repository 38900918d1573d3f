package code

import (
	"go/ast"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/runtime"
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
		return "convert it to string: " + diag.Indefinite(s.Name) + " becomes a string only after it has been stored in a database"
	case s.Kind == framework.ShapeStruct:
		return "write a map, or use the generated setter: a struct becomes a map only after it has been stored in a database"
	case key.Type.Kind == schema.Duration && s.Kind == framework.ShapeDuration:
		return "write its String(), or use the generated setter"
	}
	return ""
}
