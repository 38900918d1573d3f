package framework

import "go/types"

// Shape is a Go type as far as states care about it. It travels in facts.
type Shape struct {
	Kind ShapeKind
	Name string // as messages show the type
	Elem *Shape // of lists and maps
}

// ShapeKind tells shapes apart.
type ShapeKind uint8

const (
	ShapeUnknown ShapeKind = iota // interfaces and type parameters
	ShapeNil
	ShapeString
	ShapeNamedString
	ShapeBool
	ShapeInt     // int
	ShapeInteger // other integers
	ShapeFloat64
	ShapeFloat32
	ShapeNumber // json.Number
	ShapeTime
	ShapeDuration
	ShapeBytes
	ShapeAnyList // []any
	ShapeList
	ShapeAnyMap // map[string]any
	ShapeMap
	ShapeStruct
	ShapePointer
	ShapeOp     // a merge operation of our runtime
	ShapeBad    // JSON has no form for it
	ShapeObject // an interface with methods: a thing that does something
)

// ShapeOf classifies a type. Q writes its name.
func ShapeOf(t types.Type, q types.Qualifier) Shape {
	if t == nil {
		return Shape{}
	}
	return wholeShape(t, q, 1, shapeKindOf) // one level is enough, and named types may hold themselves
}

// elemOf is the type of the elements of a list or map; nil if it has none, or any.
func elemOf(t types.Type) types.Type {
	var elem types.Type
	switch u := t.Underlying().(type) {
	case *types.Slice:
		elem = u.Elem()
	case *types.Array:
		elem = u.Elem()
	case *types.Map:
		elem = u.Elem()
	}
	if _, ok := elem.(*types.TypeParam); ok {
		return nil
	}
	return elem
}

// maxParts is how deep lists and maps are looked into where that tells something.
const maxParts = 4

// JSONShape is the shape of what the JSON of a type's values holds. Of a type that
// encodes itself nothing is known.
func JSONShape(t types.Type, q types.Qualifier) Shape { return wholeShape(t, q, maxParts, jsonKindOf) }

// KeptShape is the shape of a type whose values nothing ever encodes.
func KeptShape(t types.Type, q types.Qualifier) Shape { return wholeShape(t, q, maxParts, keptKindOf) }

func wholeShape(t types.Type, q types.Qualifier, depth int, kindOf func(types.Type) ShapeKind) Shape {
	s := Shape{Kind: kindOf(t), Name: types.TypeString(t, q)}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if elem := elemOf(t); elem != nil && depth > 0 && s.Kind != ShapeString {
		part := wholeShape(elem, q, depth-1, kindOf)
		s.Elem = &part
	}
	return s
}

// keptKindOf is the kind of a type where getters read no pointers and structs, and no maps but from strings.
func keptKindOf(t types.Type) ShapeKind {
	kind := shapeKindOf(t)
	m, isMap := t.Underlying().(*types.Map)
	if kind == ShapePointer || kind == ShapeStruct || isMap && !IsStringKind(m.Key()) {
		return ShapeBad
	}
	return kind
}

func jsonKindOf(t types.Type) ShapeKind {
	kind := shapeKindOf(t)
	switch {
	case kind == ShapeTime:
		return ShapeString
	case MethodOf(t, "MarshalJSON") != nil || MethodOf(t, "MarshalText") != nil:
		return ShapeUnknown
	}
	switch kind {
	case ShapePointer:
		if elem := t.Underlying().(*types.Pointer).Elem(); shapeKindOf(elem) != ShapePointer {
			return jsonKindOf(elem)
		}
		return ShapeUnknown
	case ShapeNamedString, ShapeBytes:
		return ShapeString
	case ShapeDuration:
		return ShapeInteger
	case ShapeStruct:
		return ShapeAnyMap
	case ShapeObject:
		return ShapeUnknown
	}
	return kind
}

func shapeKindOf(t types.Type) ShapeKind {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok {
		if kind := namedShape(named); kind != ShapeUnknown {
			return kind
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basicShape(u, t)
	case *types.Slice:
		return sliceShape(u, t)
	case *types.Array:
		return ShapeList
	case *types.Map:
		return mapShape(u, t)
	case *types.Struct:
		return ShapeStruct
	case *types.Pointer:
		return ShapePointer
	case *types.Chan, *types.Signature:
		return ShapeBad
	case *types.Interface:
		if _, isParam := t.(*types.TypeParam); !isParam && u.NumMethods() > 0 {
			return ShapeObject
		}
	}
	return ShapeUnknown
}

func namedShape(n *types.Named) ShapeKind {
	obj := n.Obj()
	if obj.Pkg() == nil {
		return ShapeUnknown
	}
	switch obj.Pkg().Path() + "." + obj.Name() {
	case "time.Time":
		return ShapeTime
	case "time.Duration":
		return ShapeDuration
	case "encoding/json.Number":
		return ShapeNumber
	}
	if RuntimeName(obj) == "Op" {
		return ShapeOp
	}
	return ShapeUnknown
}

func basicShape(b *types.Basic, t types.Type) ShapeKind {
	_, plain := t.(*types.Basic)
	switch info := b.Info(); {
	case b.Kind() == types.UntypedNil:
		return ShapeNil
	case info&types.IsString != 0 && plain:
		return ShapeString
	case info&types.IsString != 0:
		return ShapeNamedString
	case info&types.IsBoolean != 0:
		return ShapeBool
	case (b.Kind() == types.Int || b.Kind() == types.UntypedInt || b.Kind() == types.UntypedRune) && plain:
		return ShapeInt
	case info&types.IsInteger != 0:
		return ShapeInteger
	case (b.Kind() == types.Float64 || b.Kind() == types.UntypedFloat) && plain:
		return ShapeFloat64
	case info&types.IsFloat != 0:
		return ShapeFloat32
	case info&types.IsComplex != 0 || b.Kind() == types.UnsafePointer:
		return ShapeBad
	}
	return ShapeUnknown
}

func sliceShape(s *types.Slice, t types.Type) ShapeKind {
	_, plain := t.(*types.Slice)
	switch {
	case IsBytes(t):
		return ShapeBytes
	case plain && IsAny(s.Elem()):
		return ShapeAnyList
	}
	return ShapeList
}

func mapShape(m *types.Map, t types.Type) ShapeKind {
	_, plain := t.(*types.Map)
	switch {
	case !IsStringKind(m.Key()):
		return ShapeMap
	case plain && IsAny(m.Elem()) && IsString(m.Key()):
		return ShapeAnyMap
	}
	return ShapeMap
}
