package generator_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"testing"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema/load"
)

// TestSourceNeverBecomesCode generates from files whose names would end the
// comments that quote them.
func TestSourceNeverBecomesCode(t *testing.T) {
	const text = "version: 1\npackage: p\ntargets: [adk]\nkeys: {x: string}\n"
	for _, source := range []string{"a\nfunc injected() {}\n.yaml", "a\rfunc injected() {}", "a\n//go:build ignore\n.yaml", "../a\n\nimport \"C\"\n/b.yaml"} {
		r := load.Schema("stategen.yaml", draw.Read("stategen.yaml", text))
		files, problems := generator.Generate(r.Schema, generator.Options{Source: source})
		requireClean(t, problems)
		for _, f := range files {
			file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Content, parser.ParseComments)
			if err != nil {
				t.Fatalf("%q: %s: %v\n%s", source, f.Name, err, f.Content)
			}
			if bytes.Contains(f.Content, []byte("\nfunc injected")) {
				t.Errorf("%q: %s declares more than it should", source, f.Name)
			}
			if err := plainComments(file); err != nil {
				t.Errorf("%q: %s: %v", source, f.Name, err)
			}
		}
	}
}
