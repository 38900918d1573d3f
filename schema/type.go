package schema

import (
	"fmt"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// Import is a Go package generated from an included schema, whose types are
// used instead of emitting them again.
type Import struct {
	Path string // Go import path
	File string // the schema it was generated from
	Span diag.Span
}

// Kind is what a Type is made of.
type Kind uint8

// The kinds of types. List and Map have an element; Enum and Object are named.
const (
	String Kind = iota + 1
	Bool
	Int
	Int64
	Float
	Time
	Duration
	Bytes
	JSON
	List
	Map
	Enum
	Object
	Go // a struct of the user's own, through encoding/json
)

// Type is a resolved type expression.
type Type struct {
	Kind  Kind
	Elem  *Type  // of List and Map; nil otherwise
	Named *Named // of Enum and Object; nil otherwise
	Go    GoType // of Go
	Span  diag.Span
}

// GoType names a Go type of the user's own: example.com/m.Flight.
type GoType struct{ Path, Name string }

// Named is an enum or an object under types.
type Named struct {
	Name   string
	Kind   Kind // Enum or Object
	Doc    string
	GoName string // override; empty: derived from Name
	Values []EnumValue
	Fields []*Field
	Import *Import // where the Go type already exists; nil: emitted here
	Span   diag.Span
}

// EnumValue is one allowed string of an enum.
type EnumValue struct {
	Value       string
	Doc         string
	GoName      string
	RenamedFrom []string // older values
	Span        diag.Span
}

// Field is a field of an object. An optional field may be null or absent.
type Field struct {
	Name        string
	Type        *Type
	Optional    bool
	Doc         string
	GoName      string
	Deprecated  string // what to use instead; empty: not deprecated
	Constraints Constraints
	RenamedFrom []string // older names
	Was         []Was    // earlier declarations, the latest first
	Span        diag.Span
}

// String writes the type as a schema does.
func (t *Type) String() string {
	switch {
	case t == nil:
		return "?"
	case t.Kind == List:
		return "[]" + t.Elem.String()
	case t.Kind == Map:
		return "map[string]" + t.Elem.String()
	case t.Named != nil:
		return t.Named.Name
	case t.Kind == Go:
		return t.Go.Path + "." + t.Go.Name
	}
	return t.Kind.String()
}

// String returns the kind's name; of a scalar, the type as a schema writes it.
func (k Kind) String() string {
	switch k {
	case List:
		return "list"
	case Map:
		return "map"
	case Enum:
		return "enum"
	case Object:
		return "object"
	case Go:
		return "go_type"
	}
	if s := k.Scalar(); s != nil {
		return s.Name
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Encoding says how a value is written into a state.
type Encoding uint8

// JSONString keeps the value as JSON text inside a string.
const (
	Plain Encoding = iota
	JSONString
)
