package load_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema/load"
)

// TestHostileFiles loads files that would take unbounded time or memory if
// nothing limited them. That the test ends is half of what it shows.
func TestHostileFiles(t *testing.T) {
	const size = 1 << 20
	fill := func(head, unit, tail string) string {
		return head + strings.Repeat(unit, (size-len(head)-len(tail))/len(unit)) + tail
	}
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"many values", fill("version: 1\nforeign:\n", "- a\n", ""), "file-limit"},
		{"many values of the wrong type", "version: 1\nforeign:\n" + strings.Repeat("- 1\n", 100_000), "file-limit"},
		{"many values in lines", fill("version: 1\nforeign: [\n", strings.Repeat("1,", 30_000)+"\n", "]\n"), "file-limit"},
		{"deep flow", "version: 1\nforeign: " + strings.Repeat("[", 30_000), "yaml-syntax"},
		{"deep block", "version: 1\nforeign: \n" + strings.Repeat("- ", 9_000) + "a", "file-limit"},
		{"deep indentation", deepBlock(1_500), "file-limit"},
		{"comments", fill("version: 1\n", "#\n", "keys: 1\n"), "field-type-mismatch"},
		{"comments between", fill("version: 1\nkeys:\n", "  # c\n\n", "  a: 1\n"), "field-type-mismatch"},
		{"anchors", anchors(20_000), "unknown-field"},
		{"unclosed quote", fill("version: 1\nkeys: \"", "a b c d e f g h\n  ", ""), "yaml-syntax"},
		{"question marks", fill("version: 1\n", "? a\n", ""), "duplicate-field"},
		{"question marks in flow", fill("version: 1\nkeys: {\n", "?\n", "}"), ""},
		{"long keys", "version: 1\nkeys:\n  ? " + strings.Repeat("k", 60_000) + "\n  : string\n", "file-limit"},
		{"duplicates", fill("version: 1\nkeys:\n", "  a: int\n", ""), "duplicate-field"},
		{"folded text", fill("version: 1\ninstructions:\n  a:\n    text: >\n", "      word word\n", ""), ""},
		{"families", manyFamilies(900), ""},
		{"huge number", "version: 1\nkeys: {a: {type: int, default: " + strings.Repeat("9", 60_000) + "}}\n", "invalid-value"},
		{"huge repeat", "version: 1\nkeys: {a: {type: string, pattern: 'a{999}{999}{999}'}}\n", "invalid-pattern"},
	} {
		t.Run(test.name, func(t *testing.T) {
			leaveToFull(t, test.name)
			t.Parallel()
			r := load.Schema("stategen.yaml", draw.Read("stategen.yaml", test.text))
			if got := strings.Join(ids(r.Diagnostics), " "); !strings.Contains(got, test.want) {
				t.Errorf("reports %.200s, want %s", got, test.want)
			}
			for _, d := range r.Diagnostics {
				checkDiagnostic(t, r.Sources, d)
			}
			if out := draw.Text(t, r); len(out) > 2<<20 {
				t.Errorf("prints %d bytes", len(out))
			}
		})
	}
}

// leaveToFull skips those that take a second or more, if tests are to be short.
func leaveToFull(t *testing.T, name string) {
	t.Helper()
	long := []string{"unclosed quote", "families", "question marks", "removed in families", "names of fields", "entries with an enum", "wrong values"}
	if testing.Short() && slices.Contains(long, name) {
		t.Skip("takes a second or more")
	}
}

func deepBlock(n int) string {
	var b strings.Builder
	b.WriteString("version: 1\nkeys:\n")
	for i := range n {
		fmt.Fprintf(&b, "%sa:\n", strings.Repeat(" ", i+1))
	}
	return b.String()
}

func anchors(n int) string {
	var b strings.Builder
	b.WriteString("version: 1\n")
	for i := range n {
		fmt.Fprintf(&b, "a%d: &a%d x\nb%d: *a%d\n", i, i, i, i)
	}
	return b.String()
}

// manyFamilies makes families that are hard to tell apart.
func manyFamilies(n int) string {
	var b strings.Builder
	b.WriteString("version: 1\nkeys:\n")
	for i := range n {
		fmt.Fprintf(&b, "  \"{a}%s{b}%sb%d\": string\n", strings.Repeat("a", 100), strings.Repeat("a", 100), i)
	}
	return b.String()
}
