package rules

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/schema"
)

// nodeParams checks the keys of the struct that ADK fills from the state for a function of a workflow.
func (a *adkCode) nodeParams(fn ast.Expr) {
	sig, _ := a.TypesInfo.TypeOf(fn).Underlying().(*types.Signature)
	for _, p := range framework.StateParams(sig) {
		a.nodeParam(p.Field, p.Key, fn)
	}
}

func (a *adkCode) nodeParam(field *types.Var, wire string, fn ast.Expr) {
	at := fn
	if field.Pkg() == a.Pkg {
		at = &ast.Ident{NamePos: field.Pos(), Name: field.Name()}
	}
	a.AddUse(source.Use{Key: wire, Kind: source.Get, Span: a.Span(fn), Site: a.Span(fn)})
	key := a.Check.Key(wire)
	switch {
	case key == nil && !a.Check.Foreign(wire):
		d, _ := a.Check.Undeclared(wire)
		d.Span = a.Span(at)
		a.Report(d, at)
	case key != nil && !decodes(key, field.Type()):
		name := types.TypeString(field.Type(), types.RelativeTo(a.Pkg))
		a.Report(check.WrongParameter(a.Span(at), key, name), at)
	case key != nil && key.Optional:
		a.Report(check.OptionalParameter(a.Span(at), key), at)
	}
}

// decodes reports whether the JSON of a key's values may decode into a type, as ADK does it.
func decodes(key *schema.Key, into types.Type) bool {
	if key.Encoding == schema.JSONString {
		return decodesAs(&schema.Type{Kind: schema.String}, into)
	}
	return decodesAs(key.Type, into)
}

func decodesAs(t *schema.Type, into types.Type) bool {
	if ptr, ok := into.Underlying().(*types.Pointer); ok {
		return decodesAs(t, ptr.Elem())
	}
	if t.Kind == schema.JSON || t.Kind == schema.Go || decodesItself(into) {
		return true
	}
	switch u := into.Underlying().(type) {
	case *types.Basic:
		return decodesAsBasic(t.Kind, u.Info())
	case *types.Slice:
		if b, ok := u.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Byte {
			return isText(t.Kind) || t.Kind == schema.List
		}
		return t.Kind == schema.List && decodesAs(t.Elem, u.Elem())
	case *types.Array:
		return t.Kind == schema.List && decodesAs(t.Elem, u.Elem())
	case *types.Map:
		return t.Kind == schema.Object || t.Kind == schema.Map && decodesAs(t.Elem, u.Elem())
	case *types.Struct:
		return t.Kind == schema.Object || t.Kind == schema.Map
	}
	return true
}

// decodesItself reports whether a type has a method that decodes JSON or text.
func decodesItself(t types.Type) bool {
	for _, name := range []string{"UnmarshalJSON", "UnmarshalText"} {
		if m, _, _ := types.LookupFieldOrMethod(t, true, nil, name); m != nil {
			return true
		}
	}
	return false
}

func decodesAsBasic(kind schema.Kind, into types.BasicInfo) bool {
	switch {
	case into&types.IsString != 0:
		return isText(kind)
	case into&types.IsInteger != 0:
		return kind == schema.Int || kind == schema.Int64
	case into&types.IsFloat != 0:
		return kind == schema.Int || kind == schema.Int64 || kind == schema.Float
	case into&types.IsBoolean != 0:
		return kind == schema.Bool
	}
	return true
}

// isText reports whether values of a kind are stored as texts. Large ones of int64 are, too.
func isText(kind schema.Kind) bool {
	return (&schema.Type{Kind: kind}).StoredAsText() || kind == schema.Int64
}
