package breaking

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// inDatabase yields states as a database has them: the keys of an app and of a user that
// the sessions share come before them.
func inDatabase(t testing.TB, sessions ...map[string]any) func(func(Stored, error) bool) {
	t.Helper()
	return func(yield func(Stored, error) bool) {
		all := []*Stored{{Scope: runtime.ScopeApp, Values: map[string]any{}}, {Scope: runtime.ScopeUser, Values: map[string]any{}}}
		for _, values := range sessions {
			own := &Stored{Values: map[string]any{}}
			for key, v := range values {
				at := own
				switch scope, _ := runtime.ParseKey(key); scope {
				case runtime.ScopeApp:
					at = all[0]
				case runtime.ScopeUser:
					at = all[1]
				}
				if v == "DAMAGED" {
					at.Unreadable = append(at.Unreadable, key)
				} else {
					at.Values[key] = v
				}
			}
			all = append(all, own)
		}
		for _, s := range all {
			if !yield(*s, nil) {
				return
			}
		}
	}
}

func decoded(t testing.TB, texts ...string) []map[string]any {
	t.Helper()
	var list []map[string]any
	for _, text := range texts {
		v, err := runtime.DecodeValue([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		list = append(list, v.(map[string]any))
	}
	return list
}

const seatType = "types:\n  Seat: {fields: {row: %s, near: \"Seat?\", %s}}\nkeys:\n  first: {type: Seat, optional: true}\n  all: {type: \"[]Seat\", optional: true}\n"

func seats(row, other string) string { return fmt.Sprintf(seatType, row, other) }

var countCases = []struct {
	name, old, new string
	states         []string
	want           []string
}{
	{"constraint", `n: {type: int, max: 10, optional: true}`, `n: {type: int, max: 5, optional: true}`,
		[]string{`{"n": 4}`, `{"n": 6}`, `{"n": 7}`, `{}`, `{"n": 11}`, `{"n": "x"}`, `{"n": "DAMAGED"}`},
		[]string{"error constraint-tightened: in the database, 2 of 6 values are refused by Load and setters, in 2 sessions; keep the constraint"}},
	{"nothing affected", `n: int?`, `n: string?`, []string{`{}`, `{"m": 1}`},
		[]string{"warning stored-value-refused: in the database, 0 of 0 values: nothing stored is affected"}},
	{"values that fit", `n: {type: int, optional: true}`, `n: float?`, []string{`{"n": 4}`, `{"n": 5}`},
		[]string{"warning stored-value-refused: in the database, 0 of 2 values: nothing stored is affected"}},
	{"silent", `n: string?`, `n: int?`, []string{`{"n": "9007199254740993"}`, `{"n": "5"}`, `{"n": "x"}`},
		[]string{"error stored-value-refused: in the database, 1 of 3 values is refused and 2 are silently read as something else, in 3 sessions; keep the type"}},
	{"lost", `n: int?`, `m: int?`, []string{`{"n": 1}`, `{"m": 1}`, `{"n": 2, "m": 2}`},
		[]string{"error stored-value-lost: in the database, 2 of 2 values are no longer found, in 2 sessions (silent); if "}},
	{"renamed", `n: {type: int, optional: true, renamed_from: [k]}`, `n: int?`, []string{`{"n": 1}`, `{"k": 1}`, `{"n": 2, "k": 2}`},
		[]string{`error stored-value-lost: in the database, 1 of 3 values is no longer found, in 1 session (silent); keep "k"`}},
	{"required", `n: int?`, `n: int`, []string{`{}`, `{"n": 1}`, `{"n": "DAMAGED"}`},
		[]string{"error missing-value-refused: in the database, 1 of 3 sessions without a value; give it"}},
	{"added", `m: int?`, "m: int?\nuser:n: int", []string{`{}`, `{}`},
		[]string{"error missing-value-refused: in the database, 1 of 1 user without a value; make it"}},
	{"default", `n: {type: int, default: 1}`, `n: {type: int, default: 2}`, []string{`{}`, `{"n": 1}`},
		[]string{"warning default-changed: in the database, 1 of 2 sessions without a value (silent); keep"}},
	{"two fields", seats("int", "aisle: string"), seats("string", "aisle: int"),
		[]string{`{"first": {"row": 1, "aisle": "x"}}`, `{"all": [{"row": 1, "aisle": "5"}, {"row": 2, "aisle": "x", "near": {"row": 1, "aisle": "y"}}]}`},
		[]string{
			"error stored-value-refused: in the database, 2 of 2 values are refused, in 2 sessions; say what it was",
			"error stored-value-refused: in the database, 2 of 2 values are refused, in 2 sessions; say what it was",
		}},
	{"one of two fields", seats("int", `aisle: "string?", x: int`), seats("{type: int, max: 10}", "aisle: string, x: int"),
		[]string{`{"first": {"row": 1, "x": 1}}`, `{"first": {"row": 11, "x": 1, "aisle": "a"}}`, `{"all": [{"row": 1, "aisle": "a", "x": 1}]}`},
		[]string{
			"error constraint-tightened: in the database, 1 of 3 values is refused by Load and setters, in 1 session; keep",
			"error stored-value-refused: in the database, 1 of 3 values is refused, in 1 session; give it a default",
		}},
	{"field removed", seats("int", `aisle: "string?"`), seats("int", `x: "int?"`),
		[]string{`{"first": {"row": 1, "aisle": "x"}}`, `{"first": {"row": 1}}`},
		[]string{"error stored-value-lost: in the database, 1 of 2 values is no longer found, in 1 session (silent); if the field"}},
	{"enum", "types:\n  E: {enum: [a, {value: b, renamed_from: [old]}, c]}\nkeys:\n  one: E?\n  many: \"[]E?\"\n", "types:\n  E: {enum: [a, b]}\nkeys:\n  one: E?\n  many: \"[]E?\"\n",
		[]string{`{"one": "c"}`, `{"many": ["a", "b"]}`, `{"many": ["a", "old"]}`, `{"many": ["c", "c"]}`},
		[]string{"error stored-value-refused: in the database, 3 of 4 values are refused, in 3 sessions; keep the value"}},
	{"family", `"o_{id}": int?`, `"o_{id}": string?`, []string{`{"o_1": 1, "o_2": 2}`, `{"o_3": "x"}`},
		[]string{"error stored-value-refused: in the database, 2 of 3 values are refused, in 1 session; say what it was"}},
	{"key of a family", `"o_{id}": int?`, "\"o_{id}\": int?\no_total: int?", []string{`{"o_1": 1, "o_2": 2}`, `{"o_total": 3}`},
		[]string{"error stored-value-changed: in the database, 1 of 1 value, in 1 session (silent); give the key"}},
	{"key that comes to a family", "\"o_{id}\": int?\no_total: int?", `"o_{id}": int?`, []string{`{"o_1": 1, "o_2": 2}`, `{"o_total": 3}`},
		[]string{"error stored-value-changed: in the database, 1 of 1 value, in 1 session (silent); list"}},
	{"two keys become one", "a: int?\nb: int?", `c: {type: int, optional: true, renamed_from: [a, b]}`, []string{`{"a": 1}`, `{"b": 1}`, `{"a": 2, "b": 3}`},
		[]string{"error stored-value-lost: in the database, 1 of 2 values is no longer found, in 1 session (silent); keep both"}},
	{"older name forgotten of what a function converts", `a: {type: int, optional: true, was: [{key: b, type: "[]string", convert: go}]}`, "a: int?",
		[]string{`{"b": ["1"]}`, `{"a": 1, "b": ["2"]}`},
		[]string{`error stored-value-lost: in the database, 1 of 2 values is no longer found, in 1 session (silent); keep "b"`}},
	{"two fields become one", objectOf("a: 'int?', b: 'int?'"), objectOf("c: {type: int, optional: true, renamed_from: [a, b]}"),
		[]string{`{"flight": {"a": 1}}`, `{"flight": {"b": 1}}`, `{"flight": {"a": 2, "b": 3}}`},
		[]string{"error stored-value-lost: in the database, 1 of 3 values is no longer found, in 1 session (silent); keep both"}},
	{"older form", `n: {type: string, optional: true, was: [{type: int}]}`, `n: string?`, []string{`{"n": 5}`, `{"n": "5"}`},
		[]string{"error stored-value-refused: in the database, 1 of 2 values is refused, in 1 session; keep the entry"}},
	{"older form that looks like today's", `n: {type: json, encoding: json-string, optional: true, was: [{key: m, type: float}]}`,
		`n: {type: json, optional: true, was: [{key: m, type: float}]}`, []string{`{"m": "1.5"}`},
		[]string{
			"warning stored-value-changed: in the database, 0 of 1 value: nothing stored is affected",
			"error stored-value-refused: in the database, 1 of 1 value is refused, in 1 session; keep the entry",
		}},
	{"json-string", `n: {type: "[]int", optional: true, encoding: json-string}`, `n: {type: "[]int", optional: true, encoding: json-string, max_items: 2}`,
		[]string{`{"n": "[1,2,3]"}`, `{"n": "[1]"}`},
		[]string{"error constraint-tightened: in the database, 1 of 2 values is refused by Load and setters, in 1 session; keep"}},
	{"scope", `user:n: int?`, `n: {type: int, optional: true, renamed_from: ["user:n"]}`, []string{`{"user:n": 1}`},
		[]string{"error scope-changed: in the database, 1 of 1 value, in 1 user; take two releases"}},
	{"taken again", "keys:\n  m: int?\nremoved: [n]\n", "keys:\n  m: int?\n  n: int?\n", []string{`{"n": 1}`, `{"n": "x"}`},
		[]string{"error stored-value-changed: in the database, 2 of 2 values, in 2 sessions; take a new name"}},
}

func TestCountedValues(t *testing.T) {
	for _, c := range countCases {
		t.Run(c.name, func(t *testing.T) {
			list, err := CompareStored(read(t, "old.yaml", body(c.old)), read(t, "new.yaml", body(c.new)), inDatabase(t, decoded(t, c.states...)...))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range list {
				if d.Stored != nil {
					got = append(got, fmt.Sprintf("%s %s: %s", d.Severity, d.ID, d.Hint))
				}
			}
			same := len(got) == len(c.want)
			for i := 0; same && i < len(got); i++ {
				same = strings.HasPrefix(got[i], c.want[i])
			}
			if !same {
				t.Errorf("got\n%s\nwant\n%s\nof\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"), printed(list))
			}
		})
	}
}

// TestCountsKeepMessages has the same messages with a database and without, so that a
// baseline fits both.
func TestCountsKeepMessages(t *testing.T) {
	for _, c := range countCases {
		old, today := read(t, "old.yaml", body(c.old)), read(t, "new.yaml", body(c.new))
		counted, err := CompareStored(old, today, inDatabase(t, decoded(t, c.states...)...))
		if err != nil {
			t.Fatal(err)
		}
		plain := diag.NewBaseline(Compare(old, today))
		if left, stale := plain.Filter(counted); len(left)+len(stale) > 0 {
			t.Errorf("%s: a baseline of the schemas doesn't cover %v, and has %v too many", c.name, left, stale)
		}
	}
}

// TestWitnessesAreCounted stores the witnesses of drawn changes, each alone: a finding
// counts it. Of drawn values none that the old setter stores is affected without a
// finding.
func TestWitnessesAreCounted(t *testing.T) {
	witnesses, affected := 0, 0
	for seed := range uint64(number(t, "STATEGEN_PAIRS", 300) / 10) {
		for _, p := range chainBy(newDrawer(1000+seed), 1000+seed, 10) {
			for _, w := range p.comparison.witnesses {
				if !w.rolling {
					witnesses++
					if p.counted(t, w.state) == 0 {
						t.Errorf("seed %d: %s is not counted\nbefore\n%s\nafter\n%s\n%s", p.seed, shown(w.state), p.texts[0], p.texts[1], printed(p.found))
					}
				}
			}
			for _, state := range p.states()[:9] { // of the old schema
				if p.counted(t, state) > 0 {
					affected++
				}
			}
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d witnesses, %d states with affected values", witnesses, affected)
}

// counted returns how many values of a state findings count.
func (p drawnPair) counted(t *testing.T, state map[string]any) (n int64) {
	c := p.comparison
	for _, f := range c.found {
		f.held = nil
	}
	tally := newTally(c)
	for s, err := range inDatabase(t, state) {
		if err != nil {
			t.Fatal(err)
		}
		tally.add(s)
	}
	for _, f := range c.found[len(p.found):] {
		t.Errorf("seed %d: %s: %s\n%s\nbefore\n%s\nafter\n%s\n%s", p.seed, f.key, f.text, shownWhole(t, state), p.texts[0], p.texts[1], printed(p.found))
	}
	c.found = c.found[:len(p.found)]
	for _, f := range c.found {
		if f.held != nil && f.held.unit == value {
			n += f.held.affected()
		}
	}
	return n
}

func shownWhole(t *testing.T, v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
