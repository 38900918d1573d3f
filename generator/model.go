package generator

import (
	"github.com/seed92179c4c/stategen/schema"
)

// model is what the files print: the schema with every Go name decided.
type model struct {
	pkg     string
	source  string
	types   []*namedType // in schema order
	keys    []*key       // in schema order
	helpers *helpers
	schema  *schema.Schema
}

// namedType is an enum or an object.
type namedType struct {
	*schema.Named
	name   string // in Go
	values []enumValue
	fields []*field
	desc   string // for comments: `type "Flight"`
}

type enumValue struct {
	schema.EnumValue
	name string // of the constant
}

type field struct {
	*schema.Field
	name string
	typ  goType
}

// key is a declared key.
type key struct {
	*schema.Key
	name string // in Go: the getter's, without Get
	typ  goType
}

func (k *key) constant() string { return "Key" + k.name }

// pointer reports whether a struct that holds an optional value of this type
// needs a pointer to tell "not set" apart. A json value has null for it.
func (t goType) pointer() bool { return t.Kind != schema.JSON }
