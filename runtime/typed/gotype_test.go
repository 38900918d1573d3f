package typed_test

import (
	"math"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/typed"
)

type label struct {
	Text string
	Any  any `json:",omitempty"`
}

func TestFromGo(t *testing.T) {
	for _, text := range []string{"", "x", "\ufffd", `\ufffd`, `\\ufffd`, "\u2028", `\`} {
		stored, err := typed.FromGo(label{Text: text})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if back, err := typed.AsGo[label](stored); err != nil || back.Text != text {
			t.Errorf("%q comes back as %q, %v", text, back.Text, err)
		}
	}
	for v, want := range map[label]string{
		{Text: "a\xff"}:         "want text that is UTF-8, found typed_test.label with other text",
		{Text: "\\\xff"}:        "want text that is UTF-8, found typed_test.label with other text",
		{Any: make(chan int)}:   "want a value that encoding/json takes, found typed_test.label: json: unsupported type: chan int",
		{Any: 1<<53 + int64(1)}: "Any: want a number that JSON readers keep exact, or a string, found integer 9007199254740993",
	} {
		if _, err := typed.FromGo(v); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestRedactHidesNamesInMaps(t *testing.T) {
	_, mismatch := typed.AsMap(map[string]any{"secret": 1}, typed.AsString)
	_, unclean := typed.FromJSON(map[string]any{"secret": []any{"\x00"}})
	for want, err := range map[string]error{
		`state key "k": want string, found int`: mismatch, `"k": the value holds a NUL character`: unclean,
	} {
		if got := typed.Redact(typed.At("k", err)); got == nil || got.Error() != want {
			t.Errorf("got %v, want %s", got, want)
		}
	}
}

// A store that knows only JSON gives every number back as a float64.
func TestAsGoReadsIntegersThatBecameFloats(t *testing.T) {
	type counts struct {
		Small int
		Large int64
		Share float64
	}
	for _, c := range []struct {
		stored any
		want   counts
		ok     bool
	}{
		{map[string]any{"Small": 5.0, "Large": float64(1<<53 - 1), "Share": 5.0}, counts{5, 1<<53 - 1, 5}, true},
		{map[string]any{"Small": -1.0, "Large": []any{}}, counts{}, false},
		{map[string]any{"Large": float64(1 << 53)}, counts{}, false}, // it may have been rounded
		{map[string]any{"Small": 0.5}, counts{}, false},
	} {
		got, err := typed.AsGo[counts](c.stored)
		if (err == nil) != c.ok || c.ok && got != c.want {
			t.Errorf("%v is read as %v, %v", c.stored, got, err)
		}
	}
	zero, err := typed.AsGo[float64](math.Copysign(0, -1))
	if err != nil || !math.Signbit(zero) {
		t.Errorf("a negative zero is read as %v, %v", zero, err)
	}
}
