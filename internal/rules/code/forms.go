package code

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/schema"
)

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
	if t.StoredAsText() && s.Kind == framework.ShapeString {
		return true
	}
	switch t.Kind {
	case schema.Bool:
		return s.Kind == framework.ShapeBool
	case schema.Int, schema.Int64:
		return integer || s.Kind == framework.ShapeFloat64 || s.Kind == framework.ShapeString && t.Kind == schema.Int64
	case schema.Float:
		return integer || s.Kind == framework.ShapeFloat64 || s.Kind == framework.ShapeFloat32
	case schema.Time:
		return s.Kind == framework.ShapeTime
	case schema.Bytes:
		return s.Kind == framework.ShapeBytes
	case schema.List:
		return s.Kind == framework.ShapeAnyList || s.Kind == framework.ShapeList && elemStorable(t.Elem, s)
	case schema.Map:
		return s.Kind == framework.ShapeAnyMap || s.Kind == framework.ShapeMap && elemStorable(t.Elem, s)
	case schema.Object:
		return s.Kind == framework.ShapeAnyMap || s.Kind == framework.ShapeMap && fieldsStorable(t, s)
	case schema.JSON:
		return !slices.Contains(noJSON, s.Kind) && (s.Elem == nil || s.Elem.Kind != framework.ShapeBad)
	}
	return t.Kind == schema.Go
}

// noJSON are the shapes that the getter of a json key refuses until a database has made others of them.
var noJSON = []framework.ShapeKind{
	framework.ShapeStruct, framework.ShapeTime, framework.ShapeBad, framework.ShapePointer, framework.ShapeObject,
}

// fieldsStorable reports whether each field that an object must have can be an element of a map.
func fieldsStorable(t *schema.Type, s framework.Shape) bool {
	return t.Named == nil || !slices.ContainsFunc(t.Named.Fields, func(f *schema.Field) bool {
		return !f.Optional && !elemStorable(f.Type, s)
	})
}

// elemStorable looks at elements as deep as a shape does; named strings in a list are
// read back well.
func elemStorable(t *schema.Type, s framework.Shape) bool {
	switch {
	case s.Elem == nil || s.Elem.Kind == framework.ShapePointer:
		return true
	case s.Elem.Kind == framework.ShapeNamedString:
		return storableAs(t, framework.Shape{Kind: framework.ShapeString})
	}
	if (s.Elem.Kind == framework.ShapeList || s.Elem.Kind == framework.ShapeMap) && s.Elem.Elem == nil {
		return true
	}
	return storableAs(t, *s.Elem)
}

func isIntegerKey(key *schema.Key) bool {
	return key.Encoding == schema.Plain && (key.Type.Kind == schema.Int || key.Type.Kind == schema.Int64)
}

// storedForms lists the shapes in which a database gives a key's value back.
func storedForms(key *schema.Key) []framework.ShapeKind {
	if key.Encoding == schema.JSONString {
		return []framework.ShapeKind{framework.ShapeString}
	}
	switch key.Type.Kind {
	case schema.Bool:
		return []framework.ShapeKind{framework.ShapeBool}
	case schema.Float:
		return []framework.ShapeKind{framework.ShapeFloat64}
	case schema.List:
		return []framework.ShapeKind{framework.ShapeAnyList}
	case schema.Map, schema.Object:
		return []framework.ShapeKind{framework.ShapeAnyMap}
	case schema.JSON, schema.Go:
		return []framework.ShapeKind{
			framework.ShapeAnyMap, framework.ShapeAnyList, framework.ShapeString, framework.ShapeBool, framework.ShapeFloat64,
		}
	}
	return []framework.ShapeKind{framework.ShapeString}
}

// sameMeaning reports whether a shape is the key's declared type in a form
// that only a store in memory keeps.
func sameMeaning(key *schema.Key, s framework.Shape) bool {
	if key.Encoding == schema.JSONString {
		return false
	}
	switch key.Type.Kind {
	case schema.JSON, schema.Go:
		return true
	case schema.Object:
		return s.Kind == framework.ShapeStruct || s.Kind == framework.ShapePointer || s.Kind == framework.ShapeMap
	}
	switch s.Kind {
	case framework.ShapeNamedString:
		return storableAs(key.Type, s) || storedForms(key)[0] == framework.ShapeString
	case framework.ShapeDuration:
		return storableAs(key.Type, s) || key.Type.Kind == schema.Duration
	case framework.ShapeFloat32:
		return storableAs(key.Type, s) || key.Type.Kind == schema.Float
	}
	return storableAs(key.Type, s)
}

func formName(k framework.ShapeKind) string {
	return map[framework.ShapeKind]string{
		framework.ShapeString: "string", framework.ShapeBool: "bool", framework.ShapeFloat64: "float64",
		framework.ShapeAnyList: "[]any", framework.ShapeAnyMap: "map[string]any",
	}[k]
}
