package generator_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema/load"
)

// familiesOf declares a family of each kind that generated code treats in its
// own way, all with the same parameter.
func familiesOf(param string) string {
	var text strings.Builder
	text.WriteString("version: 1\npackage: p\ntypes:\n  Kind: {enum: [a, b]}\n  Thing: {fields: {name: {type: string, min_length: 1}, next: \"Thing?\"}}\nkeys:\n")
	for i, declaration := range []string{
		`{type: string, optional: true, pattern: "^a", renamed_from: ["old_{%s}"]}`,
		`{type: int, min: 1, max: 9, default: 3}`,
		`{type: Kind, default: a, sensitive: true}`,
		`{type: Thing, optional: true}`,
		`{type: "map[string]Thing", optional: true, encoding: json-string}`,
		`{type: json, optional: true}`,
		`{type: time}`,
		`{type: bytes, optional: true, max_length: 8}`,
		`{type: int, merge: sum, default: 0, max: 9}`,
		`{type: float, merge: max, default: 0}`,
		`{type: "[]Thing", merge: append, default: [], max_items: 9, renamed_from: ["olds_{%s}"]}`,
		`{type: "[]string", merge: union, default: [], unique: true}`,
	} {
		fmt.Fprintf(&text, "  \"k%d_{%s}\": %s\n", i, param, strings.ReplaceAll(declaration, "%s", param))
	}
	fmt.Fprintf(&text, "  \"two_{%s}_{other_one}\": {scope: user, type: \"[]int\", merge: append, default: []}\n", param)
	return text.String()
}

// TestFamilyParametersClashWithNothing gives a family's parameter every name in
// turn that occurs in the generated code.
func TestFamilyParametersClashWithNothing(t *testing.T) {
	imports := newImports(t)
	names := map[string]bool{}
	for _, f := range generateFamilies(t, "plain") {
		parsed, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Content, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		members := map[*ast.Ident]bool{} // which clash with no parameter
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				members[n.Sel] = true
			case *ast.FuncDecl:
				members[n.Name] = n.Recv != nil
			case *ast.Ident:
				if !members[n] {
					names[strings.ToLower(n.Name[:1])+n.Name[1:]] = true // as a parameter begins
				}
			}
			return true
		})
	}
	if !names["items"] || !names["errs"] {
		t.Error("the schema lacks what it is to try")
	}
	all := slices.Sorted(maps.Keys(names))
	for i, name := range all {
		if name == "otherOne" || name == "_" {
			continue // refused, with the place: the other parameter's, and no name at all
		}
		if testing.Short() && i%5 > 0 && name != "items" && name != "errs" {
			continue
		}
		if err := imports.check(generateFamilies(t, name)); err != nil {
			t.Errorf("a parameter called %q: %v", name, err)
		}
	}
}

func generateFamilies(t *testing.T, param string) []generator.File {
	t.Helper()
	r := load.Schema("stategen.yaml", draw.Read("stategen.yaml", familiesOf(param)))
	if r.Diagnostics.HasErrors() {
		t.Fatalf("%q: %v", param, r.Diagnostics)
	}
	files, problems := generator.Generate(r.Schema, generator.Options{Source: "stategen.yaml"})
	if len(problems) > 0 {
		t.Fatalf("%q: %v", param, problems)
	}
	return files
}
