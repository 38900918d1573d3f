package typed

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"

	"github.com/seed92179c4c/stategen/runtime"
)

// AsGo converts a value that was read to a Go type of the user's own, as
// encoding/json does.
func AsGo[T any](v any) (T, error) {
	var t, zero T
	plain, err := runtime.Normalize("", v)
	if err != nil {
		return zero, err
	}
	text, err := runtime.EncodeValue(withIntegers(plain))
	if err != nil {
		return zero, err
	}
	if err := json.Unmarshal(text, &t); err != nil {
		return zero, &Error{Want: fmt.Sprintf("%T", t), Found: typeName(v), Err: err}
	}
	return t, nil
}

// withIntegers makes integers of the floats of a value that represent exactly
// one, in place: stores that know only JSON give integers back as floats, and
// encoding/json reads no 5.0 into an int. A negative zero stays a float.
func withIntegers(v any) any {
	switch v := v.(type) {
	case float64:
		if n, ok := runtime.DecodeInt(v); ok && (n != 0 || !math.Signbit(v)) {
			return runtime.EncodeInt(n)
		}
	case []any:
		for i := range v {
			v[i] = withIntegers(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = withIntegers(v[name])
		}
	}
	return v
}

// FromGo converts a value of the user's own to be written: what encoding/json
// makes of it. It refuses a value that would not be read as it was.
func FromGo[T any](v T) (any, error) {
	text, err := json.Marshal(&v) // by its address, so that methods of the pointer count
	if err != nil {
		return nil, &Error{Want: "a value that encoding/json takes", Found: fmt.Sprintf("%T", v), Err: err}
	}
	if holdsReplaced(text) {
		return nil, &Error{Want: "text that is UTF-8", Found: fmt.Sprintf("%T with other text", v)}
	}
	plain, err := runtime.DecodeValue(text)
	if err != nil {
		return nil, err
	}
	stored, err := FromJSON(plain)
	if err == nil {
		err = comesBack(v, stored)
	}
	if err != nil {
		return nil, err
	}
	return stored, nil
}

// holdsReplaced reports whether encoding/json put U+FFFD in place of what is no
// UTF-8: it writes that one as an escape, and a real one as it is.
func holdsReplaced(text []byte) bool {
	for {
		_, rest, found := bytes.Cut(text, []byte(`\`))
		if !found {
			return false
		}
		if bytes.HasPrefix(rest, []byte("ufffd")) {
			return true
		}
		text = rest[1:] // what is escaped, maybe another backslash
	}
}

// Default makes a fresh default out of a stored value. One that doesn't fit
// the type is the zero value.
func Default[T any](as func(any) (T, error), stored any) T {
	t, err := as(stored)
	if err != nil {
		var zero T
		return zero
	}
	return t
}
