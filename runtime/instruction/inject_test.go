package instruction

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

func TestInject(t *testing.T) {
	state := runtime.MapState{
		"city": "Oslo", "user:name": "Ann", "n": 1234567.0, "nothing": nil,
		"remark": "<!-- stategen:text {city} -->\n",
		"trap":   "{city} <city> {missing}", "order_A17": "ready",
	}
	loader := func(name string) (string, error) {
		if name != "menu" {
			return "", &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		}
		return "soup {city}", nil
	}
	tests := []struct {
		name    string
		grammar Grammar
		text    string
		want    string
	}{
		{"no placeholder", adkBraces, "Hello.", "Hello."},
		{"values", adkBraces, "{user:name} in {city}, {n} times", "Ann in Oslo, 1234567 times"},
		{"optional", adkBraces, "[{missing?}][{city?}]", "[][Oslo]"},
		{"nil", adkBraces, "[{nothing}]", "[]"},
		{"values are not scanned", adkBraces, "{trap}{city}", "{city} <city> {missing}Oslo"},
		{"family member", adkBraces, "{order_A17}", "ready"},
		{"artifact", adkBraces, "{artifact.menu}|{artifact.wine?}", "soup {city}|"},
		{"groups stay", adkBraces, `{"city": 1} {a.b}`, `{"city": 1} {a.b}`},
		{"doubled in stategen", stategenBraces, "{{city}} {city}", "{{city}} Oslo"},
		{"angle", angles, "<city> {city} <b>", ""},
		{"angle optional", angles, "<city> {city} <b?>", "Oslo {city} "},
		{"comment", adkBraces, "<!-- stategen:ignore r {why} -->\n{city} <!-- stategen:ignore r {why} -->\n", "Oslo\n"},
		{"comment, CRLF", stategenBraces, "{city}\r\n<!-- stategen:ignore r {why} -->\r\n.", "Oslo\r\n."},
		{"text", adkBraces, "<!-- stategen:text {name} {city} -->\n{name}, {{city}}, {name?}", "{name}, {{city}}, {name?}"},
		{"text, stategen", stategenBraces, "{name} {city} <!-- stategen:text {name} -->", "{name} Oslo"},
		{"text, artifact", adkBraces, "{artifact.menu} <!-- stategen:text {artifact.menu} -->", "{artifact.menu}"},
		{"comment within JSON", adkBraces, "{ \"a\": 1<!-- stategen:ignore r why -->, \"b\": 2 }{city}", "{ \"a\": 1, \"b\": 2 }Oslo"},
		{"comment in braces", adkBraces, "{{<!-- stategen:ignore r why -->}} {city}", "{{}} Oslo"},
		{"leader in prose", adkBraces, "Print \"# stategen:ignore x\" in {city}", "Print \"# stategen:ignore x\" in Oslo"},
		{"never closed", adkBraces, "<!-- stategen:text {city}\nin {city}", "<!-- stategen:text Oslo\nin Oslo"},
		{"comment in a value", adkBraces, "{remark}{city}", "<!-- stategen:text {city} -->\nOslo"},
		{"raw", Grammar{Brace: true, Raw: true}, "{city} <!-- stategen:text {city} -->", "Oslo <!-- stategen:text Oslo -->"},
		{"zero grammar", Grammar{}, "{city}", "{city}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Inject(tt.text, state, Options{Grammar: tt.grammar, Artifact: loader})
			if wantErr := tt.want == ""; (err != nil) != wantErr {
				t.Fatalf("Inject(%q): error %v", tt.text, err)
			}
			if got != tt.want {
				t.Errorf("Inject(%q) = %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

// brokenState fails in ways of its own.
type brokenState struct{ err error }

func (s brokenState) Get(string) (any, error)     { return nil, s.err }
func (s brokenState) All() iter.Seq2[string, any] { return func(func(string, any) bool) {} }

func TestInjectErrors(t *testing.T) {
	offline := errors.New("database is closed")
	foreign := errors.New("no such key in this kit")
	runtime.RegisterMissing(foreign)
	tests := []struct {
		name  string
		state runtime.ReadonlyState
		text  string
		opts  Options
		want  string
		is    error
	}{
		{"missing", runtime.MapState{}, "Hi\n\tné {user:nme}!", Options{Name: "greeter"},
			`greeter:2:5: state key "user:nme" is not set`, runtime.ErrMissing},
		{"without a name", runtime.MapState{}, "{{x}}", Options{},
			`instruction:1:1: state key "x" is not set`, runtime.ErrMissing},
		{"missing in another kit's words", brokenState{fmt.Errorf("get: %w", foreign)}, "{x}", Options{},
			`instruction:1:1: state key "x" is not set`, foreign},
		{"other errors count for optional keys too", brokenState{offline}, "{x?}", Options{},
			`instruction:1:1: cannot insert state key "x": database is closed`, offline},
		{"unrenderable", runtime.MapState{"x": make(chan int)}, "{x}", Options{},
			`instruction:1:1: cannot insert state key "x": json: unsupported type: chan int`, nil},
		{"no loader", runtime.MapState{}, "{artifact.doc?}", Options{},
			`instruction:1:1: cannot insert artifact "doc": no artifact loader is given`, ErrNoArtifacts},
		{"no artifact", runtime.MapState{}, "{artifact.doc}",
			Options{Artifact: func(string) (string, error) { return "", fs.ErrNotExist }},
			`instruction:1:1: artifact "doc" is not set`, fs.ErrNotExist},
		{"loader fails", runtime.MapState{}, "{artifact.doc?}",
			Options{Artifact: func(string) (string, error) { return "", offline }},
			`instruction:1:1: cannot insert artifact "doc": database is closed`, offline},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.opts.Grammar = adkBraces
			got, err := Inject(tt.text, tt.state, tt.opts)
			var e *Error
			if got != "" || !errors.As(err, &e) {
				t.Fatalf("Inject(%q) = %q, %v; want an *Error", tt.text, got, err)
			}
			if err.Error() != tt.want {
				t.Errorf("error\n got %s\nwant %s", err, tt.want)
			}
			if tt.is != nil && !errors.Is(err, tt.is) {
				t.Errorf("error %v is not %v", err, tt.is)
			}
		})
	}
}

func TestInjectAllocations(t *testing.T) {
	state := runtime.MapState{"city": "Oslo", "seats": strings.Repeat("12A ", 20)}
	for text, want := range map[string]float64{
		"nothing to insert": 0,
		strings.Repeat("Some words for {city} and its {seats?}. ", 3):           2,
		strings.Repeat("Some words and more of them and {city} at last. ", 100): 2,
	} {
		got := testing.AllocsPerRun(100, func() {
			if _, err := Inject(text, state, Options{Grammar: adkBraces}); err != nil {
				t.Fatal(err)
			}
		})
		if got > want {
			t.Errorf("%.0f allocations for %.20q…, want at most %.0f", got, text, want)
		}
	}
}

func FuzzInject(f *testing.F) {
	f.Add("{x} {y?} <z> {{x}}", "{x}", byte(7))
	f.Add("{x {# stategen:text {x} #} {x} } <!-- stategen:ignore <x> -->\r\n<x>", "{x}", byte(7))
	f.Fuzz(func(t *testing.T, text, value string, bits byte) {
		g := Grammar{Dialect: Dialect(bits & 1), Brace: bits&2 != 0, Angle: bits&4 != 0}
		var want strings.Builder
		state := runtime.MapState{}
		for tok := range Tokens(text, g) {
			if tok.Kind == Key || tok.Kind == Artifact {
				state[tok.Name(text)] = value
				want.WriteString(value)
				continue
			}
			if tok.Kind != Comment {
				want.WriteString(tok.Text(text))
			}
		}
		load := func(string) (string, error) { return value, nil }
		got, err := Inject(text, state, Options{Grammar: g, Artifact: load})
		if err != nil || got != want.String() {
			t.Errorf("Inject(%q) = %q, %v; want %q", text, got, err, want.String())
		}
	})
}
