package schema

import "github.com/seed92179c4c/stategen/internal/diag"

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
