package shape_test

import (
	"flag"
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema/internal/shape"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
	"github.com/seed92179c4c/stategen/schema/load"
)

var update = flag.Bool("update", false, "rewrite the expected texts of golden cases")

func TestGoldenShape(t *testing.T) {
	for _, c := range draw.Beside(t) {
		t.Run(c.Name, func(t *testing.T) {
			r, src := &yamlsrc.Report{}, diag.NewSource("stategen.yaml", c.Files[0].Data)
			f := yamlsrc.NewFile(src)
			switch root := yamlsrc.Parse(f, r); {
			case root == nil:
			case shape.IsSchema(root):
				shape.Check(root, r)
			default:
				shape.ReportForeign(f, r)
			}
			c.Check(t, draw.Lines(load.Result{Diagnostics: r.Findings(), Sources: diag.Sources{src.Name: src}}), *update)
		})
	}
}

// TestFieldNames holds that what is asked of the JSON Schema by name is what it declares.
func TestFieldNames(t *testing.T) {
	if !slices.Contains(shape.TopFields(), "keys") || slices.Contains(shape.TopFields(), "templates") {
		t.Error("wrong fields at the top")
	}
	if rules := shape.RuleNames(); !slices.IsSorted(rules) || !slices.Contains(rules, "unused-key") || slices.Contains(rules, "templates") {
		t.Errorf("the rules are %v", rules)
	}
}
