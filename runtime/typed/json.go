package typed

import (
	"encoding/json"
	"fmt"
	"math"
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

// AsJSON converts a value that was read to what encoding/json decodes into an
// any: nil, bool, string, float64, []any and map[string]any. A number that a
// float64 would round, an integer beyond ±(2^53−1), comes back as a
// json.Number with all its digits. The result shares no memory with v.
func AsJSON(v any) (any, error) { return basic(v, false, 0) }

// FromJSON converts a value to be written to the same shapes. What has no
// JSON form, and a number that would be rounded, is refused.
func FromJSON(v any) (any, error) { return basic(v, true, 0) }

// maxDepth bounds how deep values nest, so that one that contains itself is an
// error.
const maxDepth = 1000

// basic returns a deep copy of v in JSON-basic types. A value to be written
// must be portable: clean text, and only numbers that a float64 holds.
func basic(v any, write bool, depth int) (any, error) {
	if depth > maxDepth {
		return nil, &Error{Want: fmt.Sprintf("at most %d levels", maxDepth), Found: "more"}
	}
	switch v := v.(type) {
	case nil, bool:
		return v, nil
	case string:
		if write {
			return FromString(v)
		}
		return v, nil
	}
	if n, ok := number(v); ok {
		return basicNumber(n, v, write)
	}
	if items, ok := sliceOf(v); ok {
		return basicList(items, write, depth+1)
	}
	if fields, ok := mapOf(v); ok {
		return basicMap(fields, write, depth+1)
	}
	return nil, Mismatch("json", v)
}

func basicList(items []any, write bool, depth int) (any, error) {
	copied := make([]any, len(items))
	for i, item := range items {
		c, err := basic(item, write, depth)
		if err != nil {
			return nil, in(index(i), err)
		}
		copied[i] = c
	}
	return copied, nil
}

func basicMap(fields map[string]any, write bool, depth int) (any, error) {
	copied := make(map[string]any, len(fields))
	for name, field := range fields {
		if err := checkText(name); write && err != nil {
			return nil, err
		}
		c, err := basic(field, write, depth)
		if err != nil {
			return nil, in(name, err)
		}
		copied[name] = c
	}
	return copied, nil
}

// number returns the JSON text of a number.
func number(v any) (string, bool) {
	switch v := v.(type) {
	case float64:
		return formatFloat(v), true
	case float32:
		return formatFloat(float64(v)), true
	case json.Number:
		return string(v), true
	case uint64:
		return strconv.FormatUint(v, 10), true
	case uint:
		return strconv.FormatUint(uint64(v), 10), true
	case string:
		return "", false
	}
	n, ok := exactInteger(v)
	return strconv.FormatInt(n, 10), ok
}

func basicNumber(text string, v any, write bool) (any, error) {
	f, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || math.IsNaN(f) || math.IsInf(f, 0):
		return nil, Mismatch("a finite number", v)
	case !rounds(text, f):
		return f, nil
	case write:
		return nil, Mismatch("a number that JSON readers keep exact, or a string", v)
	}
	return json.Number(text), nil
}
