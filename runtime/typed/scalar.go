package typed

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/runtime"
)

// Bool reads a required key.
func Bool(s runtime.ReadonlyState, key string) (bool, error) {
	v, err := s.Get(key)
	if err == nil {
		if t, ok := v.(bool); ok {
			return t, nil
		}
	}
	return GotRequired(key, v, err, AsBool)
}

// BoolOr reads a key with a default.
func BoolOr(s runtime.ReadonlyState, key string, fallback bool) (bool, error) {
	v, err := s.Get(key)
	if err == nil {
		if t, ok := v.(bool); ok {
			return t, nil
		}
	}
	return GotOr(key, v, err, AsBool, fallback)
}

// OptBool reads an optional key.
func OptBool(s runtime.ReadonlyState, key string) (value, ok bool, err error) {
	v, err := s.Get(key)
	if err == nil {
		if t, ok := v.(bool); ok {
			return t, true, nil
		}
	}
	return GotOptional(key, v, err, AsBool)
}

// SetBool writes a key.
func SetBool(s runtime.State, key string, v bool) error { return write(s, key, v) }

// AsBool converts a value that was read.
func AsBool(v any) (bool, error) {
	if t, ok := v.(bool); ok {
		return t, nil
	}
	return false, Mismatch("bool", v)
}

// FromBool converts a value to be written.
func FromBool(v bool) (any, error) { return v, nil }

// Int reads a required key.
func Int(s runtime.ReadonlyState, key string) (int, error) {
	v, err := s.Get(key)
	if err == nil {
		if t, ok := v.(int); ok {
			return t, nil
		}
	}
	return GotRequired(key, v, err, AsInt)
}

// IntOr reads a key with a default.
func IntOr(s runtime.ReadonlyState, key string, fallback int) (int, error) {
	v, err := s.Get(key)
	if err == nil {
		if t, ok := v.(int); ok {
			return t, nil
		}
	}
	return GotOr(key, v, err, AsInt, fallback)
}

// OptInt reads an optional key.
func OptInt(s runtime.ReadonlyState, key string) (int, bool, error) {
	v, err := s.Get(key)
	if err == nil {
		if t, ok := v.(int); ok {
			return t, true, nil
		}
	}
	return GotOptional(key, v, err, AsInt)
}

// SetInt writes a key.
func SetInt(s runtime.State, key string, v int) error {
	if n := int64(v); -runtime.MaxExactInt <= n && n <= runtime.MaxExactInt {
		return write(s, key, v)
	}
	return write(s, key, runtime.EncodeInt(int64(v)))
}

// AsInt converts a value that was read; see AsInt64.
func AsInt(v any) (int, error) {
	if t, ok := v.(int); ok {
		return t, nil
	}
	n, ok := exactInteger(v)
	if !ok || n < math.MinInt || n > math.MaxInt {
		return 0, integerMismatch("int", v)
	}
	return int(n), nil
}

// FromInt converts a value to be written; see runtime.EncodeInt.
func FromInt(v int) (any, error) {
	return runtime.EncodeInt(int64(v)), nil
}

// Int64 reads a required key.
func Int64(s runtime.ReadonlyState, key string) (int64, error) {
	v, err := s.Get(key)
	if err == nil {
		if t, ok := v.(int); ok {
			return int64(t), nil
		}
	}
	return GotRequired(key, v, err, AsInt64)
}

// Int64Or reads a key with a default.
func Int64Or(s runtime.ReadonlyState, key string, fallback int64) (int64, error) {
	v, err := s.Get(key)
	if err == nil {
		if t, ok := v.(int); ok {
			return int64(t), nil
		}
	}
	return GotOr(key, v, err, AsInt64, fallback)
}

// OptInt64 reads an optional key.
func OptInt64(s runtime.ReadonlyState, key string) (int64, bool, error) {
	v, err := s.Get(key)
	if err == nil {
		if t, ok := v.(int); ok {
			return int64(t), true, nil
		}
	}
	return GotOptional(key, v, err, AsInt64)
}

// SetInt64 writes a key.
func SetInt64(s runtime.State, key string, v int64) error {
	return write(s, key, runtime.EncodeInt(v))
}

// AsInt64 converts a value that was read: any Go integer that fits, a float
// without a fraction inside ±(2^53−1), a json.Number with an integral value,
// and the decimal string that FromInt64 writes for what lies beyond.
func AsInt64(v any) (int64, error) {
	if n, ok := exactInteger(v); ok {
		return n, nil
	}
	return 0, integerMismatch("int64", v)
}

// FromInt64 converts a value to be written; see runtime.EncodeInt.
func FromInt64(v int64) (any, error) { return runtime.EncodeInt(v), nil }

// Float reads a required key.
func Float(s runtime.ReadonlyState, key string) (float64, error) {
	v, err := s.Get(key)
	if err == nil {
		if t, ok := v.(float64); ok {
			return t, nil
		}
	}
	return GotRequired(key, v, err, AsFloat)
}

// FloatOr reads a key with a default.
func FloatOr(s runtime.ReadonlyState, key string, fallback float64) (float64, error) {
	v, err := s.Get(key)
	if err == nil {
		if t, ok := v.(float64); ok {
			return t, nil
		}
	}
	return GotOr(key, v, err, AsFloat, fallback)
}

// OptFloat reads an optional key.
func OptFloat(s runtime.ReadonlyState, key string) (float64, bool, error) {
	v, err := s.Get(key)
	if err == nil {
		if t, ok := v.(float64); ok {
			return t, true, nil
		}
	}
	return GotOptional(key, v, err, AsFloat)
}

// SetFloat writes a key.
func SetFloat(s runtime.State, key string, v float64) error {
	if v-v == 0 { // neither NaN nor infinite
		return write(s, key, v)
	}
	stored, err := FromFloat(v)
	return put(s, key, stored, err)
}

// AsFloat converts a value that was read: a float, a json.Number, or an
// integer that a float64 holds exactly.
func AsFloat(v any) (float64, error) {
	if f, ok := runtime.DecodeFloat(v); ok {
		return f, nil
	}
	switch v := v.(type) {
	case float32:
		return float64(v), nil
	case int8, int16, int32, uint, uint8, uint16, uint32, uint64:
		if n, ok := exactInteger(v); ok {
			return AsFloat(n)
		}
	}
	return 0, Mismatch("float", v)
}

// FromFloat converts a value to be written. JSON has no NaN and no infinity,
// so they are refused.
func FromFloat(v float64) (any, error) { return runtime.Normalize("", v) }

// String reads a required key.
func String(s runtime.ReadonlyState, key string) (string, error) {
	v, err := s.Get(key)
	if err == nil {
		if t, ok := v.(string); ok {
			return t, nil
		}
	}
	return GotRequired(key, v, err, AsString)
}

// StringOr reads a key with a default.
func StringOr(s runtime.ReadonlyState, key, fallback string) (string, error) {
	v, err := s.Get(key)
	if err == nil {
		if t, ok := v.(string); ok {
			return t, nil
		}
	}
	return GotOr(key, v, err, AsString, fallback)
}

// OptString reads an optional key.
func OptString(s runtime.ReadonlyState, key string) (string, bool, error) {
	v, err := s.Get(key)
	if err == nil {
		if t, ok := v.(string); ok {
			return t, true, nil
		}
	}
	return GotOptional(key, v, err, AsString)
}

// SetString writes a key.
func SetString(s runtime.State, key, v string) error {
	if isASCII(v) {
		return write(s, key, v)
	}
	stored, err := FromString(v)
	return put(s, key, stored, err)
}

// isASCII reports whether text has only characters that every store takes as
// they are, NUL excluded.
func isASCII(text string) bool {
	for i := range len(text) {
		if c := text[i]; c == 0 || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// AsString converts a value that was read.
func AsString(v any) (string, error) {
	if t, ok := v.(string); ok {
		return t, nil
	}
	return "", Mismatch("string", v)
}

// FromString converts a value to be written. Text that isn't valid UTF-8, or
// holds a NUL, is refused: some stores would change or reject it.
func FromString(v string) (any, error) { return runtime.Normalize("", v) }

// exactInteger returns the integer that v represents, and whether it represents
// for exactly one: what runtime.DecodeInt reads, and Go's other integer types
// from states that hold what they were given.
func exactInteger(v any) (int64, bool) {
	if n, ok := runtime.DecodeInt(v); ok {
		return n, true
	}
	switch v.(type) {
	case int8, int16, int32, uint, uint8, uint16, uint32, uint64, float32:
		plain, err := runtime.Normalize("", v)
		if err == nil {
			return runtime.DecodeInt(plain)
		}
	}
	return 0, false
}

func integerMismatch(want string, v any) error {
	if f, ok := v.(float64); ok && f == math.Trunc(f) && math.Abs(f) > runtime.MaxExactInt {
		return &Error{Want: want, Found: "float64", Value: formatFloat(f) + ", which may have been rounded"}
	}
	return Mismatch(want, v)
}

func formatFloat(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
