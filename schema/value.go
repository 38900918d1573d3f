package schema

import (
	"encoding/base64"
	"time"

	"github.com/seed92179c4c/stategen/internal/diag"
)

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

// Stored returns a default or bound as a state stores it, in the types that
// JSON has: times, durations and bytes become strings.
func Stored(data any) any {
	switch v := data.(type) {
	case time.Time:
		return v.UTC().Format(time.RFC3339Nano)
	case time.Duration:
		return v.String()
	case []byte:
		return base64.StdEncoding.EncodeToString(v)
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = Stored(item)
		}
		return list
	case map[string]any:
		m := make(map[string]any, len(v))
		for name, field := range v {
			m[name] = Stored(field)
		}
		return m
	}
	return data
}
