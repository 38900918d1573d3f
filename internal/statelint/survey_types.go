package statelint

import (
	"go/constant"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// writtenType is the type of a written value, if one is known. An empty text may mean
// that the key is cleared.
func writtenType(e Evidence) (source.Type, string) {
	switch {
	case e.Kind == source.Output:
		return source.String, "string"
	case e.Kind != source.Set || len(e.Types) != 1:
		return source.Unknown, ""
	case e.Constant != nil && e.Constant.Kind() == constant.String && constant.StringVal(e.Constant) == "":
		return source.Null, ""
	}
	return typeOf(framework.ShapeOf(e.Types[0], shortNames))
}

// shortNames writes types with the names of their packages.
func shortNames(p *types.Package) string { return p.Name() }

var typesOfShapes = map[framework.ShapeKind]source.Type{
	framework.ShapeNil: source.Null, framework.ShapeString: source.String, framework.ShapeNamedString: source.Special,
	framework.ShapeBool: source.Bool, framework.ShapeInt: source.Int, framework.ShapeInteger: source.Int, framework.ShapeDuration: source.Int,
	framework.ShapeFloat64: source.Float, framework.ShapeFloat32: source.Int, framework.ShapeTime: source.Special, framework.ShapeBytes: source.Special,
	framework.ShapeAnyList: source.List, framework.ShapeList: source.TypedList,
	framework.ShapeAnyMap: source.Object, framework.ShapeMap: source.TypedObject, framework.ShapeStruct: source.Struct, framework.ShapePointer: source.Struct,
}

// typeOf is a shape as all languages have it. Of what has methods of its own nobody
// knows how it is stored.
func typeOf(s framework.Shape) (source.Type, string) { return typesOfShapes[s.Kind], s.Name }
