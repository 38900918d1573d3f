package breaking

import (
	"strings"
	"testing"
)

// planCase is a change, the hints that are given for it, and the release between the
// two that they ask for; empty: there is none.
type planCase struct {
	name, old, new string
	hints          string
	between        string
}

const priceEntry = "was: [{key: price, type: int, convert: go}]"

var planCases = []planCase{
	{
		"unit, first release with renamed_to",
		"price: {type: int, optional: true, renamed_to: cents}", "cents: {type: int, optional: true, " + priceEntry + "}",
		`first release code that converts back: keep "price", with was: [{key: cents, type: int, convert: go}] and no other entry for "cents", and declare "cents" only in the next release`,
		"price: {type: int, optional: true, was: [{key: cents, type: int, convert: go}]}",
	},
	{
		"unit, nothing before",
		"price: int?", "cents: {type: int, optional: true, " + priceEntry + "}",
		`first release code that converts back: keep "price", with was: [{key: cents, type: int, convert: go}] and no other entry for "cents", and declare "cents" only in the next release`,
		"price: {type: int, optional: true, was: [{key: cents, type: int, convert: go}]}",
	},
	{
		"family of lists",
		`"tag_{id}": string?`, `"tags_{id}": {type: "[]string", optional: true, was: [{key: "tag_{id}", type: string}]}`,
		`first release code that converts back: keep "tag_{id}", with was: [{key: "tags_{id}", type: "[]string", convert: go}] and no other entry for "tags_{id}", and declare "tags_{id}" only in the next release`,
		`"tag_{id}": {type: string, optional: true, was: [{key: "tags_{id}", type: "[]string", convert: go}]}`,
	},
	{
		"words",
		swapped("e: {type: E, optional: true, renamed_to: f}"), swapped("f: {type: E, optional: true, was: [{key: e, type: E, values: {a: b, b: a}}]}"),
		`first release code that converts back: keep "e", with was: [{key: f, type: E, convert: go}] and no other entry for "f", and declare "f" only in the next release`,
		swapped("e: {type: E, optional: true, was: [{key: f, type: E, convert: go}]}"),
	},
	{
		"words of another enum",
		"types:\n  E: {enum: [b]}\nkeys:\n  e: {type: E, optional: true, renamed_to: f}\n",
		"types:\n  E: {enum: [b, c]}\n  Old: {enum: [b]}\nkeys:\n  f: {type: E, optional: true, was: [{key: e, type: Old, convert: go}]}\n",
		"first release code that knows the value, and write it in the next release\n" +
			"E is another type in the old schema, so that no code there can convert back: stop the old code before the new one starts, and don't roll back; or give the new type a new name",
		"",
	},
	{
		"unit of a field",
		objectOf("price: {type: int, renamed_from: [cents]}"), objectOf("cents: {type: int, " + priceEntry + "}"),
		"first release code that converts back: keep the field price, with was: [{key: cents, type: int, convert: go}] and no other entry for cents, and rename it only in the next release",
		objectOf("price: {type: int, was: [{key: cents, type: int, convert: go}]}"),
	},
	{
		"unit of a field, nothing before",
		objectOf("price: int"), objectOf("cents: {type: int, " + priceEntry + "}"),
		"first release code that converts back: keep the field price, with was: [{key: cents, type: int, convert: go}] and no other entry for cents, and rename it only in the next release",
		objectOf("price: {type: int, was: [{key: cents, type: int, convert: go}]}"),
	},
	{
		"merged",
		"n: {type: int, merge: sum, default: 0}", "m: {type: float, merge: sum, default: 0, was: [{key: n, type: int}]}",
		"what is merged can't be converted back: stop the old code before the new one starts, and don't roll back; or take a new key\n" +
			"the entry under was has no result for this value: change its values or its else, write convert: go, or declare a new key",
		"",
	},
	{
		"words of a field",
		swappedIn("e: {type: E, renamed_from: [f]}"), swappedIn("f: {type: E, was: [{key: e, type: E, values: {a: b, b: a}}]}"),
		"first release code that converts back: keep the field e, with was: [{key: f, type: E, convert: go}] and no other entry for f, and rename it only in the next release",
		swappedIn("e: {type: E, was: [{key: f, type: E, convert: go}]}"),
	},
	{
		"two keys into one",
		"a: int?\nb: int?", "c: {type: int, optional: true, renamed_from: [a, b]}",
		"no release can read several keys by one name: stop the old code before the new one starts, and don't roll back; or keep the keys\n" +
			"keep both keys, until code of your own has made one value of the two wherever both are set",
		"",
	},
	{
		"two fields into one",
		objectOf("a: 'int?', b: 'int?'"), objectOf("c: {type: int, optional: true, renamed_from: [a, b]}"),
		"no release can read several fields by one name: stop the old code before the new one starts, and don't roll back; or keep the fields\n" +
			"keep both fields, until code of your own has made one value of the two wherever both are set",
		"",
	},
	{
		"items of a list",
		"types:\n  S: {fields: {a: \"[]int\"}}\nkeys:\n  l: \"[]S?\"", "types:\n  S: {fields: {a: \"[]string\"}}\nkeys:\n  l: \"[]S?\"",
		"take a new key, or first release code that reads both\n" +
			"say what it was with was, if the values convert; else keep the type, and declare a new key",
		"",
	},
	{
		"renamed",
		"a: int?", "b: {type: int, optional: true, renamed_from: [a]}",
		`take two releases: first keep "a" with renamed_to: b, and only in the next one declare "b" with renamed_from`,
		"a: {type: int, optional: true, renamed_to: b}",
	},
}

// TestPlans holds the hints that ask for a release between two others to their word:
// neither it after the old one, nor the new one after it, breaks anything.
func TestPlans(t *testing.T) {
	for _, c := range planCases {
		t.Run(c.name, func(t *testing.T) {
			_, list := compareTexts(t, body(c.old), body(c.new))
			var hints []string
			for _, d := range list {
				hints = append(hints, d.Hint)
			}
			if got := strings.Join(hints, "\n"); got != c.hints {
				t.Errorf("got\n%s\nwant\n%s\nof\n%s", got, c.hints, printed(list))
			}
			if c.between == "" {
				return
			}
			for _, step := range [][2]string{{c.old, c.between}, {c.between, c.new}} {
				if _, list := compareTexts(t, body(step[0]), body(step[1])); len(list) > 0 {
					t.Errorf("from\n%s\nto\n%s\n%s", step[0], step[1], printed(list))
				}
			}
		})
	}
}
