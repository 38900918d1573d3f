package load_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema/load"
)

// TestHostileMoves loads schemas whose moves would take unbounded time or memory
// if nothing limited them.
func TestHostileMoves(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"entries with an enum", "types:\n  E: {enum: [" + list(20_000, "v<i>") + "]}\n  F: {enum: [" + list(20_000, "v<i>") + "]}\nkeys:\n" +
			lines(1_500, "  a<i>: {type: E, default: v1, was: [{key: b<i>, type: F}, {key: c<i>, type: string, else: fail}]}"), "file-limit"},
		{"values", "types:\n  E: {enum: [" + list(40_000, "v<i>") + "]}\n  F: {enum: [" + list(40_000, "w<i>") + "]}\nkeys:\n" +
			"  a: {type: E, default: v1, was: [{type: F, values: {" + list(40_000, "w<i>: v<i>") + "}}]}\n", ""},
		{"wrong values", "types:\n  E: {enum: [" + list(40_000, "v<i>") + "]}\nkeys:\n" +
			"  a: {type: E, default: v1, was: [{type: string, values: {" + list(40_000, "w<i>: x<i>") + "}}]}\n", "invalid-conversion"},
		{"names of fields", "types:\n  O:\n    fields:\n" +
			lines(20_000, "      a<i>: {type: int, renamed_from: [b<i>, a1]}"), "invalid-rename"},
		{"a chain of renames", "keys:\n" + lines(10_000, "  a<i>: {type: int, default: 0, renamed_to: a<j>}"), "invalid-rename"},
		{"old families", "keys:\n" + lines(200, "  \"k<i>_{a}_{b}\": {type: int, default: 0, renamed_from: [\"{a}"+strings.Repeat("a", 80)+"{b}a<i>\"]}"), "invalid-rename"},
		{"removed", "keys:\n" + lines(900, "  \"k<i>_{a}\": {type: int, default: 0, renamed_from: [\"x<i>_{a}\"]}") +
			"removed: [" + list(20_000, "x<i>_") + "]\n", ""},
		{"removed in families", "keys:\n" + lines(900, "  \"{a}_<i>\": {type: int, default: 0, renamed_from: [\"{a}_x<i>\"]}") +
			"removed: [" + list(40_000, strings.Repeat("r", 20)+"<i>") + "]\n", "file-limit"},
		{"objects", "types:\n" + nestedObjects(12, 12) + "keys:\n  a: {type: A0, optional: true, was: [{type: B0, convert: go}]}\n", "ambiguous-conversion"},
		{"objects in objects", "types:\n" + lines(60, "  O<i>: {fields: {a: \"O<j>?\", b: {type: int, was: [{type: O<j>, convert: go}]}}}") +
			"  O60: {fields: {a: int}}\nkeys:\n  k: O1?\n", ""},
		{"lists", "keys:\n  a: {type: \"" + strings.Repeat("[]", 7) + "[]int\", optional: true, was: [{type: \"" + strings.Repeat("[]", 7) + "int\"}]}\n", "ambiguous-conversion"},
	} {
		t.Run(test.name, func(t *testing.T) {
			leaveToFull(t, test.name)
			t.Parallel()
			text := "version: 1\n" + test.text
			r := load.Schema("stategen.yaml", draw.Read("stategen.yaml", text))
			if got := strings.Join(ids(r.Diagnostics), " "); !strings.Contains(got, test.want) {
				t.Errorf("reports %.200s, want %s", got, test.want)
			}
			for _, d := range r.Diagnostics {
				checkDiagnostic(t, r.Sources, d)
			}
		})
	}
}

// list writes n items, each with its number and the next one.
func list(n int, format string) string { return strings.Join(numbered(n, format), ",\n    ") }

func lines(n int, format string) string { return strings.Join(numbered(n, format), "\n") + "\n" }

func numbered(n int, format string) []string {
	var all []string
	for i := range n {
		all = append(all, strings.NewReplacer("<i>", strconv.Itoa(i), "<j>", strconv.Itoa(i+1)).Replace(format))
	}
	return all
}

// nestedObjects declares two towers of objects that differ in nothing.
func nestedObjects(levels, fields int) string {
	var b strings.Builder
	for _, tower := range "AB" {
		for level := range levels {
			inner := fmt.Sprintf("%c%d", tower, level+1)
			if level == levels-1 {
				inner = "int"
			}
			fmt.Fprintf(&b, "  %c%d: {fields: {%s}}\n", tower, level, list(fields, "f<i>: "+inner))
		}
	}
	return b.String()
}
