package typed

import "github.com/seed92179c4c/stategen/runtime"

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
