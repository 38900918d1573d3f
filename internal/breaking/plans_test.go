package breaking

import (
	"strings"
	"testing"
)

// planCase is a change, and the hints that are given for it.
type planCase struct{ name, old, new, hints string }

const priceEntry = "was: [{key: price, type: int, convert: go}]"

var planCases = []planCase{
	{
		"unit, first release with renamed_to",
		"price: {type: int, optional: true, renamed_to: cents}", "cents: {type: int, optional: true, " + priceEntry + "}",
		"take two releases: first `price: {type: int, optional: true, was: [{key: cents, type: int, convert: go}]}`, then `cents: {type: int, optional: true, was: [{key: price, type: int, convert: go}]}`",
	},
	{
		"unit, nothing before",
		"price: int?", "cents: {type: int, optional: true, " + priceEntry + "}",
		"take two releases: first `price: {type: int, optional: true, was: [{key: cents, type: int, convert: go}]}`, then `cents: {type: int, optional: true, was: [{key: price, type: int, convert: go}]}`",
	},
	{
		"names that YAML takes for something else",
		`"true": int?`, `"null": {type: int, optional: true, renamed_from: ["true"]}`,
		"take two releases: first `\"true\": {type: int, optional: true, renamed_to: \"null\"}`, then `\"null\": {type: int, optional: true, renamed_from: [\"true\"]}`",
	},
	{
		"family of lists",
		`"tag_{id}": string?`, `"tags_{id}": {type: "[]string", optional: true, was: [{key: "tag_{id}", type: string}]}`,
		"take two releases: first `\"tag_{id}\": {type: string, optional: true, was: [{key: \"tags_{id}\", type: \"[]string\", convert: go}]}`, then `\"tags_{id}\": {type: \"[]string\", optional: true, was: [{key: \"tag_{id}\", type: string}]}`",
	},
	{
		"words",
		swapped("e: {type: E, optional: true, renamed_to: f}"), swapped("f: {type: E, optional: true, was: [{key: e, type: E, values: {a: b, b: a}}]}"),
		"take two releases: first `e: {type: E, optional: true, was: [{key: f, type: E, convert: go}]}`, then `f: {type: E, optional: true, was: [{key: e, type: E, values: {\"a\": \"b\", \"b\": \"a\"}}]}`",
	},
	{
		"words of another enum",
		"types:\n  E: {enum: [b]}\nkeys:\n  e: {type: E, optional: true, renamed_to: f}\n",
		"types:\n  E: {enum: [b, c]}\n  Old: {enum: [b]}\nkeys:\n  f: {type: E, optional: true, was: [{key: e, type: Old, convert: go}]}\n",
		`release the value first with code that does not store it yet, and accept this in the baseline; store it in the next release` + "\n" +
			`E is another type in the old schema, so that no code there can convert it: stop the old code before the new one starts, and don't roll back; or give the new type a new name`,
	},
	{
		"unit of a field",
		objectOf("price: {type: int, renamed_from: [cents]}"), objectOf("cents: {type: int, " + priceEntry + "}"),
		`take a new key or field; or stop the old code before the new one starts, and don't roll back`,
	},
	{
		"unit of a field, nothing before",
		objectOf("price: int"), objectOf("cents: {type: int, " + priceEntry + "}"),
		`take a new key or field; or stop the old code before the new one starts, and don't roll back`,
	},
	{
		"merged",
		"n: {type: int, merge: sum, default: 0}", "m: {type: float, merge: sum, default: 0, was: [{key: n, type: int}]}",
		`what is merged can't be converted back: stop the old code before the new one starts, and don't roll back; or take a new key` + "\n" +
			`the entry under was has no result for this value: change its values or its else, write convert: go, or declare a new key`,
	},
	{
		"words of a field",
		swappedIn("e: {type: E, renamed_from: [f]}"), swappedIn("f: {type: E, was: [{key: e, type: E, values: {a: b, b: a}}]}"),
		`take a new key or field; or stop the old code before the new one starts, and don't roll back`,
	},
	{
		"two keys into one",
		"a: int?\nb: int?", "c: {type: int, optional: true, renamed_from: [a, b]}",
		`no release can read several keys by one name: stop the old code before the new one starts, and don't roll back; or keep the keys` + "\n" +
			`keep both keys, until code of your own has made one value of the two wherever both are set`,
	},
	{
		"two fields into one",
		objectOf("a: 'int?', b: 'int?'"), objectOf("c: {type: int, optional: true, renamed_from: [a, b]}"),
		`no release can read several fields by one name: stop the old code before the new one starts, and don't roll back; or keep the fields` + "\n" +
			`keep both fields, until code of your own has made one value of the two wherever both are set`,
	},
	{
		"items of a list",
		"types:\n  S: {fields: {a: \"[]int\"}}\nkeys:\n  l: \"[]S?\"", "types:\n  S: {fields: {a: \"[]string\"}}\nkeys:\n  l: \"[]S?\"",
		`take a new key or field; or stop the old code before the new one starts, and don't roll back` + "\n" +
			`say what it was with was, if the values convert; else keep the type, and declare a new key`,
	},
	{
		"renamed",
		"a: int?", "b: {type: int, optional: true, renamed_from: [a]}",
		"take two releases: first `a: {type: int, optional: true, renamed_to: b}`, then `b: {type: int, optional: true, renamed_from: [a]}`",
	},
	{"session to user", "theme: string?", "user:theme: {type: string, optional: true, renamed_from: [theme]}", "take two releases: first `user:theme: {type: string, optional: true}` beside \"theme\", and move the values in code that knows which one is right; then list \"theme\" under removed" + "\n" +
		"take two releases: first `user:theme: {type: string, optional: true}` beside \"theme\", and move the values in code that knows which one is right; then list \"theme\" under removed"},
	{"session to user, announced", "theme: string?", "theme: {type: string, optional: true, renamed_to: \"user:theme\"}", "take two releases: first `user:theme: {type: string, optional: true}` beside \"theme\", and move the values in code that knows which one is right; then list \"theme\" under removed"},
	{"session to user, nothing said", "theme: string?", "user:theme: string?", `if it has a new name, keep it in this release with renamed_to; else list it under removed`},
	{
		"session to a user's key that is there", "theme: string?\nuser:theme: string?", "user:theme: {type: string, optional: true, renamed_from: [theme]}",
		`keep "theme", and move the values in code that knows which one is right; then list it under removed` + "\n" +
			`keep "theme", and move the values in code that knows which one is right; then list it under removed` + "\n" +
			`keep both keys, until code of your own has made one value of the two wherever both are set`,
	},
	{"field renamed", objectOf("price: int"), objectOf("cost: {type: int, renamed_from: [price]}"), "list the new name under the field's renamed_from first; rename it in the next release"},
	{"number to text", "n: int?", "n: string?", `stop the old code before the new one starts, and don't roll back; or take a new key` + "\n" +
		"say what it was, if the values convert: `n: {type: string, optional: true, was: [{type: int}]}`; else keep the type, and declare a new key"},
	{"one to a list", "n: int?", "n: \"[]int?\"", "take two releases: first `n: {type: int, optional: true, was: [{type: \"[]int\", convert: go}]}`, then `n: {type: \"[]int\", optional: true, was: [{type: int}]}`" + "\n" +
		"say what it was, if the values convert: `n: {type: \"[]int\", optional: true, was: [{type: int}]}`; else keep the type, and declare a new key"},
	{"encoded otherwise", "n: \"[]int?\"", "n: {type: \"[]int\", optional: true, encoding: json-string}", "take two releases: first `n: {type: \"[]int\", optional: true, was: [{type: \"[]int\", encoding: json-string, convert: go}]}`, then `n: {type: \"[]int\", optional: true, encoding: json-string, was: [{type: \"[]int\", encoding: plain}]}`" + "\n" +
		"say what it was, if the values convert: `n: {type: \"[]int\", optional: true, encoding: json-string, was: [{type: \"[]int\", encoding: plain}]}`; else keep the type, and declare a new key"},
	{"items", "n: \"[]int?\"", "n: \"[]bool?\"", `stop the old code before the new one starts, and don't roll back; or take a new key` + "\n" +
		`keep the type, and declare a new key`},
	{
		"text that is too long and of another form",
		"a: {type: time, optional: true}", `a: {type: string, max_length: 5, pattern: "^[a-z]+$", optional: true}`,
		`keep the type, and declare a new key` + "\n" +
			`stop the old code before the new one starts, and don't roll back; or take a new key`,
	},
	{"value added", enumOf("a"), enumOf("a, b"), `release the value first with code that does not store it yet, and accept this in the baseline; store it in the next release`},
	{"required no longer", "a: string", "a: string?", `release it first with code that still sets it, and accept this in the baseline; leave it unset in the next release`},
}

// TestPlans holds the words of hints; TestHints follows them.
func TestPlans(t *testing.T) {
	for _, c := range planCases {
		t.Run(c.name, func(t *testing.T) {
			_, list := compareTexts(t, body(c.old), body(c.new))
			var hints []string
			for _, d := range list {
				hints = append(hints, d.Hint)
				if strings.Contains(d.Message, "\n") {
					t.Errorf("a message of several lines: %s", d.Message)
				}
			}
			if got := strings.Join(hints, "\n"); got != c.hints {
				t.Errorf("got\n%s\nwant\n%s\nof\n%s", got, c.hints, printed(list))
			}
		})
	}
}
