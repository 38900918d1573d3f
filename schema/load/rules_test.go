package load_test

import (
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema/load"
)

func ids(list diag.List) []string {
	var found []string
	for _, d := range list {
		found = append(found, d.ID)
	}
	return found
}

func TestRuleExamples(t *testing.T) {
	for _, rule := range load.Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			bad := load.Schema("stategen.yaml", draw.Read("stategen.yaml", rule.Bad))
			if !slices.Contains(ids(bad.Diagnostics), rule.ID) {
				t.Errorf("the bad example reports %v", ids(bad.Diagnostics))
			}
			for _, d := range bad.Diagnostics {
				if d.ID == rule.ID && d.Severity != rule.Severity {
					t.Errorf("reported as %s, described as %s", d.Severity, rule.Severity)
				}
			}
			if good := load.Schema("stategen.yaml", draw.Read("stategen.yaml", rule.Good)); len(good.Diagnostics) > 0 {
				t.Errorf("the good example is reported:\n%s", draw.Text(t, good))
			}
		})
	}
}

// TestEveryRuleHasGoldenCase holds that each ID is described and shown in a
// golden case, and that no case reports an ID without a description.
func TestEveryRuleHasGoldenCase(t *testing.T) {
	shown := map[string]bool{}
	for _, c := range draw.CasesOfSchemas(t) {
		result := load.Schema("stategen.yaml", c.Read)
		for _, id := range ids(result.Diagnostics) {
			shown[id] = true
			if _, ok := load.Rules().Find(id); !ok && id != "unused-suppression" { // the checker describes that
				t.Errorf("%s: %s is described nowhere", c.Name, id)
			}
		}
	}
	for _, id := range load.Rules().IDs() {
		if !shown[id] {
			t.Errorf("no golden case shows %s", id)
		}
	}
}
