package breaking

import (
	"strings"
	"testing"
)

// TestDeclaredChanges holds what is said of changes that a schema declares, and of
// declarations that it no longer makes.
func TestDeclaredChanges(t *testing.T) {
	for _, c := range []changeCase{
		{"number to text", "a: int?", "a: {type: string, optional: true, was: [{type: int}]}", "rolling-value-refused"},
		{"one to a list", "a: string?", `a: {type: "[]string", optional: true, was: [{type: string}]}`, "rolling-value-refused"},
		{
			"enum to enum", "types:\n  E: {enum: [a, b]}\nkeys:\n  k: E?\n",
			"types:\n  E: {enum: [a, b]}\n  F: {enum: [x, y]}\nkeys:\n  k: {type: F, optional: true, was: [{type: E, values: {a: x, b: y}}]}\n", "rolling-value-refused",
		},
		{"key of another type joins its family", "\"ord_{id}\": json?\nord_total: time?", `"ord_{id}": json?`, "rolling-value-refused stored-value-changed"},
		{"older name forgotten of what a function converts", `a: {type: int, optional: true, was: [{key: b, type: "[]string", convert: go}]}`, "a: int?", "stored-value-lost"},
		{"removed name taken again", "keys:\n  a: int?\nremoved: [b]\n", "a: int?\nb: string?", "stored-value-changed"},
		{"field to text", objectOf("n: int"), objectOf("n: {type: string, was: [{type: int}]}"), "rolling-value-refused"},
		{
			"field to text in a list", "types:\n  H: {fields: {n: int}}\nkeys:\n  k: \"[]H?\"\n",
			"types:\n  H: {fields: {n: {type: string, was: [{type: int}]}}}\nkeys:\n  k: \"[]H?\"\n", "rolling-value-refused",
		},
		{"value dropped", "a: float?", "a: {type: int, optional: true, was: [{type: float, else: drop}]}", "rolling-value-refused stored-value-lost"},
		{
			"older words swapped", "types:\n  E: {enum: [x, y]}\nkeys:\n  k: {type: E, default: x, was: [{type: string, values: {a: x, b: y}, else: default}]}\n",
			"types:\n  E: {enum: [x, y]}\nkeys:\n  k: {type: E, default: x, was: [{type: string, values: {a: y, b: x}, else: default}]}\n", "stored-value-refused",
		},
		{"rename taken back", "b: {type: int, default: 0, merge: sum, renamed_from: [a]}", "a: {type: int, default: 0, merge: sum, renamed_to: b}", ""},
		{"else fails", "a: {type: int, default: 1, was: [{type: float, else: default}]}", "a: {type: int, default: 1, was: [{type: float, else: fail}]}", "stored-value-refused"},
		{"older word gone", enumOf("a, {value: b, renamed_from: [c]}"), enumOf("a, b"), "stored-value-refused"},
		{"older word of another", enumOf("a, {value: b, renamed_from: [c]}"), enumOf("{value: a, renamed_from: [c]}, b"), "stored-value-changed"},
		{"older field gone", objectOf("n: {type: int, renamed_from: [m]}"), objectOf("n: int"), "stored-value-refused"},
		{
			"older field of another", objectOf("n: {type: 'int?', renamed_from: [m]}, o: 'int?'"),
			objectOf("n: 'int?', o: {type: 'int?', renamed_from: [m]}"), "stored-value-changed",
		},
		{
			"older name of another form", `a: {type: "[]string", default: [], renamed_from: [b]}`,
			`a: {type: "[]string", default: [], was: [{key: b, type: string}]}`, "stored-value-refused",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, list := compareTexts(t, body(c.old), body(c.new))
			if got := strings.Join(ids(list), " "); got != c.rules {
				t.Errorf("got  %s\nwant %s\n%s", got, c.rules, printed(list))
			}
		})
	}
}
