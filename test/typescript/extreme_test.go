package typescript

import (
	"encoding/json"
	"strings"

	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// edges are values at the ends of what a type takes, and next to them.
var edges = map[schema.Kind][]any{
	schema.String: {"", "\x00", "a\x00", "😀😀", "e\u0301", "\u2028", "\ufeff", "\ufffd", "日本語", strings.Repeat("x", 300)},
	schema.Int: {"9223372036854775807", "-9223372036854775808", "9223372036854775808", "-9223372036854775809", "-0", "007", "+1", " 1", "1e3",
		9007199254740991, -9007199254740991, 9007199254740992.0, 1.0, 1.5, 1e15, json.Number("9007199254740993"), json.Number("1.0e1"), true, nil},
	schema.Float: {5e-324, -1e-9, 1.7976931348623157e308, 0, json.Number("-0"), json.Number("9007199254740993"), json.Number("1E2"), "1", nil},
	schema.Bool:  {0, "true", nil},
	schema.Time: {"0000-01-01T00:00:00Z", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59-00:01",
		"2026-01-02T03:04:05.000000006Z", "2026-01-02T03:04:05.000000005Z", "2026-01-02T03:04:05.0000000059Z", "2026-01-02T04:04:05.000000006+01:00",
		"2030-01-01T00:00:00+02:00", "2029-12-31T22:00:00.000000001Z", "2028-02-29T8:00:00,5Z", "2027-02-29T00:00:00Z", "0050-03-01T00:00:00Z",
		"2026-01-01T00:00:00+24:60", "2026-01-01T00:00:60Z", "2026-01-01 00:00:00Z", "2026-01-01T00:00:00z", 1, nil},
	schema.Duration: {"2562047h47m16.854775807s", "2562047h47m16.854775808s", "-2562047h47m16.854775808s", "-2562047h47m16.854775809s", "1s", "0.999999999s",
		"36h", "36h0.000000001s", "9223372036854775807ns", "9223372036854775808ns", "1.9999999999ns", ".5h", "1.h", "+1m", "0", "-0", "1", "1d", "1h-1m", "1e3s",
		"0.1us", "1.000000000000000000001s", "5µs", "5μs", "", 5, nil},
	schema.Bytes: {"", "aGk=", "aGk", "aGl=", "aGk=\n", "a\r\nGk=", "====", "aGVsbG8=", "aGVsbG9v", "AAAA", "_-8=", 1, nil},
	schema.Enum:  {"", "search ", 1, nil},
	schema.JSON:  {nil, "\x00", map[string]any{"a\x00": 1}, []any{nil, "\x00"}, map[string]any{"": []any{}}, json.Number("9007199254740993"), 1e300},
	schema.List:  {nil, map[string]any{}, []any{nil}, []any{}},
	schema.Map:   {nil, []any{}, map[string]any{"a\x00": 1}, map[string]any{"a": nil}, map[string]any{}},
}

func init() { edges[schema.Int64] = edges[schema.Int] }

// extreme puts values of edges in, and fields that aren't declared.
func extreme(d *draw.Drawer, t *schema.Type, v any, unknown bool) any {
	if all := edges[t.Kind]; len(all) > 0 && d.Chance(25) {
		return draw.Pick(d, all...)
	}
	switch v := v.(type) {
	case []any:
		for i := range v {
			if t.Kind == schema.List {
				v[i] = extreme(d, t.Elem, v[i], unknown)
			}
		}
	case map[string]any:
		for name := range v {
			if t.Kind == schema.Map {
				v[name] = extreme(d, t.Elem, v[name], unknown)
			}
		}
		if t.Kind == schema.Object {
			for _, f := range t.Named.Fields {
				if field, ok := v[f.Name]; ok {
					v[f.Name] = extreme(d, f.Type, field, unknown)
				}
			}
			if d.Chance(30) {
				v["of another version"] = map[string]any{"n": []any{1, nil, "x", 2.5}}
			}
		}
	}
	return v
}

// excuse says which of the differences that docs/typescript.md lists a value shows; empty: none.
func excuse(k *reading.Key, text string, goTakesIt bool) string {
	var exact, rounded any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	_ = decoder.Decode(&exact)
	_ = json.Unmarshal([]byte(text), &rounded)
	if k.Encoding == schema.JSONString {
		inner, ok := exact.(string)
		if v, err := runtime.DecodeValue([]byte(inner)); ok && err == nil {
			text = inner
			_ = json.Unmarshal([]byte(text), &rounded)
			exact = v
		}
	}
	switch {
	case changesNumbers(text):
		return "a number has been rounded"
	case goTakesIt && anyPart(k.Type, k.Constraints, exact, isShortInteger):
		return "a whole number as text"
	case goTakesIt && anyPart(k.Type, k.Constraints, exact, hasLineBreak):
		return "line breaks in bytes"
	}
	return ""
}

// changesNumbers reports whether a float64 has not all digits of a number in JSON.
func changesNumbers(text string) bool {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	for {
		token, err := decoder.Token()
		if err != nil {
			return false
		}
		if n, ok := token.(json.Number); ok && !strings.ContainsAny(n.String(), ".eE") && len(n.String()) > 15 {
			f, _ := n.Float64()
			if again, _ := json.Marshal(f); string(again) != n.String() || f > runtime.MaxExactInt || f < -runtime.MaxExactInt {
				return true
			}
		}
	}
}

// anyPart reports whether a value, or a part of it, is something.
func anyPart(t *schema.Type, c schema.Constraints, v any, is func(*schema.Type, schema.Constraints, any) bool) bool {
	if is(t, c, v) {
		return true
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if t.Kind == schema.List && anyPart(t.Elem, schema.Constraints{}, item, is) {
				return true
			}
		}
	case map[string]any:
		for _, item := range v {
			if t.Kind == schema.Map && anyPart(t.Elem, schema.Constraints{}, item, is) {
				return true
			}
		}
		if t.Kind == schema.Object {
			for _, f := range t.Named.Fields {
				if anyPart(f.Type, f.Constraints, v[f.Name], is) {
					return true
				}
			}
		}
	}
	return false
}

func isShortInteger(t *schema.Type, c schema.Constraints, v any) bool {
	_, isText := v.(string)
	return isText && (t.Kind == schema.Int || t.Kind == schema.Int64) && c.Min != nil && c.Max != nil
}

func hasLineBreak(t *schema.Type, _ schema.Constraints, v any) bool {
	text, _ := v.(string)
	return t.Kind == schema.Bytes && strings.ContainsAny(text, "\r\n")
}
