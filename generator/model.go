package generator

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// model is what the files print: the schema with every Go name decided.
type model struct {
	pkg          string
	source       string
	types        []*namedType // in schema order
	keys         []*key       // in schema order
	instructions []*template  // in schema order
	helpers      *helpers
	schema       *schema.Schema
}

// namedType is an enum or an object.
type namedType struct {
	*schema.Named
	name   string // in Go
	values []enumValue
	fields []*field
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

// key is a declared key, or a family of keys.
type key struct {
	*schema.Key
	name   string // in Go: the getter's
	typ    goType
	params []string // of a family: names of parameters in Go
	fields []string // of a family with several: the fields of its params type
	texts  []string // of a family: the literal texts around the parameters, prefix included
	except []string // of a family: declared keys of the same shape
	former [][]string
}

func (k *key) isFamily() bool { return len(k.params) > 0 }

// The names of what is declared for a key at package level.
func (k *key) constant() string     { return "Key" + k.name }
func (k *key) keyFunc() string      { return k.name + "Key" }
func (k *key) paramsType() string   { return k.name + "Params" }
func (k *key) familyVar() string    { return "family" + k.name }
func (k *key) fallbackName() string { return "default" + k.name }
func (k *key) checkName() string    { return "check" + k.name }
func (k *key) opName() string       { return "merge" + k.name }
func (k *key) patternName() string  { return "pattern" + k.name }
func (k *key) decodeName() string   { return "decode" + k.name }
func (k *key) encodeName() string   { return "encode" + k.name }

// ref is the key in a function's body: a constant, or what locate finds.
func (k *key) ref() *jen.Statement {
	if k.isFamily() {
		return jen.Id("key")
	}
	return jen.Id(k.constant())
}

// verb is what the name of the method that merges begins with; empty when
// writers replace each other's values.
func (k *key) verb() string {
	return map[schema.Merge]string{
		schema.MergeSum:    "Add",
		schema.MergeMin:    "Min",
		schema.MergeMax:    "Max",
		schema.MergeAppend: "Append",
		schema.MergeUnion:  "Union",
	}[k.Merge]
}

// mustBeInitial reports whether a new session can't begin without the key. A
// required user or app key may have been set long before.
func (k *key) mustBeInitial() bool {
	return k.Required() && k.Scope == runtime.ScopeSession && !k.isFamily()
}

// pointer reports whether a struct that holds an optional value of this type
// needs a pointer to tell "not set" apart. A json value has null for it.
func (t goType) pointer() bool { return t.Kind != schema.JSON }
