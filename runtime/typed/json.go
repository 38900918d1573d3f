package typed

import (
	"encoding/json"
	"strconv"

	"github.com/seed92179c4c/stategen/runtime"
)

// JSON reads a required key.
func JSON(s runtime.ReadonlyState, key string) (any, error) {
	return Required(s, key, AsJSON)
}

// OptJSON reads an optional key.
func OptJSON(s runtime.ReadonlyState, key string) (any, bool, error) {
	return Optional(s, key, AsJSON)
}

// SetJSON writes a key; nil unsets it.
func SetJSON(s runtime.State, key string, v any) error {
	return Set(s, key, v, FromJSON)
}

// NotNull reports a required value that is nil, which would count as not set.
func NotNull(key string, v any) error {
	if v == nil {
		return &runtime.MissingError{Key: key}
	}
	return nil
}

// AsJSON converts a value that was read to what encoding/json decodes into an
// any: nil, bool, string, float64, []any and map[string]any. An integer that
// a float64 would round comes back as a json.Number with all its digits. The
// result shares no memory with v.
func AsJSON(v any) (any, error) {
	if n, ok := v.(json.Number); ok {
		return asJSONNumber(n), nil
	}
	plain, err := runtime.Normalize("", v)
	if err != nil {
		return nil, err
	}
	return eachNumber(plain, func(n json.Number) (any, error) { return asJSONNumber(n), nil })
}

func asJSONNumber(n json.Number) any {
	if f, ok := runtime.DecodeFloat(n); ok {
		return f
	}
	return n
}

// FromJSON converts a value to be written: whatever runtime.Normalize takes,
// except integers that a float64 would round, because some stores would. A float64 that
// is whole is written without a fraction, as encoding/json writes it: most have been read
// from an integer.
func FromJSON(v any) (any, error) {
	plain, err := runtime.Normalize("", v)
	if err != nil {
		return nil, err
	}
	_, err = eachNumber(runtime.Clone(plain), func(n json.Number) (any, error) {
		if _, ok := runtime.DecodeFloat(n); !ok {
			return nil, &Error{Want: "a number that JSON readers keep exact, or a string", Found: "integer", Value: n.String()}
		}
		return n, nil
	})
	return withIntegers(plain), err
}

// eachNumber replaces the whole numbers of a value in normal form, in place.
func eachNumber(v any, replace func(json.Number) (any, error)) (_ any, err error) {
	switch v := v.(type) {
	case int:
		return replace(json.Number(strconv.Itoa(v)))
	case int64:
		return replace(json.Number(strconv.FormatInt(v, 10)))
	case []any:
		for i := range v {
			if v[i], err = eachNumber(v[i], replace); err != nil {
				return nil, in(index(i), err)
			}
		}
	case map[string]any:
		for name := range v {
			if v[name], err = eachNumber(v[name], replace); err != nil {
				return nil, in(name, err)
			}
		}
	}
	return v, nil
}

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
