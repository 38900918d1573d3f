package value

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"

	"github.com/seed92179c4c/stategen/runtime/internal/jsontext"
)

// MaxDepth is how deeply lists and maps may nest. The limit keeps a map that
// contains itself from being walked forever, and every store from having a limit
// of its own.
const MaxDepth = 1000

// Normalize returns a deep copy of a value in the one form that every store
// keeps and gives back:
//
//   - nil, bool, string
//   - int for every whole number (int64 where int is too small for it)
//   - float64
//   - []any and map[string]any of these
//
// It accepts what converts without loss: all integer and float types, named
// types of a basic kind, json.Number, json.RawMessage, and slices, arrays and
// maps with string keys. Everything else is a *Error: other types, bytes,
// NaN and infinities, text that is not UTF-8 or holds a NUL character, a whole
// number beyond int64 that a float64 would round, more than 1,000 levels of
// nesting. A nil slice or map is an empty one. The key only goes into the
// error.
func Normalize(key string, value any) (any, error) {
	v, bad := normalize(value, MaxDepth)
	if bad != nil {
		bad.Key = key
		return nil, bad
	}
	return v, nil
}

// normalize copies value. It returns *Error and not error, so that each
// level can put its part of the path in front.
func normalize(value any, depth int) (any, *Error) {
	switch v := value.(type) {
	case nil, bool, int:
		return v, nil
	case string:
		return v, checkText(v)
	case float64:
		return v, checkFloat(v)
	case []any:
		return normalizeList(v, depth)
	case map[string]any:
		return normalizeMap(v, depth)
	case json.Number:
		return normalizeNumber(v)
	case json.RawMessage:
		return normalizeRaw(v, depth)
	case Op, *Op:
		return nil, &Error{Problem: "contains a merge operation inside a value; an operation applies to a whole key"}
	case []byte: // which reflection calls []uint8
		return nil, &Error{Problem: "is a []byte; store bytes as base64 text"}
	}
	return normalizeKind(reflect.ValueOf(value), depth)
}

func normalizeList(list []any, depth int) (any, *Error) {
	if depth == 0 {
		return nil, tooDeep()
	}
	out := make([]any, len(list))
	for i, item := range list {
		v, bad := normalize(item, depth-1)
		if bad != nil {
			return nil, bad.at("[" + strconv.Itoa(i) + "]")
		}
		out[i] = v
	}
	return out, nil
}

func normalizeMap(m map[string]any, depth int) (any, *Error) {
	if depth == 0 {
		return nil, tooDeep()
	}
	out := make(map[string]any, len(m))
	for name, item := range m {
		if bad := checkText(name); bad != nil {
			return nil, &Error{Problem: "has a field name that " + bad.Problem}
		}
		v, bad := normalize(item, depth-1)
		if bad != nil {
			return nil, bad.at("." + name)
		}
		out[name] = v
	}
	return out, nil
}

func normalizeNumber(n json.Number) (any, *Error) {
	d := jsontext.Decoder{Text: string(n)}
	v, err := d.Number()
	if err != nil || d.At < len(n) {
		return nil, &Error{Problem: "is a json.Number that is not a number in range"}
	}
	if f, ok := v.(float64); ok && rounded(string(n), f) {
		return nil, &Error{Problem: "is a whole number beyond int64"}
	}
	return v, nil
}

// normalizeRaw parses JSON text. Its numbers stay as they are written until
// they are judged like any json.Number.
func normalizeRaw(text json.RawMessage, depth int) (any, *Error) {
	if text == nil {
		return nil, nil
	}
	if bad := checkText(string(text)); bad != nil {
		return nil, bad
	}
	if !json.Valid(text) {
		return nil, &Error{Problem: "is a json.RawMessage that is not valid JSON"}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, &Error{Problem: "is a json.RawMessage that can't be decoded: " + err.Error()}
	}
	return normalize(v, depth)
}

// normalizeKind handles named and typed values: Step, []string, map[string]int.
func normalizeKind(v reflect.Value, depth int) (any, *Error) {
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool(), nil
	case reflect.String:
		return v.String(), checkText(v.String())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return jsontext.Whole(v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if v.Uint() > math.MaxInt64 {
			return nil, &Error{Problem: "is a whole number beyond int64"}
		}
		return jsontext.Whole(int64(v.Uint())), nil
	case reflect.Float32, reflect.Float64:
		return v.Float(), checkFloat(v.Float())
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return nil, &Error{Problem: fmt.Sprintf("is a %s; store bytes as base64 text", v.Type())}
		}
		list := make([]any, v.Len())
		for i := range list {
			list[i] = v.Index(i).Interface()
		}
		return normalizeList(list, depth)
	case reflect.Map:
		return normalizeTypedMap(v, depth)
	default:
		return nil, &Error{Problem: fmt.Sprintf("is a %T; only text, numbers, booleans, lists and maps can be stored", v.Interface())}
	}
}

func normalizeTypedMap(v reflect.Value, depth int) (any, *Error) {
	if v.Type().Key().Kind() != reflect.String {
		return nil, &Error{Problem: fmt.Sprintf("is a %s; the keys of a map must be text", v.Type())}
	}
	m := make(map[string]any, v.Len())
	for it := v.MapRange(); it.Next(); {
		m[it.Key().String()] = it.Value().Interface()
	}
	return normalizeMap(m, depth)
}

func tooDeep() *Error {
	return &Error{Problem: fmt.Sprintf("nests more than %d levels deep", MaxDepth)}
}

func checkFloat(f float64) *Error {
	if math.IsNaN(f) {
		return &Error{Problem: "is NaN, which JSON has no form for"}
	}
	if math.IsInf(f, 0) {
		return &Error{Problem: "is infinite, which JSON has no form for"}
	}
	return nil
}
