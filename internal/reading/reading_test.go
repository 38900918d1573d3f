package reading_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/migrate"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

var update = flag.Bool("update", false, "rewrite the expected readings")

// TestReadings reads states as each case's schema does. A line of a case has a key and a
// state, and what a getter, Load, a setter and a migration make of them.
func TestReadings(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			r, want := read(t, string(a.Files[0].Data)), string(a.Files[1].Data)
			var got strings.Builder
			for line := range strings.Lines(want) {
				read, _, _ := strings.Cut(strings.TrimSpace(line), " -> ")
				wire, state, _ := strings.Cut(read, " ")
				fmt.Fprintf(&got, "%s -> %s\n", read, strings.Join(readings(t, r, wire, state), "; "))
			}
			if *update {
				a.Files[1].Data = []byte(got.String())
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got.String() != want {
				t.Errorf("got\n%swant\n%s", got.String(), want)
			}
		})
	}
}

// read prepares the reading of a schema.
func read(t *testing.T, text string) *reading.Schema {
	t.Helper()
	s := load.Schema("stategen.yaml", func(string) ([]byte, error) { return []byte("version: 1\n" + text), nil })
	if s.Schema == nil {
		t.Fatal(s.Diagnostics)
	}
	return reading.New(s.Schema)
}

// readings are what is made of a key in a state.
func readings(t *testing.T, r *reading.Schema, wire, text string) []string {
	t.Helper()
	decoded, err := runtime.DecodeValue([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	state := decoded.(map[string]any)
	k := r.Key(wire)
	if k == nil {
		if k, today, name := r.Find(wire); k != nil {
			return []string{fmt.Sprintf("is %s by its name %s", today, name)}
		}
		return []string{"not declared"}
	}
	result := k.Read(wire, state)
	lines := []string{said(wire, result)}
	if result.Presence == reading.Stored && result.Refused() == nil && !result.ByHand {
		if set, err := k.Encode(result); err != nil || reading.Text(set) != reading.Text(state[wire]) {
			lines = append(lines, "is set as "+reading.Text(set))
		}
	}
	if v := state[wire]; k.Stores(v) != (v != nil && result.Refused() == nil && len(lines) == 1 && !result.Converted) {
		lines = append(lines, fmt.Sprintf("a setter stores it: %v", k.Stores(v)))
	}
	for _, name := range k.Names(wire) {
		if v := state[name]; v != nil && len(state) == 1 {
			tried := k.Try(wire, name, v)
			if tried.Older {
				lines = append(lines, "is in an older form")
			}
			tried.Value, tried.Converted = result.Value, result.Converted
			if said(wire, tried) != said(wire, result) {
				lines = append(lines, "tried: "+said(wire, tried))
			}
		}
	}
	return append(lines, migrated(r, wire, state)...)
}

func said(wire string, r reading.Result) string {
	text := []string{"missing", "not set", "default ", "stored "}[r.Presence]
	switch {
	case r.ByHand:
		return "converted by hand"
	case r.Err != nil:
		text = "refused: " + r.Err.Error()
	case r.Value != nil:
		text += reading.Text(r.Value)
	}
	if r.Err == nil && r.Name != "" && r.Name != wire {
		text += " under " + r.Name
	}
	if r.Converted {
		text += ", converted"
	}
	if r.Invalid != nil {
		text += ", invalid: " + r.Invalid.Error()
	}
	return strings.ReplaceAll(text, "\n", ", ")
}

// migrated is what a migration makes of a key's values, if it changes them.
func migrated(r *reading.Schema, wire string, state map[string]any) []string {
	for _, m := range r.Migrations() {
		if today, ok := m.Match(wire); !ok || today != wire {
			continue
		}
		stored := map[string]any{}
		for _, name := range m.Names(wire) {
			if v, ok := state[name]; ok {
				stored[name] = v
			}
		}
		today, err := m.Today(wire, stored)
		switch {
		case errors.Is(err, migrate.ErrNeedsGo):
			return []string{"migrates by hand"}
		case err != nil:
			return []string{"does not migrate"}
		case today == nil && len(stored) > 0:
			return []string{"migrates to nothing"}
		case reading.Text(today) != reading.Text(state[wire]):
			from := slices.DeleteFunc(m.Names(wire), func(name string) bool { return state[name] == nil })
			return []string{fmt.Sprintf("migrates to %s, from %v", reading.Text(today), from)}
		}
	}
	return nil
}

// TestMigrations holds which keys a migration is asked for, and where the next release
// has their values.
func TestMigrations(t *testing.T) {
	r := read(t, "keys:\n  a: {type: int, optional: true, renamed_to: b}\n  c: int?\n  \"d_{x}\": {type: int, optional: true, was: [{type: float, else: drop}]}")
	var got []string
	for _, m := range r.Migrations() {
		wire, _ := m.Match(strings.ReplaceAll(m.Declared(), "{x}", "1"))
		got = append(got, fmt.Sprintf("%s %v %q", m.Declared(), m.Names(wire), m.Next(wire)))
	}
	if want := []string{`a [a] "b"`, `d_{x} [d_1] ""`}; !slices.Equal(got, want) || len(r.Keys[2].Older()) != 1 {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestSame holds which meanings are one, whichever comes first.
func TestSame(t *testing.T) {
	type m = map[string]any
	object := func(fields m, known map[string][]string, converted ...string) reading.Object {
		o := reading.Object{Fields: fields, Known: known, Converted: map[string]bool{}}
		for _, name := range converted {
			o.Converted[name] = true
		}
		return o
	}
	five, knows := reading.Number("5"), map[string][]string{"a": nil, "b": {"c"}}
	for _, c := range []struct {
		a, b any
		same bool
	}{
		{five, reading.Number("5"), true},
		{five, reading.Number("6"), false},
		{true, true, true},
		{true, "true", false},
		{nil, nil, true},
		{"pay", reading.Word{Value: "pay"}, true},
		{"buy", reading.Word{Value: "pay", Older: []string{"buy"}}, true},
		{"sell", reading.Word{Value: "pay", Older: []string{"buy"}}, false},
		{[]any{five, "a"}, []any{five, reading.Word{Value: "a"}}, true},
		{[]any{five}, []any{five, five}, false},
		{[]any{}, m{}, false},
		{m{"a": five}, m{"a": five}, true},
		{m{"a": five}, m{"a": five, "b": nil}, false},
		{m{"a": five}, m{"b": five}, false},
		{object(m{"a": five}, knows), m{"a": five}, true},
		{object(m{"a": five}, knows), m{"a": five, "d": five}, false},
		{object(m{"a": five}, knows), five, false},
		{object(m{"a": five}, knows), object(m{"a": five, "d": five}, map[string][]string{"a": nil, "d": nil}), true},
		{object(m{"a": five}, knows), object(m{}, map[string][]string{"a": nil}), false},
		{object(m{"b": five}, knows), object(m{"c": five}, map[string][]string{"c": nil}), true},
		{object(m{"b": five}, knows), object(m{"c": true}, map[string][]string{"c": nil}), false},
		{object(m{"b": five}, knows), object(m{"c": true}, map[string][]string{"c": nil}, "c"), true},
	} {
		if got, back := reading.Same(c.a, c.b), reading.Same(c.b, c.a); got != c.same || back != c.same {
			t.Errorf("%v and %v are the same: %v, and %v", c.a, c.b, got, back)
		}
	}
	if !reading.Same(five, "5") || reading.Same(five, "05") || reading.Same("5", five) {
		t.Error("a number is not the text that is stored of it, or such a text is the number")
	}
}

// TestValue holds what is made of a value that no key is known of.
func TestValue(t *testing.T) {
	r := read(t, "keys: {a: {type: int, min: 3, optional: true}}")
	v := r.Value(r.Keys[0].Type, r.Keys[0].Constraints)
	for _, c := range []struct {
		stored                 any
		value                  any
		refused, invalid, sets bool
	}{
		{int64(5), reading.Number("5"), false, false, true}, {"9007199254740993", reading.Number("9007199254740993"), false, false, true},
		{"5", reading.Number("5"), false, false, false}, {int64(2), reading.Number("2"), false, true, false}, {"x", nil, true, false, false},
	} {
		r := v.ReadValue(c.stored)
		if r.Value != c.value || (r.Err != nil) != c.refused || (r.Invalid != nil) != c.invalid || v.Stores(c.stored) != c.sets || (r.Refused() != nil) != (c.refused || c.invalid) {
			t.Errorf("%v: %+v, stored by setters: %v", c.stored, r, v.Stores(c.stored))
		}
	}
	unknown := r.Value(&schema.Type{Kind: schema.Kind(99)}, schema.Constraints{})
	if err := unknown.ReadValue("x").Err; err == nil || !strings.Contains(err.Error(), "no codec reads the type Kind(99)") || unknown.Stores("x") {
		t.Errorf("of a type that nothing reads: %v", err)
	}
}
