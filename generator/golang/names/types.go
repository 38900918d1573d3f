package names

import (
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
)

// Type is a type of the schema as Go code sees it. There is one for each list,
// map, enum and object of a package.
type Type struct {
	*schema.Type
	Elem  *Type  // of List and Map
	Named *Named // of Enum and Object
	// Converter is what the unexported functions for the type are called after
	// their prefix; empty if no key needs them.
	Converter string
}

// Scalar is what runtime/typed calls the type; empty if it has none of its own
// for it.
func (t *Type) Scalar() string {
	if s := t.Kind.Scalar(); s != nil {
		return s.Typed
	}
	return ""
}

// Pointer reports whether a struct that holds an optional value of this type
// needs a pointer to tell "not set" apart. A json value has null for it.
func (t *Type) Pointer() bool { return t.Kind != schema.JSON }

// types are the types of a package that are known so far.
type types struct {
	named  map[*schema.Named]*Named
	others map[string]*Type // by the schema's notation
}

func newTypes() types {
	return types{named: map[*schema.Named]*Named{}, others: map[string]*Type{}}
}

// declare adds an enum or object, whose name is decided later.
func (ts types) declare(n *schema.Named) *Named {
	t := &Named{Named: n}
	t.Type = &Type{Type: &schema.Type{Kind: n.Kind, Named: n}, Named: t}
	ts.named[n] = t
	return t
}

// of returns the type for one of the schema's.
func (ts types) of(t *schema.Type) *Type {
	if t.Named != nil {
		return ts.named[t.Named].Type
	}
	notation := t.String()
	if known, ok := ts.others[notation]; ok {
		return known
	}
	g := &Type{Type: t}
	if t.Elem != nil {
		g.Elem = ts.of(t.Elem)
	}
	ts.others[notation] = g
	return g
}

// Named is an enum or an object.
type Named struct {
	*schema.Named
	Ident  string
	Type   *Type
	Values []EnumValue
	Fields []*Field
}

// Used reports whether any key holds values of the type.
func (t *Named) Used() bool { return t.Type.Converter != "" }

// EnumValue is a value of an enum, and the name of its constant.
type EnumValue struct {
	schema.EnumValue
	Ident string
}

// Field is a field of an object.
type Field struct {
	*schema.Field
	Ident      string
	GoType     *Type
	PatternVar string // the variable with its pattern, if it has one
	Moves      Moves
}

// Moves are the moves of a key or a field.
type Moves struct {
	plan.Moves
	Older []Older
}

// Older is an earlier declaration with its Go type.
type Older struct {
	plan.Older
	GoType *Type
	Func   string // the function of the user's that converts its values; empty: built in
	Var    string // the variable that refers to it
}
