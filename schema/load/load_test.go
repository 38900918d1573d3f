package load_test

import (
	"io/fs"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

// files is a folder in memory.
type files map[string]string

func (f files) read(name string) ([]byte, error) {
	if text, ok := f[name]; ok {
		return []byte(text), nil
	}
	return nil, fs.ErrNotExist
}

func (f files) load(t *testing.T, path string) *schema.Schema {
	t.Helper()
	r := load.Schema(path, f.read)
	if len(r.Diagnostics) > 0 {
		t.Fatal(draw.Text(t, r))
	}
	return r.Schema
}

func TestDefaults(t *testing.T) {
	for _, test := range []struct {
		typ, value string
		want       any
	}{
		{"string", "en", "en"},
		{"string", `"12"`, "12"},
		{"bool", "true", true},
		{"int", "-7", int64(-7)},
		{"int", "0x10", int64(16)},
		{"int64", "9223372036854775807", int64(9223372036854775807)},
		{"float", "3", 3.0},
		{"float", "2.5e3", 2500.0},
		{"time", "2030-01-31T08:00:00+01:00", time.Date(2030, 1, 31, 7, 0, 0, 0, time.UTC)},
		{"duration", "1h30m", 90 * time.Minute},
		{"bytes", "aGVsbG8=", []byte("hello")},
		{"Step", "done", "done"},
		{"'[]int'", "[1, 2]", []any{int64(1), int64(2)}},
		{"'map[string]Step'", "{a: done}", map[string]any{"a": "done"}},
		{"Seat", "{row: 1}", map[string]any{"row": int64(1)}},
		{"Seat", "{row: 1, letter: null}", map[string]any{"row": int64(1)}},
		{"Seat", "{row: 1, letter: A}", map[string]any{"row": int64(1), "letter": "A"}},
		{"json", "{a: [1.5, null, x]}", map[string]any{"a": []any{1.5, nil, "x"}}},
	} {
		s := files{"stategen.yaml": "version: 1\ntypes:\n  Step: {enum: [search, done]}\n  Seat:\n    fields:\n      row: int\n" +
			"      letter: string?\nkeys:\n  k: {type: " + test.typ + ", default: " + test.value + "}\n"}.load(t, "stategen.yaml")
		if got := s.Keys[0].Default.Data; !reflect.DeepEqual(got, test.want) {
			t.Errorf("default %s of %s is %#v, want %#v", test.value, test.typ, got, test.want)
		}
	}
}

func TestKeys(t *testing.T) {
	s := files{"stategen.yaml": `version: 1
keys:
  city: string?
  user:lang: {type: string, default: en, go_name: Language, doc: The language., deprecated: use app:lang}
  theme: {scope: user, type: string}
  relay:token: {scope: session, type: "[]float", optional: true, merge: append, max_items: 9}
  user:total: {scope: user, type: int, merge: sum, default: 0, min: 0, renamed_from: [user:sum], written_by: [model]}
  "seat_{row}_{letter}": {type: json, optional: true, sensitive: true, encoding: json-string}
  own: {go_type: example.com/m/v2.Flight, optional: true}
`}.load(t, "stategen.yaml")
	byWire := map[string]*schema.Key{}
	for _, k := range s.Keys {
		byWire[k.Wire()] = k
	}
	if k := byWire["city"]; k == nil || !k.Optional || k.Required() || k.Scope != runtime.ScopeSession {
		t.Errorf("city: %+v", k)
	}
	if k := byWire["user:lang"]; k == nil || k.Default.Data != "en" || k.GoName != "Language" || k.Doc != "The language." ||
		k.Deprecated != "use app:lang" || k.Scope != runtime.ScopeUser || k.Name != "lang" {
		t.Errorf("user:lang: %+v", k)
	}
	if k := byWire["user:theme"]; k == nil || !k.Required() || !k.ScopeWritten {
		t.Errorf("user:theme: %+v", k)
	}
	if k := byWire["relay:token"]; k == nil || k.Name != "relay:token" || k.Merge != schema.MergeAppend ||
		k.Type.String() != "[]float" || k.Constraints.MaxItems.N != 9 {
		t.Errorf("relay:token: %+v", k)
	}
	if k := byWire["user:total"]; k == nil || k.Merge != schema.MergeSum || k.Constraints.Min.Data != int64(0) ||
		k.RenamedFrom[0] != "user:sum" || k.WrittenBy[0] != "model" {
		t.Errorf("user:total: %+v", k)
	}
	want := []schema.Param{{Name: "row", Start: 5, End: 10}, {Name: "letter", Start: 11, End: 19}}
	if k := byWire["seat_{row}_{letter}"]; k == nil || !reflect.DeepEqual(k.Params, want) || !k.Sensitive || k.Encoding != schema.JSONString {
		t.Errorf("seat: %+v", k)
	}
	if k := byWire["own"]; k == nil || k.Type.Go != (schema.GoType{Path: "example.com/m/v2", Name: "Flight"}) {
		t.Errorf("own: %+v", k)
	}
}

func TestSettings(t *testing.T) {
	s := files{"a/b/stategen.yaml": `version: 1
package: state
out: ../gen
targets: [adk/v1]
dialect: stategen
placeholders: [angle]
foreign: ["_adk*"]
check: {templates: ["p/**"], rules: {unused-key: off}}
`}.load(t, "a/b/stategen.yaml")
	if s.Package != "state" || s.Out != "../gen" || s.Targets[0].Name != "adk/v1" || s.Foreign[0] != "_adk*" {
		t.Errorf("%+v", s)
	}
	if want := (instruction.Grammar{Dialect: instruction.Stategen, Angle: true}); s.Grammar != want {
		t.Errorf("grammar %+v, want %+v", s.Grammar, want)
	}
	if s.Check.Templates[0].Pattern != "p/**" || s.Check.Rules["unused-key"].Level != "off" {
		t.Errorf("check %+v", s.Check)
	}
}

func TestIncludes(t *testing.T) {
	s := files{
		"a/b/stategen.yaml": "version: 1\ninclude: [../common.yaml, {file: ../../own.yaml, import: example.com/m/own}]\nkeys: {last: Step, seat: Seat}\n",
		"a/common.yaml":     "version: 1\ninclude: [base.yaml]\nkeys: {first: Step}\n",
		"a/base.yaml":       "version: 1\ntypes: {Step: {enum: [x]}}\n",
		"own.yaml":          "version: 1\ntypes: {Seat: {fields: {row: int}}}\nkeys: {own: string}\n",
	}.load(t, "a/b/stategen.yaml")
	var keys []string
	for _, k := range s.Keys {
		keys = append(keys, k.Wire())
	}
	if got := strings.Join(keys, " "); got != "first own last seat" {
		t.Errorf("keys %s", got)
	}
	if len(s.Imports) != 1 || s.Imports[0].Path != "example.com/m/own" || s.Imports[0].File != "own.yaml" {
		t.Errorf("imports %+v", s.Imports)
	}
	for _, n := range s.Types {
		if imported := n.Import != nil; imported != (n.Name == "Seat") {
			t.Errorf("%s is imported: %v", n.Name, imported)
		}
	}
}

func TestInstructions(t *testing.T) {
	folder := files{
		"a/stategen.yaml": "version: 1\ninstructions:\n  file: {file: p/x.md}\n  quoted: {text: \"a\\tb {city}\"}\n" +
			"  block:\n    text: |\n      one\n      two {city}\n  folded:\n    text: >\n      one\n      two {city}\n",
		"a/p/x.md": "Go to {city}.",
	}
	r := load.Schema("a/stategen.yaml", folder.read)
	if r.Schema == nil {
		t.Fatal(draw.Text(t, r))
	}
	for _, in := range r.Schema.Instructions {
		at := in.At(strings.Index(in.Text, "{city}"))
		if got := r.Sources[in.Source].Text[at:]; !strings.HasPrefix(string(got), "{city}") {
			t.Errorf("%s: the placeholder is said to stand at %q", in.Name, got)
		}
	}
}
