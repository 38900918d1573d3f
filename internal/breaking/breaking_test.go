package breaking

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

// read loads a schema that has no mistakes.
func read(t testing.TB, name, text string) *schema.Schema {
	t.Helper()
	r := load.Schema(name, func(path string) ([]byte, error) {
		if path == name {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	})
	if r.Schema == nil {
		t.Fatalf("%s: %+v\n%s", name, r.Diagnostics, text)
	}
	return r.Schema
}

func compareTexts(t testing.TB, old, today string) (*comparison, diag.List) {
	t.Helper()
	c := newComparison(read(t, "old.yaml", old), read(t, "new.yaml", today))
	c.compare()
	if len(c.unverified) > 0 {
		t.Errorf("witnesses that are none: %s", c.unverified)
	}
	return c, c.diagnostics().Sort()
}

func ids(list diag.List) []string {
	var found []string
	for _, d := range list {
		if !slices.Contains(found, d.ID) {
			found = append(found, d.ID)
		}
	}
	slices.Sort(found)
	return found
}

// body makes a schema of what differs.
func body(text string) string {
	if !strings.Contains(text, "keys:") && !strings.Contains(text, "removed:") && !strings.HasPrefix(text, "foreign:") {
		text = "keys:\n  " + strings.ReplaceAll(text, "\n", "\n  ") + "\n"
	}
	return "version: 1\n" + text + "\n"
}

func printed(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		b.WriteString(d.ID + ": " + d.Message + "\n    " + d.Hint + "\n")
	}
	return b.String()
}

// manyKeys is a schema of n keys, of which every second one changes if asked to.
func manyKeys(n int, changed bool) string {
	var b strings.Builder
	b.WriteString("version: 1\ntypes:\n  Step: {enum: [search, pay, done]}\n  Seat: {fields: {row: int, at: time, tags: \"[]string\"}}\nkeys:\n")
	types := []string{"string", "int", "float", "Step", "Seat", "\"[]Seat\"", "\"map[string]int\"", "time", "json", "bool"}
	for i := range n {
		typ := types[i%len(types)]
		if changed && i%2 == 0 {
			typ = types[(i+3)%len(types)]
		}
		fmt.Fprintf(&b, "  key_%d: {type: %s, optional: true}\n", i, typ)
	}
	return b.String()
}

func BenchmarkCompare(b *testing.B) {
	old, today := read(b, "old.yaml", manyKeys(1000, false)), read(b, "new.yaml", manyKeys(1000, true))
	defer cputime.Report(b)()
	for b.Loop() {
		if list := Compare(old, today); len(list) < 500 {
			b.Fatal(len(list))
		}
	}
}

// TestHostileSchemas compares schemas whose values, or patterns, are made to cost
// more than any machine has. It ends, and says something.
func TestHostileSchemas(t *testing.T) {
	types := func(levels, fields int, form, last string) string {
		var b strings.Builder
		b.WriteString("types:\n")
		for i := range levels {
			fmt.Fprintf(&b, "  T%d: {fields: {", i)
			for j := range fields {
				fmt.Fprintf(&b, "f%d: %s, ", j, strings.Replace(form, "T", fmt.Sprintf("T%d", i+1), 1))
			}
			b.WriteString("}}\n")
		}
		fmt.Fprintf(&b, "  T%d: {fields: {x: %s}}\nkeys:\n  k: T0?\n  l: \"[]T0?\"\n", levels, last)
		return b.String()
	}
	pattern := func(end string) string {
		var b strings.Builder
		for i := range 40 {
			fmt.Fprintf(&b, "k%d: {type: string, optional: true, pattern: \"^([a-z]{1,40}[0-9]){1,20}(%s|z)*$\"}\n", i, end)
		}
		return strings.TrimSpace(b.String())
	}
	for name, c := range map[string][2]string{
		"deep":     {types(60, 8, "T", "int"), types(60, 8, "T", "string")},
		"wide":     {types(4, 400, "T", "int"), types(4, 400, "T", "string")},
		"lists":    {types(4, 60, `{type: "[]T", min_items: 1}`, "int"), types(4, 60, `{type: "[]T", min_items: 1}`, "string")},
		"optional": {types(20, 8, `{type: T, optional: true}`, "int"), types(20, 8, `{type: T, optional: true}`, "string")},
		"limits":   {`k: {type: "[]string", optional: true}`, `k: {type: "[]string", optional: true, min_items: 2000000000}`},
		"pattern":  {pattern("x"), pattern("y")},
	} {
		t.Run(name, func(t *testing.T) {
			if _, list := compareTexts(t, body(c[0]), body(c[1])); len(list) == 0 {
				t.Error("nothing is said")
			}
		})
	}
}
