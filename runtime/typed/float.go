package typed

import (
	"encoding/json"
	"math"

	"github.com/seed92179c4c/stategen/runtime"
)

// Float reads a required key.
func Float(s runtime.ReadonlyState, key string) (float64, error) {
	v, err := s.Get(key)
	if t, ok := v.(float64); ok && err == nil {
		return t, nil
	}
	return required(key, v, err, AsFloat)
}

// FloatOr reads a key with a default.
func FloatOr(s runtime.ReadonlyState, key string, fallback float64) (float64, error) {
	v, err := s.Get(key)
	if t, ok := v.(float64); ok && err == nil {
		return t, nil
	}
	return orDefault(key, v, err, AsFloat, fallback)
}

// OptFloat reads an optional key.
func OptFloat(s runtime.ReadonlyState, key string) (float64, bool, error) {
	v, err := s.Get(key)
	if t, ok := v.(float64); ok && err == nil {
		return t, true, nil
	}
	return optional(key, v, err, AsFloat)
}

// SetFloat writes a key.
func SetFloat(s runtime.State, key string, v float64) error {
	stored, err := FromFloat(v)
	return put(s, key, stored, err)
}

// AsFloat converts a value that was read: a float, a json.Number, or an
// integer that a float64 holds exactly.
func AsFloat(v any) (float64, error) {
	switch v := v.(type) {
	case float64:
		return v, nil
	case float32:
		return float64(v), nil
	case json.Number:
		if f, ok := floatOfNumber(v); ok {
			return f, nil
		}
		return 0, Mismatch("float", v)
	case string:
		return 0, Mismatch("float", v)
	}
	n, ok := exactInteger(v)
	if f := float64(n); ok && f < math.MaxInt64 && int64(f) == n {
		return f, nil
	}
	return 0, Mismatch("float", v)
}

// FromFloat converts a value to be written. JSON has no NaN and no infinity,
// so they are refused.
func FromFloat(v float64) (any, error) { return runtime.Normalize("", v) }
