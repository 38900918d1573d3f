package typescript_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const golden = "../../testdata/golden/"

// TestGolden prints TypeScript for the schemas of the golden cases of Go, too, and compares it byte for byte.
// Module test compiles the files.
func TestGolden(t *testing.T) {
	cases, err := filepath.Glob(golden + "generate/*/stategen.yaml")
	if err != nil || len(cases) < 20 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	for _, path := range append(cases, golden+"typescript/stategen.yaml") {
		name := filepath.Base(filepath.Dir(path))
		t.Run(name, func(t *testing.T) {
			got, want := file(t, path), golden+"typescript/"+name+".gen.ts"
			if *update {
				if err := os.WriteFile(want, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if text, err := os.ReadFile(want); err != nil || !bytes.Equal(got, text) {
				t.Errorf("%s differs (%v); run with -update and read the difference", want, err)
			}
		})
	}
}

// file generates the TypeScript file of a schema alone, with zod.
func file(t *testing.T, path string) []byte {
	t.Helper()
	r := load.Schema(filepath.ToSlash(path), os.ReadFile)
	if r.Schema == nil {
		t.Fatal(r.Diagnostics)
	}
	r.Schema.Targets = []schema.Target{{Name: schema.TargetTypeScript}, {Name: schema.TargetZod}}
	files, problems := generator.Generate(r.Schema, generator.Options{Source: "stategen.yaml"})
	if len(problems) > 0 || len(files) != 1 {
		t.Fatalf("%d files: %v", len(files), problems)
	}
	return files[0].Content
}
