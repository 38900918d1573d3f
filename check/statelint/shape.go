package statelint

import (
	"go/types"
	"strings"
)

// shape is a Go type as far as states care about it. It travels in facts.
type shape struct {
	Kind shapeKind
	Name string // as messages show the type
	Elem *shape // of lists and maps
}

// indefinite is the type's name with an article.
func (s shape) indefinite() string {
	if s.Name != "" && strings.ContainsRune("aeioAEIO", rune(s.Name[0])) {
		return "an " + s.Name
	}
	return "a " + s.Name
}

type shapeKind uint8

const (
	shapeUnknown shapeKind = iota // interfaces and type parameters
	shapeNil
	shapeString
	shapeNamedString
	shapeBool
	shapeInt     // int
	shapeInteger // other integers
	shapeFloat64
	shapeFloat32
	shapeNumber // json.Number
	shapeTime
	shapeDuration
	shapeBytes
	shapeAnyList // []any
	shapeList
	shapeAnyMap // map[string]any
	shapeMap
	shapeStruct
	shapePointer
	shapeOp     // a merge operation of our runtime
	shapeBad    // JSON has no form for it
	shapeObject // an interface with methods: a thing that does something
)

// shapeOf classifies a type. Q writes its name.
func shapeOf(t types.Type, q types.Qualifier) shape {
	if t == nil {
		return shape{}
	}
	return shape{Kind: shapeKindOf(t), Name: types.TypeString(t, q), Elem: elemShape(t, q)}
}

func elemShape(t types.Type, q types.Qualifier) *shape {
	var elem types.Type
	switch u := t.Underlying().(type) {
	case *types.Slice:
		elem = u.Elem()
	case *types.Array:
		elem = u.Elem()
	case *types.Map:
		elem = u.Elem()
	default:
		return nil
	}
	if _, ok := elem.(*types.TypeParam); ok {
		return nil
	}
	// One level is enough, and named types may hold themselves.
	return &shape{Kind: shapeKindOf(elem), Name: types.TypeString(elem, q)}
}

func shapeKindOf(t types.Type) shapeKind {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok {
		if kind := namedShape(named); kind != shapeUnknown {
			return kind
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basicShape(u, t)
	case *types.Slice:
		return sliceShape(u, t)
	case *types.Array:
		return shapeList
	case *types.Map:
		return mapShape(u, t)
	case *types.Struct:
		return shapeStruct
	case *types.Pointer:
		return shapePointer
	case *types.Chan, *types.Signature:
		return shapeBad
	case *types.Interface:
		if _, isParam := t.(*types.TypeParam); !isParam && u.NumMethods() > 0 {
			return shapeObject
		}
	}
	return shapeUnknown
}

func namedShape(n *types.Named) shapeKind {
	obj := n.Obj()
	if obj.Pkg() == nil {
		return shapeUnknown
	}
	switch obj.Pkg().Path() + "." + obj.Name() {
	case "time.Time":
		return shapeTime
	case "time.Duration":
		return shapeDuration
	case "encoding/json.Number":
		return shapeNumber
	}
	if ownName(obj) == "Op" {
		return shapeOp
	}
	return shapeUnknown
}

func basicShape(b *types.Basic, t types.Type) shapeKind {
	_, plain := t.(*types.Basic)
	switch info := b.Info(); {
	case b.Kind() == types.UntypedNil:
		return shapeNil
	case info&types.IsString != 0 && plain:
		return shapeString
	case info&types.IsString != 0:
		return shapeNamedString
	case info&types.IsBoolean != 0:
		return shapeBool
	case (b.Kind() == types.Int || b.Kind() == types.UntypedInt || b.Kind() == types.UntypedRune) && plain:
		return shapeInt
	case info&types.IsInteger != 0:
		return shapeInteger
	case (b.Kind() == types.Float64 || b.Kind() == types.UntypedFloat) && plain:
		return shapeFloat64
	case info&types.IsFloat != 0:
		return shapeFloat32
	case info&types.IsComplex != 0 || b.Kind() == types.UnsafePointer:
		return shapeBad
	}
	return shapeUnknown
}

func sliceShape(s *types.Slice, t types.Type) shapeKind {
	_, plain := t.(*types.Slice)
	switch {
	case isBytes(t):
		return shapeBytes
	case plain && isAny(s.Elem()):
		return shapeAnyList
	}
	return shapeList
}

func mapShape(m *types.Map, t types.Type) shapeKind {
	_, plain := t.(*types.Map)
	switch {
	case !isStringKind(m.Key()):
		return shapeMap
	case plain && isAny(m.Elem()) && isString(m.Key()):
		return shapeAnyMap
	}
	return shapeMap
}
