package typed

import "github.com/seed92179c4c/stategen/runtime"

// AsText reads a value that is kept as JSON text in a string.
func AsText[T any](v any, as func(any) (T, error)) (T, error) {
	var zero T
	text, ok := v.(string)
	if !ok {
		return zero, Mismatch("string with JSON text", v)
	}
	plain, err := runtime.DecodeValue([]byte(text))
	if err != nil {
		return zero, &Error{Want: "string with JSON text", Found: "string that is not JSON"}
	}
	return as(plain)
}

// FromText writes a value as JSON text in a string.
func FromText[T any](v T, from func(T) (any, error)) (any, error) {
	stored, err := from(v)
	if err != nil {
		return nil, err
	}
	plain, err := runtime.Normalize("", stored)
	if err != nil {
		return nil, err
	}
	text, err := runtime.EncodeValue(plain)
	return string(text), err
}
