package typed

import (
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/runtime"
)

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
