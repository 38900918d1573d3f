package names

import (
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
)

// Package is a plan with a Go name for everything in it.
type Package struct {
	Plan         *plan.Plan
	Name         string
	Source       string // the schema, relative to the package's folder
	Types        []*Named
	Keys         []*Key
	Instructions []*Instruction
	Composites   []*Type // lists and maps that need converters, in order of first use
}

// Key is a key, or a family of keys; its name is its getter's.
type Key struct {
	*plan.Key
	Ident       string
	GoType      *Type
	ParamNames  []string // of a family: names of parameters
	ParamFields []string // of a family with several: the fields of its ParamsType
	Moves       Moves
}

// The names of what is declared for a key at package level.

func (k *Key) Constant() string    { return "Key" + k.Ident }
func (k *Key) KeyFunc() string     { return k.Ident + "Key" }
func (k *Key) ParamsType() string  { return k.Ident + "Params" }
func (k *Key) ParamsFunc() string  { return "params" + k.Ident }
func (k *Key) FamilyVar() string   { return "family" + k.Ident }
func (k *Key) MovesVar() string    { return "moves" + k.Ident }
func (k *Key) DefaultFunc() string { return "default" + k.Ident }
func (k *Key) CheckFunc() string   { return "check" + k.Ident }
func (k *Key) OpVar() string       { return "merge" + k.Ident }
func (k *Key) PatternVar() string  { return "pattern" + k.Ident }
func (k *Key) DecodeFunc() string  { return "decode" + k.Ident }
func (k *Key) EncodeFunc() string  { return "encode" + k.Ident }

// Verb is what the name of the method that merges begins with; empty when
// writers replace each other's values.
func (k *Key) Verb() string {
	return map[schema.Merge]string{
		schema.MergeSum:    "Add",
		schema.MergeMin:    "Min",
		schema.MergeMax:    "Max",
		schema.MergeAppend: "Append",
		schema.MergeUnion:  "Union",
	}[k.Merge]
}

// Instruction is an instruction that is compiled.
type Instruction struct {
	*plan.Instruction
	Ident  string
	Pieces []Piece
}

// Piece is a piece of an instruction.
type Piece struct {
	plan.Piece
	Key *Key // nil: text, or a key that isn't declared
}

// Func is the name of the function that returns the instruction's text.
func (t *Instruction) Func() string { return t.Ident + "Instruction" }

// Provider is the name of what an adapter offers for the instruction.
func (t *Instruction) Provider() string { return t.Ident + "Provider" }
