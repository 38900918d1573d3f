package value

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"net"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/jsontext"
)

func TestNormalizeRefuses(t *testing.T) {
	circle := []any{nil}
	circle[0] = circle
	for want, value := range map[string]any{
		`"k": the value is NaN, which JSON has no form for`:                                                    math.NaN(),
		`"k": the value is infinite, which JSON has no form for`:                                               float32(math.Inf(1)),
		`"k": the value at .a[1] is not valid UTF-8`:                                                           map[string]any{"a": []string{"x", "\xff"}},
		`"k": the value holds a NUL character`:                                                                 "\x00",
		`"k": the value at [0] has a field name that holds a NUL character`:                                    []any{map[string]int{"\x00": 1}},
		`"k": the value is a time.Time; only text, numbers, booleans, lists and maps can be stored`:            time.Time{},
		`"k": the value is a *int; only text, numbers, booleans, lists and maps can be stored`:                 new(int),
		`"k": the value is a []byte; store bytes as base64 text`:                                               []byte("x"),
		`"k": the value is a map[int]string; the keys of a map must be text`:                                   map[int]string{},
		`"k": the value is a whole number beyond int64`:                                                        uint64(math.MaxUint64),
		`"k": the value is a json.Number that is not a number in range`:                                        json.Number("1e999"),
		`"k": the value at [1] is a json.Number that is not a number in range`:                                 []any{json.Number("1.5"), json.Number("0x1p4")},
		`"k": the value is a json.RawMessage that is not valid JSON`:                                           json.RawMessage(`{} {}`),
		`"k": the value at .x holds a NUL character`:                                                           json.RawMessage(`{"x":"\u0000"}`),
		`"k": the value is a net.IP; store bytes as base64 text`:                                               net.IP{1},
		`"k": the value is a [2]uint8; store bytes as base64 text`:                                             [2]byte{},
		`"k": the value at [0] contains a merge operation inside a value; an operation applies to a whole key`: []any{Op{}},
		`"k": the value at .x is a func(); only text, numbers, booleans, lists and maps can be stored`:         map[string]any{"x": func() {}},
	} {
		got, err := Normalize("k", value)
		if err == nil || err.Error() != want || got != nil {
			t.Errorf("got %v, error %v\nwant error %s", got, err, want)
		}
	}
	for _, text := range []string{"", "-", "+5", "5.", ".5", "1_0", "007", "Inf", "NaN", " 1", "1e400"} {
		if got, err := Normalize("k", json.Number(text)); err == nil {
			t.Errorf("json.Number(%q) is taken for %v", text, got)
		}
	}
	for _, text := range []string{"12345678901234567890", "-9223372036854775809"} {
		if got, err := Normalize("k", json.RawMessage(text)); err == nil {
			t.Errorf("%s is rounded to %v", text, got)
		}
	}
	_, err := Normalize("k", circle)
	zeros := strings.Repeat("[0]", 13)
	if want := `"k": the value at ` + zeros + "…" + zeros + " nests more than 1000 levels deep"; err == nil || err.Error() != want {
		t.Errorf("a list that holds itself: %v\nwant %s", err, want)
	}
}

func TestValueErrorShortensPaths(t *testing.T) {
	long := strings.Repeat("é", 60)
	for _, test := range []struct{ path, want string }{
		{"", ``},
		{strings.Repeat(".a[0]", 16), ` at ` + strings.Repeat(".a[0]", 16)}, // 80 bytes
		{strings.Repeat("[10]", 1000), ` at ` + strings.Repeat("[10]", 9) + "…" + strings.Repeat("[10]", 10)},
		{".first[7]" + strings.Repeat("[0]", 1000) + ".last[42]", ` at .first[7]` + strings.Repeat("[0]", 10) + "…" + strings.Repeat("[0]", 10) + ".last[42]"},
		{"." + long, " at ." + long[:2*19] + "…" + long[:2*20]},
		{".a." + long + ".b", " at .a….b"},
	} {
		bad := &Error{Key: "k", Path: test.path, Problem: "is bad"}
		if got, want := bad.Error(), `"k": the value`+test.want+" is bad"; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestDecodeValueDepth holds that nesting is too deep where encoding/json finds it so.
func TestDecodeValueDepth(t *testing.T) {
	for _, levels := range []int{jsontext.MaxDepth - 1, jsontext.MaxDepth, jsontext.MaxDepth + 1} {
		for _, text := range []string{
			strings.Repeat("[", levels) + strings.Repeat("]", levels),
			strings.Repeat("[", levels) + "1" + strings.Repeat("]", levels),
			strings.Repeat(`{"a":`, levels-1) + "{}" + strings.Repeat("}", levels-1),
			strings.Repeat(`{"a":`, levels) + "1" + strings.Repeat("}", levels),
		} {
			_, err := Decode([]byte(text))
			if valid := json.Valid([]byte(text)); (err == nil) != valid {
				t.Errorf("%d levels of %.5s…: error %v, but for encoding/json valid is %v", levels, text, err, valid)
			}
		}
	}
}

// FuzzValue holds that whatever JSON text says survives encoding and decoding,
// and that normal values stay as they are.
func FuzzValue(f *testing.F) {
	for _, seed := range []string{
		`null`, `{"a":[1,2.5,"x",true,null]}`, `-0`, `-0.0`, `1e400`, `12345678901234567890`, `5.0`, `1E5`, `"\ud800"`, `"\u2028<>"`,
		`[[[[]]]]`, `{"":{"":0}}`, `9223372036854775807`, `"é\u0301"`, `1`, ``, `{`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		value, err := Decode(text)
		if want, wantErr := decodeWithJSON(text); (err == nil) != (wantErr == nil) || !reflect.DeepEqual(value, want) {
			t.Fatalf("%s: got %#v, error %v; encoding/json gives %#v, error %v", text, value, err, want, wantErr)
		}
		if err != nil {
			return
		}
		normal, err := Normalize("k", value)
		if err != nil {
			return // NUL and the like
		}
		if !reflect.DeepEqual(normal, value) {
			t.Fatalf("%s: decoded %#v is not in normal form, that is %#v", text, value, normal)
		}
		encoded, err := Encode(normal)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !json.Valid(encoded) {
			t.Fatalf("%s: encoded as %s", text, encoded)
		}
		again, err := Decode(encoded)
		if err != nil || !reflect.DeepEqual(again, normal) {
			t.Fatalf("%s: encoded as %s, comes back as %#v, error %v", text, encoded, again, err)
		}
	})
}

func TestEncodeValueIsCanonical(t *testing.T) {
	value := map[string]any{"b": 1, "a": []any{1.0, 1e21, 5e-324, "<é>\n", nil}, "": false}
	const want = `{"":false,"a":[1.0,1e+21,5e-324,"<é>\n",null],"b":1}`
	if got, err := Encode(value); err != nil || string(got) != want {
		t.Fatalf("got %s, error %v, want %s", got, err, want)
	}
}

func TestDecodeFloat(t *testing.T) {
	for value, want := range map[any]float64{
		1.5: 1.5, 5: 5, int64(-7): -7, 1 << 60: 1 << 60, json.Number("0.1"): 0.1, json.Number("9007199254740993.5"): 9007199254740994,
		json.Number("100000000000000000000"): 1e20, json.Number("-0"): math.Copysign(0, -1),
	} {
		if got, ok := DecodeFloat(value); !ok || got != want {
			t.Errorf("DecodeFloat(%#v) is %v, %v", value, got, ok)
		}
	}
	for _, bad := range []any{
		1<<53 + 1, math.MaxInt64, json.Number("9007199254740993"), json.Number("12345678901234567890"), json.Number("1e400"),
		json.Number("x"), "1.5", true, nil, []any{1.5},
	} {
		if got, ok := DecodeFloat(bad); ok {
			t.Errorf("DecodeFloat(%#v) is %v", bad, got)
		}
	}
}

func TestEncodeAndDecodeInt(t *testing.T) {
	for i, want := range map[int64]any{
		0: 0, -1: -1, MaxExactInt: MaxExactInt, -MaxExactInt: -MaxExactInt,
		MaxExactInt + 1: "9007199254740992", math.MaxInt64: "9223372036854775807", math.MinInt64: "-9223372036854775808",
	} {
		got := EncodeInt(i)
		if got != want {
			t.Errorf("EncodeInt(%d) is %#v, want %#v", i, got, want)
		}
		if back, ok := DecodeInt(got); !ok || back != i {
			t.Errorf("DecodeInt(%#v) is %d, %v", got, back, ok)
		}
	}
	for _, bad := range []any{nil, true, 0.5, float64(1 << 53), "", "+1", "01", "1.0", " 1", "9223372036854775808", json.Number("1.5"), []any{}} {
		if i, ok := DecodeInt(bad); ok {
			t.Errorf("DecodeInt(%#v) is %d", bad, i)
		}
	}
}

// decodeWithJSON does what Decode does, by encoding/json.
func decodeWithJSON(text []byte) (any, error) {
	if !json.Valid(text) {
		return nil, errors.New("not valid JSON")
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	return fromJSON(v)
}

func fromJSON(value any) (any, error) {
	var err error
	switch v := value.(type) {
	case json.Number:
		return jsontext.ParseNumber(v.String())
	case []any:
		for i := range v {
			if v[i], err = fromJSON(v[i]); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for name := range v {
			if v[name], err = fromJSON(v[name]); err != nil {
				return nil, err
			}
		}
	}
	return value, nil
}
