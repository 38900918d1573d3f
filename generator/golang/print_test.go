package golang

import (
	"bytes"
	"fmt"
	"go/format"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema/load"
)

// TestPortions checks that a file that is printed in portions is the one that
// is printed at once, also if a later portion alone needs an import.
func TestPortions(t *testing.T) {
	var text strings.Builder
	text.WriteString("version: 1\npackage: p\nkeys:\n")
	for i := range 300 {
		kind := []string{"string", "int?", "{type: \"[]string\", merge: append, default: []}", "bool"}[i%4]
		if i > 200 && i%7 == 0 {
			kind = []string{"time", "{go_type: example.com/a/m.A}", "{go_type: example.com/b/m.B, optional: true}"}[i%3]
		}
		fmt.Fprintf(&text, "  key_%d: %s\n", i, kind)
	}
	r := load.Schema("stategen.yaml", func(string) ([]byte, error) { return []byte(text.String()), nil })
	if r.Schema == nil {
		t.Fatal(r.Diagnostics)
	}
	p, problems := names.New(plan.New(r.Schema), "", "stategen.yaml")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	fills := keysFills(p.Keys)
	if len(fills) < 2 {
		t.Fatalf("%d portions", len(fills))
	}
	portions, err := printFile(newFile(p), fills)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := printFile(newFile(p), []fill{func(f *jen.File) { printKeys(f, p.Keys) }})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(portions, whole) {
		t.Error("the portions are not the whole")
	}
	formatted, err := format.Source(portions)
	if err != nil || !bytes.Equal(portions, formatted) {
		t.Errorf("the file is not formatted: %v", err)
	}
	for _, path := range []string{`"time"`, `"example.com/a/m"`, `"example.com/b/m"`} {
		if bytes.Count(portions, []byte(path)) != 1 {
			t.Errorf("%s is not imported once", path)
		}
	}
}
