package storetest

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

var valueTests = []test{
	{"RoundTrip", roundTrip},
	{"Normalized", normalized},
	{"HostileKeys", hostileKeys},
	{"DeepNesting", func(e *env) {
		var deep any = "bottom"
		for range 999 {
			deep = []any{deep}
		}
		e.wantStored(e.create(map[string]any{"deep": deep}), map[string]any{"deep": deep})
	}},
}

// whole returns a number in normal form: an int64 where an int is too small.
func whole(n int64) any {
	v, err := runtime.Normalize("", n)
	if err != nil {
		panic(err) // all are in range
	}
	return v
}

// roundTrip stores values that some framework alters on the way.
func roundTrip(e *env) {
	values := map[string]any{
		"zero": 0, "int": 42, "negative": -7, "beyond float64": whole(9007199254740993), "max": whole(math.MaxInt64), "min": whole(math.MinInt64),
		"whole float": 5.0, "float": 0.1, "tiny": 5e-324, "huge": math.MaxFloat64, "1e21": 1e21, "1e20": 1e20,
		"empty": "", "text": "Zürich → 東京 🛫", "quotes": `"\'` + "`", "escape": `\u0000`, "controls": "\x01\t\r\n\x7f\u2028",
		"sql": `'; DROP TABLE sessions; --`, "html": "<b>&amp;</b>", "braces": "{key} {{x}} $1 %s",
		"true": true, "false": false,
		"list": []any{}, "map": map[string]any{}, "nulls": []any{nil, map[string]any{"x": nil}},
		"mixed":  []any{1, 1.0, "1", true, nil, []any{[]any{}}, map[string]any{"": 1, "a b": 2.5}},
		"sum":    map[string]any{"$sum": 1, "op": "sum", "operand": 1},
		"number": "12345678901234567890",
	}
	s := e.create(values)
	e.wantStored(s, values)
	e.append(s, runtime.Delta(values))
	e.wantStored(s, values)
	e.same("stored delta", e.get().Events().At(0).Actions.StateDelta, runtime.Delta(values))
	shared := map[string]any{}
	for key, value := range values {
		shared["user:"+key] = value
	}
	other := e.createAs(app, "other", id, nil)
	e.append(other, shared)
	e.wantStored(other, shared)
}

// normalized stores values whose form changes, to the same on every store.
func normalized(e *env) {
	type step string
	s := e.create(map[string]any{
		"int64": int64(5), "uint8": uint8(5), "float32": float32(0.5), "named": step("done"),
		"strings": []string{"a"}, "ints": [2]int32{1, 2}, "map": map[string]int{"a": 1}, "named keys": map[step]bool{"a": true},
		"nested": []map[string][]step{{"x": {"y"}}}, "nil slice": []string(nil), "nil list": []any(nil),
		"json int": json.Number("12"), "json float": json.Number("1.0"), "json 1e20": json.Number("100000000000000000000"),
		"raw": json.RawMessage(` {"x": [1, 1.0, null]}`), "raw in a list": []json.RawMessage{[]byte(`"x"`)},
	})
	e.wantStored(s, map[string]any{
		"int64": 5, "uint8": 5, "float32": 0.5, "named": "done",
		"strings": []any{"a"}, "ints": []any{1, 2}, "map": map[string]any{"a": 1}, "named keys": map[string]any{"a": true},
		"nested": []any{map[string]any{"x": []any{"y"}}}, "nil slice": []any{}, "nil list": []any{},
		"json int": 12, "json float": 1.0, "json 1e20": 1e20,
		"raw": map[string]any{"x": []any{1, 1.0, nil}}, "raw in a list": []any{"x"},
	})
}

func hostileKeys(e *env) {
	names := []string{
		"a b", "a.b", "a[0]", `a"b`, "a'b", "a`b", `a\b`, "%s", "?", "$1", "--", "a\nb", "_", "ключ", "🔑", "é", "e\u0301",
		"A", "a", "temp", "user", "app", "Temp:x", "temp :x", "relay:x", "a:user:b", "null", "constructor", "<x>", "{x}",
		strings.Repeat("k", 1000), "\u202e", "\ufeff", "..", "/", "*",
	}
	state := map[string]any{}
	for i, name := range names {
		state[name], state["user:"+name], state["app:"+name] = i, i+1000, i+2000
	}
	s := e.create(state)
	e.wantStored(s, state)
	delta := runtime.Delta{}
	for i, name := range names {
		delta[name], delta["user:"+name], delta["app:"+name] = i+1, sum(1), nil
		state[name], state["user:"+name] = i+1, i+1001
		delete(state, "app:"+name)
	}
	e.append(s, delta)
	e.wantStored(s, state)
	for _, id := range names {
		id = id[:min(len(id), 256)]
		e.wantStored(e.createAs(id, id, id, map[string]any{"id": id}), map[string]any{"id": id})
	}
}
