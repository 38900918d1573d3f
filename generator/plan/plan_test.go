package plan_test

import (
	"fmt"
	"github.com/seed92179c4c/stategen/schema"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema/load"
)

func planOf(t *testing.T, text string) *plan.Plan {
	t.Helper()
	r := load.Schema("stategen.yaml", func(string) ([]byte, error) { return []byte("version: 1\n" + text), nil })
	if r.Schema == nil {
		t.Fatal(r.Diagnostics)
	}
	return plan.New(r.Schema)
}

// TestFamily holds which keys belong to a family, and that keys of its shape which are
// declared on their own, or were once, do not.
func TestFamily(t *testing.T) {
	p := planOf(t, "keys:\n  \"user:order_{id}_{n}\": {type: int, optional: true, renamed_from: [\"past_{id}-{n}!\"]}\n  user:order_a_b: int?\n  city: string?\n"+
		"removed: [\"user:order_c_d\", legacy, \"stay_{id}\"]\n")
	f := p.Keys[0].Family
	if got, want := fmt.Sprintf("%q", []any{f.Texts, f.Except, f.Others}), `[["user:order_" "_" ""] ["user:order_a_b" "user:order_c_d"] [["past_" "-" "!"]]]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if p.Keys[1].IsFamily() || !p.Keys[0].IsFamily() {
		t.Error("a single key is a family")
	}
}

// TestKeys holds what is decided about each key: what a read gives when it isn't set, a
// new session's part in it, what is checked, and where else values may be.
func TestKeys(t *testing.T) {
	p := planOf(t, `types:
  Step: {enum: [search, {value: pay, renamed_from: [buy]}]}
  Word: {enum: [a, b]}
  Seat: {fields: {row: {type: int, min: 1}}}
  Node: {fields: {next: "Node?"}}
  Pair: {fields: {a: Plain, b: Plain}}
  Plain: {fields: {x: int}}
  Moved: {fields: {x: {type: int, renamed_from: [y]}}}
keys:
  required: string
  user:required: string
  temp:required: {type: string, optional: true, renamed_from: [temp:old]}
  "family_{id}": string
  defaulted: {type: int, default: 3, min: 1, max: 9}
  text: {type: string, optional: true, min_length: 1, max_length: 2, pattern: "^a"}
  list: {type: "[]string", optional: true, min_items: 1, max_items: 2, unique: true}
  seats: {type: "map[string][]Seat", optional: true}
  node: Node?
  pair: Pair?
  step: {type: "[]Step", optional: true}
  moved: Moved?
  later: {type: string, optional: true, renamed_to: new}
  both: {type: string, optional: true, renamed_to: next, renamed_from: [old]}
  item: {type: "[]string", optional: true, was: [{type: string}]}
  shown: {type: string, optional: true, was: [{key: n, type: int}]}
  flag: {type: bool, optional: true, was: [{key: f, type: string, else: drop}]}
  price: {type: float, was: [{key: p, type: string, else: fail}, {key: q, type: int}]}
  words: {type: Word, default: a, encoding: json-string, was: [{key: w, type: string, encoding: plain, values: {c: a}, else: default}]}
  hand: {type: "[]int", optional: true, was: [{type: string, convert: go}]}
`)
	want := strings.Split(`required: 0 initial must []
user:required: 0 initial []
temp:required: 1 [] [temp:old]
family_{id}: 0 initial []
defaulted: 2 initial checked [{0 1 0} {1 9 0}]
text: 1 initial checked [{2 <nil> 1} {3 <nil> 2} {6 <nil> 0}]
list: 1 initial checked [{4 <nil> 1} {5 <nil> 2} {7 <nil> 0}]
seats: 1 initial checked [{8 <nil> 0}]
node: 1 initial checked []
pair: 1 initial []
step: 1 initial migrates []
moved: 1 initial migrates []
later: 1 initial [] [new]
both: 1 initial migrates [] [next old]
item: 1 initial migrates [] [] 0 string [0]
shown: 1 initial migrates [] [n] 1 int [1]
flag: 1 initial migrates [] [f] 1 string [2] drop
price: 0 initial must migrates [] [p q] 1 string [3] 2 int []
words: 2 initial migrates [] [w] 1 string [4 5] drop
hand: 1 initial migrates [] [] 0 string []`, "\n")
	var got []string
	for _, k := range p.Keys {
		line := fmt.Sprintf("%s: %d", k.Wire(), k.Presence())
		for _, is := range []struct {
			word string
			ok   bool
		}{{"initial", k.CanBeInitial()}, {"must", k.MustBeInitial()}, {"checked", k.Constrained()}, {"migrates", k.Migrates()}} {
			if is.ok {
				line += " " + is.word
			}
		}
		line += fmt.Sprint(" ", plan.Checks(k.Type, k.Constraints))
		if k.Moves.Moved() {
			line += fmt.Sprint(" ", k.Moves.Names)
		}
		for _, o := range k.Moves.Older {
			line += fmt.Sprint(" ", o.Name, " ", o.Type, o.Steps)
			if o.Drop() {
				line += " drop"
			}
		}
		got = append(got, line)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if !p.Migrates() || planOf(t, "keys: {later: {type: string, optional: true, renamed_to: new}}").Migrates() {
		t.Error("a schema migrates whose values stay, or one doesn't whose values move")
	}
}

// TestInstructions holds the pieces of instructions: what they insert for a key that isn't
// set, and about how long the text will be.
func TestInstructions(t *testing.T) {
	for _, c := range []struct{ dialect, text, want string }{
		{"adk", "Go to {city}, {note?} {gone}", `"Go to " city@1:7 ", " note@1:15="" " " gone@1:23 unknown 57 false false`},
		{"adk", "{count} {seat?}{artifact.a}", `count@1:1="3" " " seat@1:9="" a@1:16 unknown 273 true false`},
		{"stategen", "A\n{count} {boxed} {city}", `"A\n" count@2:1="3" " " boxed@2:9="[\"a\"]" " " city@2:17 164 false false`},
		{"stategen", "{order_7}{{x}", `order_7@1:1 "{{x}" 20 false false`},
		{"trpc", "{city} {note?} {artifact.a}", `city@1:1="{city}" " " note@1:8="" " " artifact.a@1:16="{artifact.a}" unknown 50 false true`},
	} {
		p := planOf(t, "dialect: "+c.dialect+`
keys: {city: string, "order_{id}": "string?", note: "string?", count: {type: int, default: 3}, seat: "json?", boxed: {type: "[]string", default: [a], encoding: json-string}}
instructions: {a: {text: `+fmt.Sprintf("%q", c.text)+`}}
`)
		in := p.Instructions[0]
		var got []string
		for _, piece := range in.Pieces {
			if piece.Kind == instruction.Text {
				got = append(got, fmt.Sprintf("%q", piece.Text))
				continue
			}
			shown := fmt.Sprintf("%s@%d:%d", piece.Text, piece.Pos.Line, piece.Pos.Column)
			if piece.Absent != nil {
				shown += fmt.Sprintf("=%q", *piece.Absent)
			}
			if piece.Key == nil {
				shown += " unknown"
			}
			got = append(got, shown)
		}
		got = append(got, fmt.Sprint(in.Size(), in.Artifacts, in.Stays))
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s, %s: %s", c.dialect, c.text, strings.Join(got, " "))
		}
	}
}

// TestStored holds how a default of each kind is stored.
func TestStored(t *testing.T) {
	at := time.Date(2030, 1, 31, 9, 0, 0, 5, time.FixedZone("", 3600))
	got := schema.Stored(map[string]any{"a": []any{at, 90 * time.Minute, []byte("hi")}, "b": int64(5), "c": "x"})
	if want := "map[a:[2030-01-31T08:00:00.000000005Z 1h30m0s aGk=] b:5 c:x]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
