package names

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema/load"
)

// named names a schema's text for a package.
func named(t *testing.T, text, pkg string) (*Package, diag.List, []byte) {
	t.Helper()
	r := load.Schema("stategen.yaml", func(name string) ([]byte, error) {
		if name == "common.yaml" {
			return []byte("version: 1\ntypes: {Step: {enum: [one, two]}, Leg: {fields: {at: int}}}\n"), nil
		}
		return []byte("version: 1\n" + text + "\n"), nil
	})
	if r.Schema == nil {
		t.Fatalf("%s: %v", text, r.Diagnostics)
	}
	p, problems := New(plan.New(r.Schema), pkg, "stategen.yaml")
	return p, problems, r.Sources["stategen.yaml"].Text
}

// TestCollisions holds what is said of names in Go that two need, or that can't be made:
// where it is and, after a |, what has the name already.
func TestCollisions(t *testing.T) {
	const uses = ", which generated code has for itself"
	for _, c := range []struct{ text, message, at string }{
		{"keys:\n  user_name: string?\n  user.name: {scope: session, type: string, optional: true}",
			`key "user.name" needs the Go name KeyUserName, which key "user_name" already has`, "user.name|user_name"},
		{"keys:\n  user:name: string?\n  user_name: string?",
			`key "user_name" needs the Go name KeyUserName, which key "user:name" already has`, "user_name|user:name"},
		{"keys:\n  flight: string?\n  set_flight: bool?",
			`key "set_flight" needs the Go name SetFlight, which key "flight" already has`, "set_flight|flight"},
		{"keys:\n  add_count: int?\n  count: {type: int, merge: sum, default: 0}",
			`key "count" needs the Go name AddCount, which key "add_count" already has`, "count|add_count"},
		{"types:\n  State: {enum: [a]}\nkeys:\n  x: State?", `type "State" needs the Go name State` + uses, "State"},
		{"types:\n  Migrate: {enum: [a]}\nkeys:\n  x: {type: Migrate, optional: true, renamed_from: [y]}",
			`type "Migrate" needs the Go name Migrate` + uses, "Migrate"},
		{"types:\n  Step: {enum: [a]}\n  StepA: {enum: [b]}\nkeys:\n  x: Step?",
			`value "a" of type "Step" needs the Go name StepA, which type "StepA" already has`, "a|StepA"},
		{"types:\n  Rating: {enum: [\"+1\", \"-1\"]}\nkeys:\n  x: Rating?",
			`value "-1" of type "Rating" needs the Go name Rating1, which value "+1" of type "Rating" already has`, `"-1"|"+1"`},
		{"types:\n  Mark: {enum: [\"+\"]}\nkeys:\n  x: Mark?", `value "+" of type "Mark" has no letters to make a Go name from`, `"+"`},
		{"types:\n  T: {fields: {a_b: string, aB: string}}\nkeys:\n  x: T?",
			`field "aB" of type "T" needs the Go name AB, which field "a_b" of type "T" already has`, "aB|a_b"},
		{"types:\n  T: {fields: {unknown_fields: string}}\nkeys:\n  x: T?",
			`field "unknown_fields" of type "T" needs the Go name UnknownFields` + uses, "unknown_fields"},
		{"types:\n  T: {fields: {1x: int}}\nkeys:\n  x: T?", `field "1x" of type "T" starts with a digit, which a Go name cannot`, "1x"},
		{"keys:\n  build: string?", `key "build" needs the Go name Build` + uses, "build"},
		{"keys:\n  scan: string?", `key "scan" needs the Go name Scan, which go vet reserves for a method of the standard library`, "scan"},
		{"keys:\n  步骤: string?", `key "步骤" has no letters to make an exported Go name from`, "步骤"},
		{"keys:\n  \"g_{x_y}_{xY}\": int?",
			`parameter "xY" of key "g_{x_y}_{xY}" needs the Go name xY, which parameter "x_y" of key "g_{x_y}_{xY}" already has`, `"g_{x_y}_{xY}"|"g_{x_y}_{xY}"`},
		{"types:\n  H: {fields: {n: {type: float, was: [{type: string, convert: go}]}}}\nkeys:\n  h_n: {type: \"[]int\", optional: true, was: [{type: string, convert: go}]}\n  k: H?",
			`key "h_n" needs the Go name hnFromString, which field "n" of type "H" already has`, "h_n|n"},
		{"keys:\n  x: string?\ninstructions:\n  a_b: {text: x}\n  aB: {text: y}",
			`instruction "aB" needs the Go name ABInstruction, which instruction "a_b" already has`, "aB|a_b"},
		{"targets: [adk]\ntypes:\n  Plugin: {enum: [a]}\nkeys:\n  x: Plugin?", `type "Plugin" needs the Go name Plugin` + uses, "Plugin"},
		{"targets: [trpc]\ntypes:\n  For: {enum: [a]}\n  Plugin: {enum: [b]}\nkeys: {x: For, y: Plugin}", `type "For" needs the Go name For` + uses, "For"},
		{"targets: [eino]\ntypes: {SetDelta: {enum: [a]}}\nkeys: {x: SetDelta}", `type "SetDelta" needs the Go name SetDelta` + uses, "SetDelta"},
	} {
		_, problems, text := named(t, c.text, "p")
		if len(problems) != 1 {
			t.Errorf("%s: %v", c.text, problems)
			continue
		}
		d := problems[0]
		at := string(text[d.Span.Start:d.Span.End])
		for _, r := range d.Related {
			at += "|" + string(text[r.Span.Start:r.Span.End])
		}
		if d.Message != c.message || at != c.at || d.Severity != diag.Error || !strings.Contains(d.Hint, "name") {
			t.Errorf("%s: %q at %s (%s)", c.text, d.Message, at, d.Hint)
		}
	}
}

func TestPackageName(t *testing.T) {
	for name, ok := range map[string]bool{"p": true, "": false, "a-b": false, "func": false, "_": false, "état": true} {
		if _, problems, _ := named(t, "keys: {x: string}", name); problems.HasErrors() == ok {
			t.Errorf("package %q: %v", name, problems)
		}
	}
	if p, _, _ := named(t, "package: own\nkeys: {x: string}", "p"); p.Name != "own" || p.Source != "stategen.yaml" {
		t.Errorf("the package is %s, of %s", p.Name, p.Source)
	}
}

// TestNames holds the names of all that a schema declares.
func TestNames(t *testing.T) {
	p, problems, _ := named(t, `
include: [{file: common.yaml, import: example.com/m/common}]
targets: [adk]
types:
  Kind: {enum: [economy, {value: 2nd, go_name: Second}]}
  Seat: {fields: {row_id: {type: int, max: 9}, kinds: "[]Kind", next: "Seat?"}}
keys:
  user_ids: "[]string"
  user:home: {type: Seat, go_name: Start, optional: true}
  app:total: {type: int, merge: sum, default: 0}
  low: {type: int, merge: min, optional: true}
  temp:x: string?
  old: {type: float, optional: true, renamed_to: user:new, was: [{type: bool, key: older, convert: go}]}
  "leg_{common}_{order_id}": {type: Leg, optional: true}
  "all_{err}": {type: "map[string][]Kind", optional: true}
  link: {go_type: net/url.URL}
instructions:
  greet: {text: "Hi {old?}"}
`, "p")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	var got []string
	for _, n := range p.Types {
		line := n.Ident + " " + n.Type.Converter
		for _, v := range n.Values {
			line += " " + v.Ident
		}
		for _, f := range n.Fields {
			line += " " + f.Ident + ":" + f.GoType.Scalar() + f.GoType.Converter + f.PatternVar
		}
		got = append(got, line)
	}
	for _, k := range p.Keys {
		line := fmt.Sprintf("%s %s%s %s%v%v", k.Ident, k.GoType.Scalar(), k.GoType.Converter, k.Verb(), k.ParamNames, k.ParamFields)
		for _, o := range k.Moves.Older {
			line += " " + o.Func + " " + o.Var
		}
		got = append(got, line)
	}
	for _, c := range p.Composites {
		got = append(got, "composite "+c.Converter)
	}
	in := p.Instructions[0]
	got = append(got, fmt.Sprint(in.Func(), " ", in.Provider(), " ", in.Pieces[1].Key.Ident))
	want := strings.Split(`Step  StepOne StepTwo
Leg Leg At:Int
Kind Kind KindEconomy KindSecond
Seat Seat RowID:IntfieldPatternSeatRowID Kinds:ListOfKindfieldPatternSeatKinds Next:SeatfieldPatternSeatNext
UserIDs ListOfString [][]
Start Seat [][]
AppTotal Int Add[][]
Low Int Min[][]
TempX String [][]
UserNew Float [][] userNewFromBool convertUserNewFromBool
Leg Leg [theCommon orderID][Common OrderID]
All MapOfListOfKind [errParam][]
Link  [][]
composite ListOfString
composite ListOfKind
composite MapOfListOfKind
GreetInstruction GreetProvider UserNew`, "\n")
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}
