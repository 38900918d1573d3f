package schema

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// Schema is a stategen.yaml that has been read and found right, or the part of
// one that was: every name is resolved and every default typed. Slices are in
// the order of the file.
type Schema struct {
	File         string // as the caller named it
	Package      string // empty: the Go package of the output folder
	PackageSpan  diag.Span
	Out          string // relative to the schema's folder; "." by default
	OutSpan      diag.Span
	Targets      []Target
	Grammar      instruction.Grammar
	Types        []*Named
	Keys         []*Key
	Instructions []*Instruction
	Foreign      []string // patterns of keys owned by others
	Check        Check
	Imports      []*Import // Go packages that hold the types of included schemas

	Unknown *Unknown // what mistakes leave unknown; nil: it is sound
}

// Target is a kit for which an adapter file is emitted.
type Target struct {
	Name string // "adk" (v2) or "adk/v1"
	Span diag.Span
}

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
	Value  string
	Doc    string
	GoName string
	Span   diag.Span
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
	Span        diag.Span
}

// Merge says what two writers' changes to a key make together.
type Merge uint8

// MergeLast is a plain set: the later one wins.
const (
	MergeLast Merge = iota
	MergeSum
	MergeMin
	MergeMax
	MergeAppend
	MergeUnion
)

// Encoding says how a value is written into a state.
type Encoding uint8

// JSONString keeps the value as JSON text inside a string.
const (
	Plain Encoding = iota
	JSONString
)

// Key is one declared state key, or a family of them.
type Key struct {
	Scope        runtime.Scope
	Name         string  // without prefix; of a family, the pattern
	ScopeWritten bool    // by the field scope, not by a prefix or by default
	Params       []Param // of a family: "order_{order_id}" has order_id
	Type         *Type
	Optional     bool
	Default      *Value // nil: none
	Merge        Merge
	Encoding     Encoding
	Constraints  Constraints
	Doc          string
	GoName       string
	Deprecated   string // what to use instead; empty: not deprecated
	Sensitive    bool
	RenamedFrom  []string // full keys
	WrittenBy    []string
	Span         diag.Span // of the key in the mapping
}

// Wire returns the key as a state holds it, prefix included.
func (k *Key) Wire() string { return k.Scope.Key(k.Name) }

// Literals returns the text of Wire around the key's parameters: one piece more
// than there are parameters.
func (k *Key) Literals() []string {
	pieces, end := make([]string, 0, len(k.Params)+1), 0
	for _, p := range k.Params {
		pieces = append(pieces, k.Name[end:p.Start])
		end = p.End
	}
	pieces = append(pieces, k.Name[end:])
	pieces[0] = k.Scope.Prefix() + pieces[0]
	return pieces
}

// Required reports whether reading the key when it is missing is an error.
func (k *Key) Required() bool { return !k.Optional && k.Default == nil }

// Param is a parameter of a key family, with its place in the key's name.
type Param struct {
	Name       string
	Start, End int // in Key.Name, braces included
}

// Value is a typed default. Data holds, by the type's kind: string (String,
// Enum), bool, int64 (Int, Int64), float64, time.Time, time.Duration, []byte,
// []any (List), map[string]any (Map and Object, by field name), or any JSON
// value (JSON, Go: float64 or json.Number for numbers).
type Value struct {
	Data any
	Span diag.Span
}

// Bound is a limit of a number, a duration or a time, in the type of Value.Data.
type Bound struct {
	Data any // int64, float64, time.Duration or time.Time
	Span diag.Span
}

// Limit is a count with the place that declares it.
type Limit struct {
	N    int
	Span diag.Span
}

// Constraints limit a value beyond its type; nil fields don't limit. Lengths
// count code points (bytes for Bytes).
type Constraints struct {
	Min, Max             *Bound
	MinLength, MaxLength *Limit
	Pattern              *Pattern
	MinItems, MaxItems   *Limit
	Unique               bool
}

// Pattern is a regular expression that means the same in Go and in JSON Schema.
type Pattern struct {
	Expr string
	Span diag.Span
}

// Instruction is a template whose expansion is compiled to Go.
type Instruction struct {
	Name   string
	GoName string
	Doc    string
	File   string               // of the template; empty for text in the schema
	Text   string               // the template
	At     func(offset int) int // offset in Text to offset in Source
	Source string               // the file that Text stands in, for spans
	Span   diag.Span            // of the name
	// Doubtful says that its declaration has a mistake, so that its Go name is
	// not known. Only a part of a schema has such instructions.
	Doubtful bool
}

// Check is what the schema says about checking.
type Check struct {
	Templates []Glob
	Rules     map[string]RuleLevel
}

// Glob is a pattern of template files, relative to the schema's folder.
type Glob struct {
	Pattern string
	Span    diag.Span
}

// RuleLevel is a rule's severity in this project.
type RuleLevel struct {
	Level string // "off", "warning" or "error"
	Span  diag.Span
}
