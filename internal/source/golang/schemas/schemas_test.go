package schemas_test

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/internal/snippet"
	"github.com/seed92179c4c/stategen/internal/source/golang/schemas"
	"golang.org/x/tools/txtar"
)

const packages = `
-- .git --
-- stategen.yaml --
version: 1
keys: {top: string}
-- near/stategen.yaml --
version: 1
include: [../common.yaml]
keys: {near: string}
-- common.yaml --
version: 1
keys: {common: string}
-- a.go --
package a
-- near/deep/a.go --
package deep
-- named/a.go --
package named // stategen:schema ../common.yaml

//stategen:schema ../near/stategen.yaml
-- wrong/stategen.yaml --
version: 1
keys: {wrong: strnig}
-- wrong/a.go --
package wrong
`

// TestFinder holds which schema governs a package, and that it is read once.
func TestFinder(t *testing.T) {
	p := snippet.Load(t, txtar.Parse([]byte(packages)))
	f := schemas.New(p.Sources)
	for i, want := range []string{"stategen.yaml", "near/stategen.yaml", "near/stategen.yaml", "wrong/stategen.yaml"} {
		got, err := filepath.Rel(p.Dir, f.Of(p.Passes[i], ""))
		if err != nil || filepath.ToSlash(got) != want {
			t.Errorf("%s has %q, want %q", p.Passes[i].Pkg.Name(), got, want)
		}
	}
	if got, want := f.Of(p.Passes[0], "given.yaml"), p.Sources.Path("given.yaml"); got != want {
		t.Errorf("given for all, it is %q, want %q", got, want)
	}
	if got := f.Nearest(filepath.Dir(p.Dir)); got != "" {
		t.Errorf("above the project there is %q", got)
	}
	near := p.Sources.Path(p.Name("near/stategen.yaml"))
	first := f.Load(near)
	if first.Schema == nil || len(first.Schema.Keys) != 2 {
		t.Fatalf("the nearest schema is %v, %v", first.Schema, first.Diagnostics)
	}
	if f.Load(near).Schema != first.Schema {
		t.Error("a schema is read again")
	}
	common := p.Sources.Path(p.Name("common.yaml"))
	if seen, _ := p.Sources.Seen(); seen[common] == "" || seen[near] == "" {
		t.Errorf("it was read from %v", slices.Sorted(maps.Keys(seen)))
	}
	if wrong := f.Load(p.Sources.Path(p.Name("wrong/stategen.yaml"))); wrong.Schema != nil || !wrong.Diagnostics.HasErrors() {
		t.Errorf("a wrong schema is %v", wrong.Schema)
	}
}
