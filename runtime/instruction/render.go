package instruction

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/textbuf"
)

// Render returns the text by which a prompt shows a value, as AppendValue
// makes it.
func Render(value any) (string, error) {
	if s, ok := value.(string); ok {
		return s, nil
	}
	text, err := AppendValue(nil, value)
	return string(text), err
}

// AppendValue appends the text by which a prompt shows a value of a state:
//
//   - nothing for nil, and for whatever JSON writes as null
//   - a string as it is
//   - an integer in all its digits, in whichever type a store returned it
//     (int, int64, float64, json.Number)
//   - any other float in the fewest digits that tell it apart
//   - lists, maps and structs as JSON with sorted keys, where <, > and & are
//     not escaped
//   - time.Time, time.Duration and []byte as generated setters store them
//
// A value without such a text (NaN, an infinity, a channel, a function) is an
// error, and dst is returned as it was.
func AppendValue(dst []byte, value any) ([]byte, error) {
	if s, ok := value.(string); ok {
		return textbuf.Append(dst, s), nil
	}
	return appendOther(dst, value)
}

func appendOther(dst []byte, value any) ([]byte, error) {
	switch v := value.(type) {
	case nil:
		return dst, nil
	case bool:
		return strconv.AppendBool(dst, v), nil
	case int:
		return strconv.AppendInt(dst, int64(v), 10), nil
	case int64:
		return strconv.AppendInt(dst, v, 10), nil
	case float64:
		return appendFloat(dst, v)
	case json.Number:
		return appendNumber(dst, v)
	case time.Time:
		return v.UTC().AppendFormat(dst, time.RFC3339Nano), nil
	case time.Duration:
		return append(dst, v.String()...), nil
	case []byte:
		return base64.StdEncoding.AppendEncode(dst, v), nil
	default:
		return appendJSON(dst, v)
	}
}

// appendFloat writes a number as people do: an exponent only for fractions so
// small that JSON uses one too.
func appendFloat(dst []byte, f float64) ([]byte, error) {
	switch abs := math.Abs(f); {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return dst, fmt.Errorf("%v has no text in JSON", f)
	case f == 0:
		return append(dst, '0'), nil
	case abs < 1e-6:
		return strconv.AppendFloat(dst, f, 'e', -1, 64), nil
	default:
		return strconv.AppendFloat(dst, f, 'f', -1, 64), nil
	}
}

// appendNumber keeps the digits of a number that has no exponent, since a
// float64 might not hold them all.
func appendNumber(dst []byte, n json.Number) ([]byte, error) {
	text := n.String()
	if !json.Valid([]byte(text)) || strings.Trim(text, "+-.eE0123456789") != "" {
		return dst, errors.New("a json.Number is not a number")
	}
	if strings.ContainsAny(text, "eE") {
		f, err := n.Float64()
		if err != nil {
			return dst, err
		}
		return appendFloat(dst, f)
	}
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	if text == "-0" {
		text = "0"
	}
	return append(dst, text...), nil
}

// appendJSON writes what has no text of its own. A value that JSON writes as a
// string (an enum, a pointer to a string) is shown without the quotes.
func appendJSON(dst []byte, value any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return dst, err
	}
	text := bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
	switch {
	case string(text) == "null":
		return dst, nil
	case text[0] == '"':
		var s string
		if err := json.Unmarshal(text, &s); err != nil {
			return dst, err
		}
		return append(dst, s...), nil
	default:
		return append(dst, text...), nil
	}
}
