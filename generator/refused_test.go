package generator_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const testdata = "../testdata/golden"

func requireClean(t *testing.T, list diag.List) {
	t.Helper()
	if list.HasErrors() {
		t.Fatal(list)
	}
}

// refused returns what Generate says about a schema that Load accepts.
func refused(t *testing.T, text string) (diag.List, diag.Sources) {
	t.Helper()
	r := load.Schema("stategen.yaml", draw.Read("stategen.yaml", text))
	requireClean(t, r.Diagnostics)
	files, problems := generator.Generate(r.Schema, generator.Options{Package: "my-state", Source: "stategen.yaml"})
	if len(files) > 0 {
		t.Errorf("%d files beside errors", len(files))
	}
	return problems, r.Sources
}

// TestRefused compares what is reported about schemas that yield no Go with the
// golden texts, and checks that each rule has an example there.
func TestRefused(t *testing.T) {
	cases, err := filepath.Glob(testdata + "/refused/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no golden cases: %v", err)
	}
	shown := []string{"generate"} // TestGenerateFails shows it: no schema that Load accepts should
	for _, path := range cases {
		t.Run(filepath.Base(path), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			problems, sources := refused(t, string(a.Files[0].Data))
			for _, p := range problems {
				shown = append(shown, p.ID)
			}
			var got bytes.Buffer
			if err := diag.WriteText(&got, problems, sources, diag.TextOptions{}); err != nil {
				t.Fatal(err)
			}
			if *update {
				a.Files = append(a.Files[:1], txtar.File{Name: "want", Data: got.Bytes()})
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if len(a.Files) != 2 || got.String() != string(a.Files[1].Data) {
				t.Errorf("%s: got:\n%s", path, got.String())
			}
		})
	}
	for _, id := range diag.RulesOn(diag.OnOutput).IDs() {
		if !slices.Contains(shown, id) {
			t.Errorf("no golden case shows %s", id)
		}
	}
	for _, id := range shown {
		if _, ok := diag.RulesOn(diag.OnOutput).Find(id); !ok {
			t.Errorf("%s is described nowhere", id)
		}
	}
}

// TestRuleExamples checks that what a rule calls wrong is refused for it, and
// what it calls right is not.
func TestRuleExamples(t *testing.T) {
	for _, id := range []string{"go-name-conflict"} {
		rule, _ := diag.RulesOn(diag.OnOutput).Find(id)
		if problems, _ := refused(t, "package: p\n"+rule.Bad); len(problems) == 0 || problems[0].ID != id {
			t.Errorf("the bad example of %s reports %v", id, problems)
		}
		r := load.Schema("stategen.yaml", draw.Read("stategen.yaml", "package: p\n"+rule.Good))
		requireClean(t, r.Diagnostics)
		if _, problems := generator.Generate(r.Schema, generator.Options{}); len(problems) > 0 {
			t.Errorf("the good example of %s reports %v", id, problems)
		}
	}
}

// TestGenerateFails gives Generate a schema that Load would have refused.
func TestGenerateFails(t *testing.T) {
	broken := &schema.Schema{File: "stategen.yaml", Package: "p", Keys: []*schema.Key{{
		Scope: runtime.ScopeSession, Name: "city", Optional: true,
		Type: &schema.Type{Kind: schema.Go, Go: schema.GoType{Path: "example.com/m", Name: "no name"}},
	}}}
	files, problems := generator.Generate(broken, generator.Options{})
	if len(files) > 0 || len(problems) != 1 || problems[0].ID != "generate" || problems[0].Hint == "" {
		t.Errorf("got %d files and %v", len(files), problems)
	}
}
