package schema

import (
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/runtime/typed"
)

// Scalar is what there is to know of a type that is neither made of others nor declared.
// Each is one row of scalars. Adding one takes a row, the functions in runtime/typed that
// it names, and code only for what no other type does.
type Scalar struct {
	Kind    Kind
	Name    string // as a schema writes it
	Noun    string // what messages call a value
	Plural  string // what messages call such values
	Example string // a value as YAML writes it

	Go      GoType // of its values; without a Path one that Go has built in
	Mutable bool   // whether each reader needs a value of its own
	Typed   string // what runtime/typed calls it: Time has AsTime, FromTime, SetTime

	TypeScript string // the type in TypeScript; empty: that of JSON
	Zod        string // the function of zod's schema, or one that takes limits; empty: what Pattern matches

	JSON   string   // the type of its values in a JSON Schema; empty: any
	Limits []string // the constraints that it may have
	Unique bool     // whether a value is stored in one way alone, so that duplicates can be told

	// Of types that are stored as text:
	Doc     string // the description in a JSON Schema
	Pattern string // the regular expression in a JSON Schema
	Samples []any  // some values as they are stored

	As   func(any) (any, error) // converts a stored value to a Go value
	From func(any) (any, error) // converts a Go value to a stored one

	stored jsonKinds
	texts  []Kind // types that have a text in common with it, other than those that take any
}

var (
	ordered  = []string{"min", "max"}
	measured = []string{"min_length", "max_length"}
)

var scalars = []Scalar{
	row(Scalar{
		Kind: String, Name: "string", Noun: "a string", Plural: "strings", Example: `"text"`,
		Go: GoType{Name: "string"}, Zod: "text", Typed: "String", JSON: "string",
		Limits: append([]string{"pattern"}, measured...), Unique: true, stored: texts,
	}, typed.AsString, typed.FromString),
	row(Scalar{
		Kind: Bool, Name: "bool", Noun: "true or false", Plural: "booleans", Example: "true",
		Go: GoType{Name: "bool"}, Zod: "z.boolean", Typed: "Bool", JSON: "boolean", Unique: true, stored: booleans,
	}, typed.AsBool, typed.FromBool),
	row(Scalar{
		Kind: Int, Name: "int", Noun: "a whole number", Plural: "numbers", Example: "1",
		Go: GoType{Name: "int"}, TypeScript: "Integer", Zod: "integer", Typed: "Int", JSON: "integer", Limits: ordered, Unique: true,
		stored: numbers | texts, texts: []Kind{Int64},
	}, typed.AsInt, typed.FromInt),
	row(Scalar{
		Kind: Int64, Name: "int64", Noun: "a whole number", Plural: "numbers", Example: "1",
		Go: GoType{Name: "int64"}, TypeScript: "Integer", Zod: "integer", Typed: "Int64", JSON: "integer", Limits: ordered, Unique: true, stored: numbers | texts,
	}, typed.AsInt64, typed.FromInt64),
	row(Scalar{
		Kind: Float, Name: "float", Noun: "a finite number", Plural: "numbers", Example: "1.5",
		Go: GoType{Name: "float64"}, Zod: "z.number", Typed: "Float", JSON: "number", Limits: ordered, Unique: true, stored: numbers,
	}, typed.AsFloat, typed.FromFloat),
	row(Scalar{
		Kind: Time, Name: "time", Noun: "a time in RFC 3339", Plural: "times", Example: `"2030-01-31T08:00:00Z"`,
		Go: GoType{"time", "Time"}, TypeScript: "Time", Zod: "time", Typed: "Time", JSON: "string", Limits: ordered, stored: texts,
		Doc: "A time in RFC 3339.", Pattern: timePattern,
		Samples: []any{"2030-01-31T08:00:00Z", "0001-01-01T00:00:00Z"},
	}, typed.AsTime, typed.FromTime),
	row(Scalar{
		Kind: Duration, Name: "duration", Noun: "a duration", Plural: "durations", Example: `"1h30m"`,
		Go: GoType{"time", "Duration"}, TypeScript: "Duration", Zod: "duration", Typed: "Duration", JSON: "string", Limits: ordered, stored: texts,
		Doc: "A duration, such as 1h30m.", Pattern: durationPattern,
		Samples: []any{"0s", "1m0s", "1h30m0s", "1µs", "10m0s"},
	}, typed.AsDuration, typed.FromDuration),
	row(Scalar{
		Kind: Bytes, Name: "bytes", Noun: "base64 text with padding", Plural: "bytes", Example: `"aGVsbG8="`,
		Go: GoType{Name: "[]byte"}, Mutable: true, TypeScript: "Bytes", Zod: "bytes", Typed: "Bytes", JSON: "string", Limits: measured,
		stored: texts, texts: []Kind{Int, Int64, Duration}, // digits and 1m0s are base64 too
		Samples: []any{"", "abcd", "done", "left", "1234", "true", "null", "aGVsbG8=", "9007199254740993", "1m0s"},
	}, typed.AsBytes, typed.FromBytes),
	row(Scalar{
		Kind: JSON, Name: "json", Noun: "a JSON value", Plural: "JSON values",
		Go: GoType{Name: "any"}, Mutable: true, TypeScript: "unknown", Zod: "json", Typed: "JSON", stored: anyKind,
	}, typed.AsJSON, typed.FromJSON),
}

// row completes a row with the functions of generated code.
func row[T any](s Scalar, as func(any) (T, error), from func(T) (any, error)) Scalar {
	s.As = func(v any) (any, error) { return as(v) }
	s.From = func(v any) (any, error) {
		var value T
		if v != nil { // as a json value may be
			value = v.(T)
		}
		return from(value)
	}
	if s.TypeScript == "" {
		s.TypeScript = s.JSON
	}
	return s
}

var (
	scalarOf    = map[Kind]*Scalar{}
	scalarNamed = map[string]*Scalar{}
)

func init() {
	for i := range scalars {
		s := &scalars[i]
		scalarOf[s.Kind], scalarNamed[s.Name] = s, s
	}
}

// Scalars returns all rows. They are not to be changed.
func Scalars() []Scalar { return scalars }

// Scalar is the kind's row; nil if it is no scalar's.
func (k Kind) Scalar() *Scalar { return scalarOf[k] }

// ScalarKind returns the kind of a scalar, by the name that a schema writes.
func ScalarKind(name string) (Kind, bool) {
	s, ok := scalarNamed[name]
	if !ok {
		return 0, false
	}
	return s.Kind, true
}

// ScalarNames lists the names of scalars.
func ScalarNames() []string { return slices.Sorted(maps.Keys(scalarNamed)) }

// IsNumber reports whether values of the kind are numbers.
func (k Kind) IsNumber() bool {
	s := k.Scalar()
	return s != nil && s.stored&numbers != 0 && s.stored&objects == 0
}

// The texts that Go reads as times and durations. A time has a day that is in
// the calendar.
const (
	timePattern = `^(?:` + dayPattern + `)T(?:[01]?[0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.,][0-9]+)?` +
		`(?:Z|[+\-](?:[01][0-9]|2[0-4]):(?:[0-5][0-9]|60))$`
	dayPattern = `[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))` +
		`|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29`
	durationPattern = `^[+\-]?(?:0|(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+)$`
)
