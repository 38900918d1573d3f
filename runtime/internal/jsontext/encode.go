package jsontext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// AppendValue appends a value in normal form as JSON. Equal values give equal
// bytes: fields are sorted. A float64 always shows a fraction or an exponent, so
// that Decode tells 5.0 from 5.
func AppendValue(b []byte, value any) ([]byte, error) {
	switch v := value.(type) {
	case nil:
		return append(b, "null"...), nil
	case bool:
		return strconv.AppendBool(b, v), nil
	case int:
		return strconv.AppendInt(b, int64(v), 10), nil
	case int64:
		return strconv.AppendInt(b, v, 10), nil
	case float64:
		return appendFloat(b, v)
	case string:
		return AppendText(b, v)
	case []any:
		return appendList(b, v)
	case map[string]any:
		return appendMap(b, v)
	default:
		return nil, fmt.Errorf("a %T is not in normal form", value)
	}
}

func appendFloat(b []byte, f float64) ([]byte, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, fmt.Errorf("JSON has no form for %v", f)
	}
	s := strconv.FormatFloat(f, 'g', -1, 64)
	b = append(b, s...)
	if !strings.ContainsAny(s, ".e") {
		b = append(b, ".0"...)
	}
	return b, nil
}

// AppendText appends a quoted string. It writes plain ASCII itself, as most text
// is, and leaves escaping to encoding/json.
func AppendText(b []byte, s string) ([]byte, error) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			var buf bytes.Buffer
			enc := json.NewEncoder(&buf)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(s); err != nil {
				return nil, err
			}
			return append(b, bytes.TrimSuffix(buf.Bytes(), []byte{'\n'})...), nil
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"'), nil
}

func appendList(b []byte, list []any) ([]byte, error) {
	b = append(b, '[')
	var err error
	for i, item := range list {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = AppendValue(b, item); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

func appendMap(b []byte, m map[string]any) ([]byte, error) {
	b = append(b, '{')
	var err error
	for i, name := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = AppendText(b, name); err != nil {
			return nil, err
		}
		b = append(b, ':')
		if b, err = AppendValue(b, m[name]); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// AtMost returns a length that the JSON text of a value in normal form doesn't exceed,
// without making it.
func AtMost(value any) int {
	switch v := value.(type) {
	case string:
		return longestEscape*len(v) + 2
	case int, float64, bool, nil: // most values
		return LongestNumber
	}
	return atMost(value)
}

// LongestNumber is as long as no JSON text of a number is, in bytes.
const LongestNumber = 32

const longestEscape = len(`\u0000`)

// atMost is AtMost of what values may be in.
func atMost(value any) int {
	n := 2
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			n += AtMost(item) + 1
		}
	case map[string]any:
		for name, item := range v {
			n += longestEscape*len(name) + 4 + AtMost(item)
		}
	default:
		return LongestNumber
	}
	return n
}
