package typed

import "github.com/seed92179c4c/stategen/runtime"

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
