package code

import (
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/schema"
)

// TestScalarsAreStorable holds that each scalar can be written in the form that JSON has for it, and
// not in the others.
func TestScalarsAreStorable(t *testing.T) {
	shapes := map[string]framework.ShapeKind{
		"string": framework.ShapeString, "boolean": framework.ShapeBool, "integer": framework.ShapeInt, "number": framework.ShapeFloat64,
	}
	for _, s := range schema.Scalars() {
		own, known := shapes[s.JSON]
		if !known {
			continue // any JSON
		}
		if !storableAs(&schema.Type{Kind: s.Kind}, framework.Shape{Kind: own}) {
			t.Errorf("%s can't be written as %s", s.Name, s.JSON)
		}
		for _, other := range []framework.ShapeKind{framework.ShapeAnyList, framework.ShapeAnyMap, framework.ShapeStruct} {
			if storableAs(&schema.Type{Kind: s.Kind}, framework.Shape{Kind: other}) {
				t.Errorf("%s can be written as shape %v", s.Name, other)
			}
		}
	}
}

// TestStoredScalars holds that a database gives each scalar back in the form that JSON has for it.
func TestStoredScalars(t *testing.T) {
	shapes := map[string]framework.ShapeKind{"string": framework.ShapeString, "boolean": framework.ShapeBool, "number": framework.ShapeFloat64}
	for _, s := range schema.Scalars() {
		key := &schema.Key{Type: &schema.Type{Kind: s.Kind}}
		if want, known := shapes[s.JSON]; known && !slices.Equal(storedForms(key), []framework.ShapeKind{want}) {
			t.Errorf("%s comes back as %v", s.Name, storedForms(key))
		}
	}
}
