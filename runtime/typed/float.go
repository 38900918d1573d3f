package typed

import "github.com/seed92179c4c/stategen/runtime"

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
