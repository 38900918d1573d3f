package typed

import (
	"math"

	"github.com/seed92179c4c/stategen/runtime"
)

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
