package breaking

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/schema"
)

// changeCase is a change that was measured on generated code, and what Compare
// must find of it.
type changeCase struct {
	name, old, new string
	rules          string
}

const (
	stepType   = "types:\n  Step: {enum: [%s]}\nkeys:\n  step: Step?\n"
	flightType = "types:\n  Flight: {fields: {%s}}\nkeys:\n  flight: Flight?\n"
)

func enumOf(values string) string   { return strings.Replace(stepType, "%s", values, 1) }
func objectOf(fields string) string { return strings.Replace(flightType, "%s", fields, 1) }
func ownList(field string) string {
	return objectOf(`legs: {type: "[]Flight", optional: true}, n: ` + field)
}

func swapped(key string) string { return "types:\n  E: {enum: [a, b]}\nkeys:\n  " + key + "\n" }
func swappedIn(field string) string {
	return "types:\n  E: {enum: [a, b]}\n  O: {fields: {" + field + "}}\nkeys:\n  o: O?\n"
}

var changeCases = []changeCase{
	{"key added, optional", `a: int?`, "a: int?\nb: string?", ""},
	{"key added, default", `a: int?`, "a: int?\nb: {type: string, default: x}", ""},
	{"key added, required", `a: int?`, "a: int?\nb: string", "missing-value-refused"},
	{"key removed, required", "a: int?\nb: string", `a: int?`, "rolling-missing-refused stored-value-lost"},
	{"key removed, required, listed", "a: int?\nb: string", "keys:\n  a: int?\nremoved: [b]\n", "rolling-missing-refused"},
	{"key removed, optional", "a: int?\nb: string?", `a: int?`, "stored-value-lost"},
	{"key removed, optional, listed", "a: int?\nb: string?", "keys:\n  a: int?\nremoved: [b]\n", ""},
	{"renamed, nothing said", "a: string", "b: string", "missing-value-refused rolling-missing-refused stored-value-lost"},
	{"renamed, nothing said, optional", "a: string?", "b: string?", "stored-value-lost"},
	{"renamed, nothing said, default", "a: {type: int, default: 0}", "b: {type: int, default: 0}", "stored-value-lost"},
	{"renamed_from", "a: string", "b: {type: string, renamed_from: [a]}", "rolling-value-lost"},
	{"renamed_from, default", "a: {type: int, default: 0}", "b: {type: int, default: 0, renamed_from: [a]}", "rolling-value-lost"},
	{"renamed_from, merged", "a: {type: int, merge: sum, default: 0}", "b: {type: int, merge: sum, default: 0, renamed_from: [a]}", "rolling-value-lost"},
	{"rescoped, nothing said", "user:a: string", "a: string", "missing-value-refused rolling-missing-refused stored-value-lost"},
	{"int to int64", "a: int?", "a: int64?", ""},
	{"int to float", "a: int?", "a: float?", "rolling-value-refused stored-value-refused"},
	{"float to int", "a: float?", "a: int?", "rolling-value-refused stored-value-refused"},
	{"int to string", "a: int?", "a: string?", "rolling-value-refused stored-value-refused"},
	{"string to int", "a: string?", "a: int?", "rolling-value-refused stored-value-refused"},
	{"string to json", "a: string?", "a: json?", "rolling-value-refused"},
	{"time to string", "a: time?", "a: string?", "rolling-value-refused"},
	{"duration to int", "a: duration?", "a: int?", "rolling-value-refused stored-value-refused"},
	{"T to []T", "a: string?", `a: "[]string?"`, "rolling-value-refused stored-value-refused"},
	{"plain to json-string", "a: int?", "a: {type: int, optional: true, encoding: json-string}", "rolling-value-refused stored-value-refused"},
	{"string to json-string", "a: string?", "a: {type: string, optional: true, encoding: json-string}", "rolling-value-changed stored-value-refused"},
	{"string to enum", "a: string?", "types:\n  E: {enum: [x, y]}\nkeys:\n  a: E?\n", "stored-value-refused"},
	{"enum value removed", enumOf("a, b"), enumOf("a"), "stored-value-refused"},
	{"enum to string", "types:\n  E: {enum: [x, y]}\nkeys:\n  a: E?\n", "a: string?", "rolling-value-refused"},
	{"enum value added", enumOf("a"), enumOf("a, b"), "rolling-value-refused"},
	{"optional to required", "a: string?", "a: string", "missing-value-refused"},
	{"default to required", "a: {type: string, default: x}", "a: string", "missing-value-refused"},
	{"required to optional", "a: string", "a: string?", "rolling-missing-refused"},
	{"optional to default", "a: string?", "a: {type: string, default: x}", ""},
	{"default changed", "a: {type: string, default: d}", "a: {type: string, default: e}", "default-changed"},
	{"optional field added", objectOf("n: int"), objectOf("n: int, m: 'string?'"), ""},
	{"required field added", objectOf("n: int"), objectOf("n: int, m: string"), "stored-value-refused"},
	{"field removed", objectOf("n: int, m: string"), objectOf("n: int"), "rolling-value-refused stored-value-lost"},
	{"optional field removed", objectOf("n: int, m: 'string?'"), objectOf("n: int"), "stored-value-lost"},
	{"field renamed", objectOf("n: int, m: string"), objectOf("n: int, o: string"), "rolling-value-refused stored-value-lost stored-value-refused"},
	{"field from int to float", objectOf("n: int"), objectOf("n: float"), "rolling-value-refused stored-value-refused"},
	{"list of itself", ownList("int"), ownList("string"), "rolling-value-refused stored-value-refused"},
	{"max tightened", "a: {type: int, max: 10, optional: true}", "a: {type: int, max: 5, optional: true}", "constraint-tightened"},
	{"pattern tightened", `a: {type: string, pattern: "^[a-z]+$", optional: true}`, `a: {type: string, pattern: "^[a-y]+$", optional: true}`, "constraint-tightened"},
	{"pattern tightened far from its edges", `a: {type: string, pattern: "^[ab]{6}$", optional: true}`, `a: {type: string, pattern: "^(a[ab]{5}|b[ab]{3}a[ab]|b[ab]{3}ba)$", optional: true}`, "constraint-tightened"},
	{"max_items tightened", `a: {type: "[]string", max_items: 3, default: []}`, `a: {type: "[]string", max_items: 2, default: []}`, "constraint-tightened"},
	{"max loosened", "a: {type: int, max: 5, optional: true}", "a: {type: int, max: 10, optional: true}", "constraint-loosened"},
	{"family pattern changed", `"a_{x}": int?`, `"b_{x}": int?`, "stored-value-lost"},
	{"family's parameter renamed", `"a_{x}": int?`, `"a_{y}": int?`, ""},
	{"zip to text", "zip: {type: string, optional: true, pattern: \"^[1-9][0-9]{4}$\"}", "zip: int?", "rolling-value-refused stored-value-changed"},
	{"merge changed", `a: {type: "[]string", merge: append, default: []}`, `a: {type: "[]string", merge: union, default: []}`, "merge-changed"},
	{"merge removed", "a: {type: int, merge: sum, default: 0}", "a: {type: int, default: 0}", "merge-changed"},
	{"constraint of a merged key changed", "a: {type: int, merge: sum, max: 10, default: 0}", "a: {type: int, merge: sum, max: 5, default: 0}", "constraint-tightened merge-constraint-changed"},
	{"sensitive added", "a: string?", "a: {type: string, optional: true, sensitive: true}", "sensitive-added"},
	{"sensitive removed", "a: {type: string, optional: true, sensitive: true}", "a: string?", "sensitive-removed"},
	{"clients lose a key", "a: {type: string, optional: true, client: read}", "a: string?", "client-loses-key"},
	{"clients lose a key that goes", "temp:a: {type: string, optional: true, client: read}", "b: string?", "client-loses-key"},
	{"clients lose a name", "a: {type: string, optional: true, client: read}", "b: {type: string, optional: true, client: read, renamed_from: [a]}", "client-loses-key rolling-value-lost"},
	{"clients may not set it", "a: {type: string, optional: true, client: write}", "a: {type: string, optional: true, client: read}", "client-loses-key"},
	{"clients may set it", "a: {type: string, optional: true}", "a: {type: string, optional: true, client: write}", "client-may-write"},
	{"clients see it", "a: {type: string, optional: true}", "a: {type: string, optional: true, client: read}", ""},
	{"clients refuse a value", "types:\n  E: {enum: [a]}\nkeys:\n  a: {type: E, optional: true, client: read}", "types:\n  E: {enum: [a, b]}\nkeys:\n  a: {type: E, optional: true, client: read}", "client-value-refused rolling-value-refused"},
	{"dialect changed", "dialect: adk\nkeys:\n  a: {type: string, default: x}\ninstructions:\n  i: {text: \"{a?}\"}\n", "dialect: stategen\nkeys:\n  a: {type: string, default: x}\ninstructions:\n  i: {text: \"{a?}\"}\n", ""},
	{"go_name, order and docs", "types:\n  O: {fields: {a: int, b: int}}\nkeys:\n  o: O?\n  p: int?\n", "types:\n  O: {fields: {b: int, a: {type: int, go_name: First}}}\nkeys:\n  # said\n  p: {type: int, optional: true, doc: new, go_name: Pea}\n  o: O?\n", ""},
	{"name in TypeScript", "targets: [go, typescript]\nkeys:\n  p: int?\n", "targets: [go, zod]\nkeys:\n  p: {type: int, optional: true, go_name: Pea}\n", ""},
	{"foreign pattern matches a declared key", "foreign: [\"relay_*\"]\nkeys:\n  a: int?\n", "foreign: [\"relay_*\"]\nkeys:\n  a: int?\n  relay_b: int?\n", "foreign-key-declared"},
	{"scope narrowed", "user:a: string?", "a: {type: string, optional: true, renamed_from: [\"user:a\"]}", "rolling-value-lost scope-changed"},
	{"scope widened", "a: string?", "user:a: {type: string, optional: true, renamed_from: [a]}", "rolling-value-lost scope-changed"},
	{"go type changed", "a: {go_type: net/url.URL, optional: true}", "a: {go_type: net/mail.Address, optional: true}", "go-type-changed"},
	{"older name dropped", "b: {type: int, optional: true, renamed_from: [a]}", "b: int?", "stored-value-lost"},
	{"renamed_to, first release", "a: {type: int, merge: sum, default: 0}", "a: {type: int, merge: sum, default: 0, renamed_to: b}", ""},
	{"renamed_to, second release", "a: {type: int, merge: sum, default: 0, renamed_to: b}", "b: {type: int, merge: sum, default: 0, renamed_from: [a]}", ""},
	{"renamed_to, second release without renamed_from", "a: {type: int, default: 0, renamed_to: b}", "b: {type: int, default: 0}", "stored-value-lost"},
	{"family, first release", "\"a_{x}\": {type: int, optional: true}", "\"a_{x}\": {type: int, optional: true, renamed_to: \"b_{x}\"}", ""},
	{"family, second release", "\"a_{x}\": {type: int, optional: true, renamed_to: \"b_{x}\"}", "\"b_{x}\": {type: int, optional: true, renamed_from: [\"a_{x}\"]}", ""},
	{"enum value renamed", enumOf("search, payment"), enumOf("search, {value: pay, renamed_from: [payment]}"), "rolling-value-refused"},
	{"field renamed, declared", objectOf("n: int, code: string"), objectOf("n: int, number: {type: string, renamed_from: [code]}"), "rolling-value-refused"},
	{"optional field renamed, declared", objectOf("n: int, code: 'string?'"), objectOf("n: int, number: {type: string, optional: true, renamed_from: [code]}"), "rolling-value-changed"},
	{"T to []T, declared", "a: string?", "a: {type: \"[]string\", optional: true, was: [{type: string}]}", "rolling-value-refused"},
	{"int to float, declared", "a: int?", "a: {type: float, optional: true, was: [{type: int, else: drop}]}", "rolling-value-refused stored-value-lost"},
	{"int to string, declared", "a: int?", "b: {type: string, optional: true, was: [{key: a, type: int}]}", "rolling-value-lost"},
	{"string to int, declared", "a: string?", "b: {type: int, optional: true, was: [{key: a, type: string, else: fail}]}", "rolling-value-lost stored-value-refused"},
	{"conversion dropped", "a: {type: \"[]string\", optional: true, was: [{type: string}]}", "a: \"[]string?\"", "stored-value-refused"},
	{"converted by hand", "a: bool?", "types:\n  Budget: {fields: {cents: int}}\nkeys:\n  a: {type: Budget, optional: true, was: [{type: bool, convert: go}]}\n", "rolling-value-refused"},
	{"converted by hand under a new key", "a: {type: int, optional: true, renamed_to: b}", "b: {type: int, optional: true, was: [{key: a, type: int, convert: go}]}", "rolling-value-changed"},
	{"converted by hand under a new key, taken back", "b: {type: int, optional: true, was: [{key: a, type: int, convert: go}]}", "a: {type: int, optional: true, renamed_to: b}", "stored-value-changed"},
	{"converted by hand under an older key", "b: {type: int, optional: true, renamed_from: [a]}", "b: {type: int, optional: true, was: [{key: a, type: int, convert: go}]}", "stored-value-changed"},
	{"words exchanged under a new key", swapped("e: {type: E, optional: true, renamed_to: f}"), swapped("f: {type: E, optional: true, was: [{key: e, type: E, values: {a: b, b: a}}]}"), "rolling-value-changed"},
	{"words exchanged under a new key, taken back", swapped("f: {type: E, optional: true, was: [{key: e, type: E, values: {a: b, b: a}}]}"), swapped("e: {type: E, optional: true, renamed_to: f}"), "stored-value-changed"},
	{"words exchanged both ways", swapped("e: {type: E, optional: true, was: [{key: f, type: E, values: {a: b, b: a}}]}"), swapped("f: {type: E, optional: true, was: [{key: e, type: E, values: {a: b, b: a}}]}"), ""},
	{"words exchanged in a new field", swappedIn("e: {type: E, renamed_from: [f]}"), swappedIn("f: {type: E, was: [{key: e, type: E, values: {a: b, b: a}}]}"), "rolling-value-changed"},
	{"converted by hand in a new field", objectOf("price: {type: int, renamed_from: [cents]}"), objectOf("cents: {type: int, was: [{key: price, type: int, convert: go}]}"), "rolling-value-changed"},
	{"field with another type under a new name", objectOf("price: int"), objectOf("cost: {type: string, was: [{key: price, type: int}]}"), "rolling-value-refused"},
	{"family from default to required", `"a_{x}": {type: int, default: 0}`, `"a_{x}": int`, "missing-value-refused"},
	{"family from optional to required", `"a_{x}": int?`, `"a_{x}": int`, "missing-value-refused"},
	{"family from required to optional", `"a_{x}": int`, `"a_{x}": int?`, "rolling-missing-refused"},
	{"merged, default to optional", "a: {type: int, merge: sum, default: 5}", "a: {type: int, merge: sum, optional: true}", "default-changed"},
	{"merged, optional to default", "a: {type: \"[]string\", merge: append, optional: true}", "a: {type: \"[]string\", merge: append, default: [x]}", "default-changed"},
	{"merged, optional to where it begins anyway", "a: {type: int, merge: sum, optional: true}", "a: {type: int, merge: sum, default: 0}", ""},
	{"merged by min, optional to default", "a: {type: int, merge: min, optional: true}", "a: {type: int, merge: min, default: 0}", "default-changed"},
	{"single key beside its family, added", `"ord_{id}": int?`, "\"ord_{id}\": int?\nord_total: int?", "rolling-value-changed stored-value-changed"},
	{"required key beside its family, added", `"ord_{id}": int?`, "\"ord_{id}\": int?\nord_total: int", "missing-value-refused rolling-value-changed stored-value-changed"},
	{"single key beside its family, removed", "\"ord_{id}\": int?\nord_total: int?", `"ord_{id}": int?`, "rolling-value-changed stored-value-changed"},
	{"required key beside its family, removed", "\"ord_{id}\": int?\nord_total: int", `"ord_{id}": int?`, "rolling-missing-refused rolling-value-changed stored-value-changed"},
	{"key is kept out of a family", "\"ord_{id}\": int?\nord_total: int?", "keys:\n  \"ord_{id}\": int?\nremoved: [ord_total]\n", ""},
	{"two keys become one", "a: int?\nb: int?", "c: {type: int, optional: true, renamed_from: [a, b]}", "rolling-value-lost stored-value-lost"},
	{"one key becomes another", "a: int?\nb: int?", "b: {type: int, optional: true, renamed_from: [a]}", "rolling-value-lost stored-value-lost"},
	{"two families become one", "\"a_{x}\": int?\n\"b_{x}\": int?", "\"c_{x}\": {type: int, optional: true, renamed_from: [\"a_{x}\", \"b_{x}\"]}", "rolling-value-lost stored-value-lost"},
	{"two fields become one", objectOf("a: 'int?', b: 'int?'"), objectOf("c: {type: int, optional: true, renamed_from: [a, b]}"), "rolling-value-changed stored-value-lost"},
	{"one required field becomes another", objectOf("a: int, b: int"), objectOf("b: {type: int, renamed_from: [a]}"), "rolling-value-refused stored-value-lost"},
	{"lists to different numbers", `a: "[][]int?"`, `a: {type: "[]int", unique: true, optional: true}`, "rolling-value-refused stored-value-refused"},
	{"temp keys", "temp:a: int?\ntemp:b: string?", "temp:a: string?\ntemp:c: int?", ""},
}

func TestChanges(t *testing.T) {
	for _, c := range changeCases {
		t.Run(c.name, func(t *testing.T) {
			_, list := compareTexts(t, body(c.old), body(c.new))
			if got := strings.Join(ids(list), " "); got != c.rules {
				t.Errorf("got  %s\nwant %s\n%s", got, c.rules, printed(list))
			}
			_, again := compareTexts(t, body(c.new), body(c.new))
			if len(again) > 0 {
				t.Errorf("compared with itself: %s", printed(again))
			}
		})
	}
}

// TestEachRuleIsNeeded shows that no rule can be taken out: some change is found by it.
func TestEachRuleIsNeeded(t *testing.T) {
	needed := map[string]bool{}
	for _, c := range changeCases {
		for id := range strings.FieldsSeq(c.rules) {
			needed[id] = true
		}
	}
	for _, id := range Rules().IDs() {
		if !needed[id] {
			t.Errorf("no change is found by %s", id)
		}
	}
	if got := len(slices.Compact(slices.Sorted(slices.Values(Rules().IDs())))); got != len(needed) {
		t.Errorf("%d rules, and changes name %d", got, len(needed))
	}
}

// TestChangesInGeneratedCode generates and compiles both sides of each change. What
// one side stores is read by the other: whether it is refused, read as something
// else or lost is what the rules say.
func TestChangesInGeneratedCode(t *testing.T) {
	var schemas []*schema.Schema
	cases := slices.DeleteFunc(slices.Clone(changeCases), func(c changeCase) bool {
		isRare := strings.Contains(c.name, "far from its edges")      // no drawn text shows it
		return isRare || strings.Contains(c.old+c.new, "convert: go") // needs a function
	})
	if testing.Short() { // the packages of all take ten seconds to compile
		i := 0
		cases = slices.DeleteFunc(cases, func(changeCase) bool { i++; return i%4 > 0 })
	}
	for _, c := range cases {
		schemas = append(schemas, read(t, "old.yaml", body(c.old)), read(t, "new.yaml", body(c.new)))
	}
	p := compile(t, schemas)
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d, old, today := newDrawer(uint64(i)), p.readers[2*i], p.readers[2*i+1]
			removed := schemas[2*i+1].Removed
			observed := append(observe(d, old, today, removed, false, 100), observe(d, today, old, nil, true, 100)...)
			questions := []question{{2 * i, map[string]any{}}, {2*i + 1, map[string]any{}}}
			got := map[string]bool{}
			for _, o := range gravest(observed) {
				got[o.rule] = true
			}
			for _, o := range observed {
				questions = append(questions, question{2 * i, o.state}, question{2*i + 1, o.state})
			}
			p.hold(t, questions)
			var want []string
			for id := range strings.FieldsSeq(c.rules) {
				hidden := id == storedValueLost.ID && got[storedValueRefused.ID] // a field of what isn't read at all
				if inValues[id] && !hidden {
					want = append(want, id)
				}
			}
			if slices.Sort(want); !slices.Equal(slices.Sorted(maps.Keys(got)), want) {
				t.Errorf("generated code %v\nrules          %v", slices.Sorted(maps.Keys(got)), want)
			}
		})
	}
}

// TestRuleExamples holds the examples of rules to what Compare finds.
func TestRuleExamples(t *testing.T) {
	for _, r := range Rules() {
		for example, bad := range map[string]bool{r.Bad: true, r.Good: false} {
			before, after, _ := strings.Cut(example, "# after")
			_, after, _ = strings.Cut(after, "\n")
			_, before, _ = strings.Cut(before, "\n")
			_, list := compareTexts(t, body(strings.TrimSpace(before)), body(strings.TrimSpace(after)))
			if slices.Contains(ids(list), r.ID) != bad {
				t.Errorf("%s: found %v in\n%s", r.ID, ids(list), example)
			}
		}
	}
}
