package statelint

import (
	"go/constant"
	"go/types"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
)

// writtenType is the type of a written value, if one is known. An empty text may mean
// that the key is cleared.
func writtenType(e Evidence) audit.Type {
	switch {
	case e.Kind == keys.Output:
		return audit.Type{Form: audit.String, Name: "string"}
	case e.Kind != keys.Set || len(e.Types) != 1:
		return audit.Type{}
	case e.Constant != nil && e.Constant.Kind() == constant.String && constant.StringVal(e.Constant) == "":
		return audit.Type{Form: audit.Null}
	}
	return auditType(framework.ShapeOf(e.Types[0], shortNames))
}

// shortNames writes types with the names of their packages.
func shortNames(p *types.Package) string { return p.Name() }

var auditForms = map[framework.ShapeKind]audit.Form{
	framework.ShapeNil: audit.Null, framework.ShapeString: audit.String, framework.ShapeNamedString: audit.Special,
	framework.ShapeBool: audit.Bool, framework.ShapeInt: audit.Int, framework.ShapeInteger: audit.Int, framework.ShapeDuration: audit.Int,
	framework.ShapeFloat64: audit.Float, framework.ShapeFloat32: audit.Int, framework.ShapeTime: audit.Special, framework.ShapeBytes: audit.Special,
	framework.ShapeAnyList: audit.List, framework.ShapeList: audit.TypedList,
	framework.ShapeAnyMap: audit.Object, framework.ShapeMap: audit.TypedObject, framework.ShapeStruct: audit.Struct, framework.ShapePointer: audit.Struct,
}

// auditType is a shape as an audit knows it. Of what has methods of its own nobody
// knows how it is stored.
func auditType(s framework.Shape) audit.Type {
	return audit.Type{Form: auditForms[s.Kind], Name: s.Name}
}
