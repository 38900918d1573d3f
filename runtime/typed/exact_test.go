package typed_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// stores are the ways in which a value comes back: from memory, from our
// databases, and from one that keeps JSON and reads numbers as float64.
var stores = map[string]func(any) (any, error){
	"memory": func(v any) (any, error) { return v, nil },
	"own": func(v any) (any, error) {
		plain, err := runtime.Normalize("", v)
		if err != nil {
			return nil, err
		}
		text, err := runtime.EncodeValue(plain)
		if err != nil {
			return nil, err
		}
		return runtime.DecodeValue(text)
	},
	"json": func(v any) (any, error) {
		text, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		var back any
		return back, json.Unmarshal(text, &back)
	},
	"json with numbers": func(v any) (any, error) {
		text, err := runtime.EncodeValue(v)
		if err != nil {
			return nil, err
		}
		return json.Number(text), nil
	},
}

// exact stores a value everywhere and reads it again: it must come back equal.
func exact[T any](t *testing.T, v T, from func(T) (any, error), as func(any) (T, error)) {
	t.Helper()
	stored, err := from(v)
	if err != nil {
		t.Errorf("%#v is refused: %v", v, err)
		return
	}
	for name, store := range stores {
		if _, isNumber := stored.(int); !isNumber && name == "json with numbers" {
			continue
		}
		back, err := store(stored)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := as(back); err != nil || !reflect.DeepEqual(got, v) {
			t.Errorf("%#v comes back from %s as %#v, %v", v, name, got, err)
		}
	}
}

func TestEveryStoreGivesTheValueBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := int64(r.Uint64() >> r.IntN(64))
		if r.IntN(2) == 0 {
			n = -n
		}
		exact(t, n, typed.FromInt64, typed.AsInt64)
		exact(t, int(n), typed.FromInt, typed.AsInt)
		exact(t, time.Duration(n), typed.FromDuration, typed.AsDuration)
		exact(t, time.Unix(n&(1<<37-1), n&(1<<29-1)).UTC(), typed.FromTime, typed.AsTime)
		if f := math.Float64frombits(r.Uint64()); !math.IsNaN(f) && !math.IsInf(f, 0) {
			exact(t, f, typed.FromFloat, typed.AsFloat)
			exact(t, any(f), typed.FromJSON, typed.AsJSON)
		}
		b := make([]byte, r.IntN(5))
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		exact(t, b, typed.FromBytes, typed.AsBytes)
	}
	for _, n := range []int64{0, 1, -1, 1 << 53, 1<<53 - 1, -1 << 53, 1<<53 + 1, math.MaxInt64, math.MinInt64} {
		exact(t, n, typed.FromInt64, typed.AsInt64)
		exact(t, time.Duration(n), typed.FromDuration, typed.AsDuration)
	}
	for _, f := range []float64{0, 5, -5, 1e20, 1e21, 1e300, math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 60} {
		exact(t, f, typed.FromFloat, typed.AsFloat)
		exact(t, any(f), typed.FromJSON, typed.AsJSON)
	}
	for _, v := range []any{true, "x", []any{nil, "a", 1.5, []any{}}, map[string]any{"a": nil, "b": map[string]any{}}} {
		exact(t, v, typed.FromJSON, typed.AsJSON)
	}
	for _, s := range []string{"", "x", "\u2028 日本 😀", "<&>", "\x01\x7f"} {
		exact(t, s, typed.FromString, typed.AsString)
	}
}

func TestIntegers(t *testing.T) {
	for _, c := range []struct {
		in   any
		want int64
		ok   bool
	}{
		{in: 5, want: 5, ok: true},
		{in: int64(5), want: 5, ok: true},
		{in: int8(-5), want: -5, ok: true},
		{in: uint64(5), want: 5, ok: true},
		{in: float32(5), want: 5, ok: true},
		{in: 5.0, want: 5, ok: true},
		{in: math.Copysign(0, -1), want: 0, ok: true},
		{in: float64(1<<53 - 1), want: 1<<53 - 1, ok: true},
		{in: json.Number("12345678901234567"), want: 12345678901234567, ok: true},
		{in: "9007199254740993", want: 9007199254740993, ok: true},
		{in: "-9223372036854775808", want: math.MinInt64, ok: true},
		{in: float64(1 << 53)},
		{in: 5.5},
		{in: math.NaN()},
		{in: math.Inf(1)},
		{in: uint64(math.MaxUint64)},
		{in: json.Number("9007199254740993.5")},
		{in: json.Number("9007199254740991.4")},
		{in: json.Number("-4503599627370496.1")},
		{in: json.Number("1e-400")},
		{in: json.Number("1e99999999999999999999")},
		{in: json.Number("15e-1")},
		{in: json.Number("150e-1"), want: 15, ok: true},
		{in: json.Number("1.50E1"), want: 15, ok: true},
		{in: json.Number("-0.0e5"), want: 0, ok: true},
		{in: json.Number("0e-7"), want: 0, ok: true},
		{in: json.Number("1e30")},
		{in: json.Number("x")},
		{in: "5.0"},
		{in: "9223372036854775808"},
		{in: "x"},
		{in: true},
		{in: nil},
		{in: []any{}},
	} {
		got, err := typed.AsInt64(c.in)
		if got != c.want || (err == nil) != c.ok {
			t.Errorf("%T %v gives %d, %v", c.in, c.in, got, err)
		}
	}
}

func TestWrongShapes(t *testing.T) {
	for name, read := range map[string]func(any) error{
		"string":   func(v any) error { _, err := typed.AsString(v); return err },
		"bool":     func(v any) error { _, err := typed.AsBool(v); return err },
		"int":      func(v any) error { _, err := typed.AsInt(v); return err },
		"float":    func(v any) error { _, err := typed.AsFloat(v); return err },
		"time":     func(v any) error { _, err := typed.AsTime(v); return err },
		"duration": func(v any) error { _, err := typed.AsDuration(v); return err },
		"bytes":    func(v any) error { _, err := typed.AsBytes(v); return err },
		"json":     func(v any) error { _, err := typed.AsJSON(v); return err },
		"list":     func(v any) error { _, err := typed.AsList(v, typed.AsString); return err },
		"map":      func(v any) error { _, err := typed.AsMap(v, typed.AsString); return err },
		"text":     func(v any) error { _, err := typed.AsText(v, typed.AsString); return err },
	} {
		for _, v := range []any{make(chan int), struct{}{}, new(int), runtime.Op{Kind: runtime.OpSum, Operand: 1}} {
			if read(v) == nil {
				t.Errorf("%s takes a %T", name, v)
			}
		}
	}
	for _, v := range []any{1, "2026-01-02", "", 1.5} {
		if _, err := typed.AsTime(v); err == nil {
			t.Errorf("%v is a time", v)
		}
	}
	for _, v := range []any{1, "1", "", int64(5), "an hour"} {
		if _, err := typed.AsDuration(v); err == nil {
			t.Errorf("%v is a duration", v)
		}
	}
	for _, v := range []any{"a", "====", "aGk", 1} {
		if _, err := typed.AsBytes(v); err == nil {
			t.Errorf("%v is base64", v)
		}
	}
	for _, v := range []any{"1.5", true, int64(1<<53 + 1), json.Number("9007199254740993")} {
		if f, err := typed.AsFloat(v); err == nil {
			t.Errorf("%v was read as the float %v", v, f)
		}
	}
}

func TestJSONKeepsDigits(t *testing.T) {
	for in, want := range map[any]any{
		int64(1<<53 + 1): json.Number("9007199254740993"), 5: 5.0, json.Number("0.1"): 0.1, int64(1 << 60): float64(1 << 60),
		json.Number("9007199254740993"): json.Number("9007199254740993"),
	} {
		if got, err := typed.AsJSON(in); got != want || err != nil {
			t.Errorf("%v gives %#v, %v", in, got, err)
		}
	}
	if _, err := typed.FromJSON(map[string]any{"a": []any{int64(1<<53 + 1)}}); err == nil || err.Error() !=
		"a[0]: want a number that JSON readers keep exact, or a string, found integer 9007199254740993" {
		t.Errorf("got %v", err)
	}
	loop := map[string]any{}
	loop["self"] = loop
	if _, err := typed.FromJSON(loop); err == nil {
		t.Error("a value that holds itself was taken")
	}
}
