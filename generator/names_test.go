package generator

import (
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema/load"
)

// problemsOf generates a schema given as text.
func problemsOf(t *testing.T, text string) (diag.List, *diag.Source) {
	t.Helper()
	r := load.Schema("stategen.yaml", func(string) ([]byte, error) { return []byte(text), nil })
	if r.Schema == nil {
		t.Fatalf("schema refused: %v", r.Diagnostics)
	}
	_, problems := Generate(r.Schema, Options{Package: "p", Source: "stategen.yaml"})
	return problems, r.Sources["stategen.yaml"]
}

func TestCollisions(t *testing.T) {
	for _, c := range []struct{ name, text, message, at, related string }{
		{
			"two keys", "keys:\n  user_name: string?\n  user.name: {scope: session, type: string, optional: true}",
			`key "user.name" needs the Go name KeyUserName, which key "user_name" already has`, "user.name", "user_name",
		}, {
			"scope prefix", "keys:\n  user:name: string?\n  user_name: string?",
			`key "user_name" needs the Go name KeyUserName, which key "user:name" already has`, "user_name", "user:name",
		}, {
			"Has", "keys:\n  flight: string?\n  has_flight: bool?",
			`key "has_flight" needs the Go name HasFlight, which key "flight" already has`, "has_flight", "flight",
		}, {
			"merge verb", "keys:\n  add_count: int?\n  count: {type: int, merge: sum, default: 0}",
			`key "count" needs the Go name AddCount, which key "add_count" already has`, "count: {", "add_count",
		}, {
			"reserved type", "types:\n  State: {enum: [a]}\nkeys:\n  x: State?",
			`type "State" needs the Go name State, which generated code uses for the type State`, "State:", "",
		}, {
			"reserved type where keys move", "types:\n  Migrate: {enum: [a]}\nkeys:\n  x: {type: Migrate, optional: true, renamed_from: [y]}",
			`type "Migrate" needs the Go name Migrate, which generated code uses for the function Migrate`, "Migrate:", "",
		}, {
			"type and enum constant", "types:\n  Step: {enum: [a]}\n  StepA: {enum: [b]}\nkeys:\n  x: Step?",
			`value "a" of type "Step" needs the Go name StepA, which type "StepA" already has`, "a]", "StepA",
		}, {
			"enum values", "types:\n  Rating: {enum: [\"+1\", \"-1\"]}\nkeys:\n  x: Rating?",
			`value "-1" of type "Rating" needs the Go name Rating1, which value "+1" of type "Rating" already has`, "\"-1\"", "\"+1\"",
		}, {
			"enum value without letters", "types:\n  Mark: {enum: [\"+\"]}\nkeys:\n  x: Mark?",
			`value "+" of type "Mark" has no letters to make a Go name from`, "\"+\"", "",
		}, {
			"fields", "types:\n  T: {fields: {a_b: string, aB: string}}\nkeys:\n  x: T?",
			`field "aB" of type "T" needs the Go name AB, which field "a_b" of type "T" already has`, "aB", "a_b",
		}, {
			"field of every object", "types:\n  T: {fields: {unknown_fields: string}}\nkeys:\n  x: T?",
			`field "unknown_fields" of type "T" needs the Go name UnknownFields, which generated code uses for the fields that the schema doesn't declare`,
			"unknown_fields", "",
		}, {
			"field of Initial", "keys:\n  build: string?",
			`key "build" needs the Go name Build, which generated code uses for the method Build`, "build", "",
		}, {
			"go vet's methods", "keys:\n  scan: string?",
			`key "scan" needs the Go name Scan, which go vet reserves for the standard library's method Scan`, "scan", "",
		}, {
			"no exported name", "keys:\n  步骤: string?",
			`key "步骤" has no letters to make an exported Go name from`, "步骤", "",
		}, {
			"instructions", "keys:\n  x: string?\ninstructions:\n  a_b: {text: x}\n  aB: {text: y}",
			`instruction "aB" needs the Go name ABInstruction, which instruction "a_b" already has`, "aB", "a_b",
		}, {
			"adapter", "targets: [adk]\ntypes:\n  Plugin: {enum: [a]}\nkeys:\n  x: Plugin?",
			`type "Plugin" needs the Go name Plugin, which generated code uses for the function Plugin`, "Plugin:", "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			problems, source := problemsOf(t, "version: 1\n"+c.text+"\n")
			if len(problems) == 0 {
				t.Fatal("no diagnostic")
			}
			d := problems[0]
			if d.Message != c.message || !strings.Contains(d.Hint, "go_name") || d.Severity != diag.Error {
				t.Errorf("got %q (%s)", d.Message, d.Hint)
			}
			if !strings.HasPrefix(string(source.Text[d.Span.Start:]), c.at) {
				t.Errorf("points at %q, want %q", source.Text[d.Span.Start:d.Span.End], c.at)
			}
			if c.related == "" {
				return
			}
			if len(d.Related) != 1 || !strings.HasPrefix(string(source.Text[d.Related[0].Span.Start:]), c.related) {
				t.Errorf("related places: %v", d.Related)
			}
		})
	}
}

func TestNoFilesBesideErrors(t *testing.T) {
	r := load.Schema("s.yaml", func(string) ([]byte, error) { return []byte("version: 1\nkeys: {build: string}"), nil })
	files, problems := Generate(r.Schema, Options{Package: "p"})
	if len(files) > 0 || !problems.HasErrors() {
		t.Errorf("%d files, %v", len(files), problems)
	}
}

func TestPackageName(t *testing.T) {
	for name, ok := range map[string]bool{"p": true, "": false, "a-b": false, "func": false, "_": false, "état": true} {
		r := load.Schema("s.yaml", func(string) ([]byte, error) { return []byte("version: 1\nkeys: {x: string}"), nil })
		_, problems := Generate(r.Schema, Options{Package: name})
		if problems.HasErrors() == ok {
			t.Errorf("package %q: %v", name, problems)
		}
	}
}

func TestIsGenerated(t *testing.T) {
	for text, want := range map[string]bool{
		"// Code generated by stategen. DO NOT EDIT.\n// source: x\n\npackage p\n": true,
		"// Code generated by stategen. DO NOT EDIT.\r\npackage p\r\n":             true,
		"package p\n\n// Code generated by stategen. DO NOT EDIT.\n":               false,
		"// Code generated by stringer. DO NOT EDIT.\n":                            false,
		"": false,
	} {
		if got := IsGenerated([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
