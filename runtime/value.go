package runtime

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds how deeply lists and maps may nest. It keeps a map that
// holds itself from being walked for ever, and every store from having a
// limit of its own.
const maxDepth = 1000

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
// maps with string keys. Everything else is a *ValueError: other types, bytes,
// NaN and infinities, text that is not UTF-8 or holds a NUL character, a whole
// number beyond int64 that a float64 would round, more than 1,000 levels of
// nesting. A nil slice or map is an empty one. The key only goes into the
// error.
func Normalize(key string, value any) (any, error) {
	v, bad := normalize(value, maxDepth)
	if bad != nil {
		bad.Key = key
		return nil, bad
	}
	return v, nil
}

// normalize copies value. It returns *ValueError and not error, so that each
// level can put its part of the path in front.
func normalize(value any, depth int) (any, *ValueError) {
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
		return nil, &ValueError{Problem: "holds a merge operation inside a value; an operation stands for a whole key"}
	case []byte: // which reflection calls []uint8
		return nil, &ValueError{Problem: "is a []byte; store bytes as base64 text"}
	}
	return normalizeKind(reflect.ValueOf(value), depth)
}

func normalizeList(list []any, depth int) (any, *ValueError) {
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

func normalizeMap(m map[string]any, depth int) (any, *ValueError) {
	if depth == 0 {
		return nil, tooDeep()
	}
	out := make(map[string]any, len(m))
	for name, item := range m {
		if bad := checkText(name); bad != nil {
			return nil, &ValueError{Problem: "has a field name that " + bad.Problem}
		}
		v, bad := normalize(item, depth-1)
		if bad != nil {
			return nil, bad.at("." + name)
		}
		out[name] = v
	}
	return out, nil
}

func normalizeNumber(n json.Number) (any, *ValueError) {
	d := decoder{text: string(n)}
	v, err := d.number()
	if err != nil || d.at < len(n) {
		return nil, &ValueError{Problem: "is a json.Number that is no number in range"}
	}
	if f, ok := v.(float64); ok && rounded(string(n), f) {
		return nil, &ValueError{Problem: "is a whole number beyond int64"}
	}
	return v, nil
}

// normalizeRaw parses JSON text. Its numbers stay as they are written until
// they are judged like any json.Number.
func normalizeRaw(text json.RawMessage, depth int) (any, *ValueError) {
	if text == nil {
		return nil, nil
	}
	if bad := checkText(string(text)); bad != nil {
		return nil, bad
	}
	if !json.Valid(text) {
		return nil, &ValueError{Problem: "is a json.RawMessage that is not valid JSON"}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, &ValueError{Problem: "is a json.RawMessage that can't be decoded: " + err.Error()}
	}
	return normalize(v, depth)
}

// normalizeKind handles named and typed values: Step, []string, map[string]int.
func normalizeKind(v reflect.Value, depth int) (any, *ValueError) {
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool(), nil
	case reflect.String:
		return v.String(), checkText(v.String())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return wholeNumber(v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if v.Uint() > math.MaxInt64 {
			return nil, &ValueError{Problem: "is a whole number beyond int64"}
		}
		return wholeNumber(int64(v.Uint())), nil
	case reflect.Float32, reflect.Float64:
		return v.Float(), checkFloat(v.Float())
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return nil, &ValueError{Problem: fmt.Sprintf("is a %s; store bytes as base64 text", v.Type())}
		}
		list := make([]any, v.Len())
		for i := range list {
			list[i] = v.Index(i).Interface()
		}
		return normalizeList(list, depth)
	case reflect.Map:
		return normalizeTypedMap(v, depth)
	default:
		return nil, &ValueError{Problem: fmt.Sprintf("is a %T; only text, numbers, booleans, lists and maps can be stored", v.Interface())}
	}
}

func normalizeTypedMap(v reflect.Value, depth int) (any, *ValueError) {
	if v.Type().Key().Kind() != reflect.String {
		return nil, &ValueError{Problem: fmt.Sprintf("is a %s; the keys of a map must be text", v.Type())}
	}
	m := make(map[string]any, v.Len())
	for it := v.MapRange(); it.Next(); {
		m[it.Key().String()] = it.Value().Interface()
	}
	return normalizeMap(m, depth)
}

func tooDeep() *ValueError {
	return &ValueError{Problem: fmt.Sprintf("nests more than %d levels deep", maxDepth)}
}

// checkText finds what some store would refuse or alter in a text.
func checkText(s string) *ValueError {
	if len(s) <= 32 && isPlainASCII(s) {
		return nil // as most keys and names are
	}
	if !utf8.ValidString(s) {
		return &ValueError{Problem: "is not valid UTF-8"}
	}
	if strings.IndexByte(s, 0) >= 0 {
		return &ValueError{Problem: "holds a NUL character"}
	}
	return nil
}

func isPlainASCII(s string) bool {
	for i := range len(s) {
		if s[i] == 0 || s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func checkFloat(f float64) *ValueError {
	if math.IsNaN(f) {
		return &ValueError{Problem: "is NaN, which JSON has no form for"}
	}
	if math.IsInf(f, 0) {
		return &ValueError{Problem: "is infinite, which JSON has no form for"}
	}
	return nil
}

// Clone returns a deep copy of a value in normal form.
func Clone(value any) any {
	switch value.(type) {
	case []any, map[string]any:
		return cloneDeep(value)
	default:
		return value
	}
}

// cloneDeep is apart so that copying a scalar costs no call.
func cloneDeep(value any) any {
	switch v := value.(type) {
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = Clone(item)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, item := range v {
			out[name] = Clone(item)
		}
		return out
	default:
		return value
	}
}

func cloneMap(m map[string]any) map[string]any {
	if m == nil {
		return nil
	}
	return Clone(m).(map[string]any)
}
