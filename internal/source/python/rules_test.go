package python_test

import (
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source/python"
)

// TestExamples holds that each rule finds its own example, and nothing in what is right.
func TestExamples(t *testing.T) {
	rules := diag.RulesOn(diag.OnPython)
	if len(rules) == 0 {
		t.Fatal("there are no rules")
	}
	read := func(example string) diag.List {
		return python.Read(prompt.ForADK().UsesIn, []*diag.Source{diag.NewSource("agent.py", []byte(example))}).Findings
	}
	for _, r := range rules {
		t.Run(r.ID, func(t *testing.T) {
			found := 0
			for _, d := range read(r.Bad) {
				if d.ID == r.ID && d.Severity == r.Severity {
					found++
				} else if d.ID == r.ID {
					t.Errorf("the wrong example has a finding of %s", d.Severity)
				}
			}
			if found != 1 {
				t.Errorf("%d findings in\n%s", found, r.Bad)
			}
			for _, d := range read(r.Good) {
				t.Errorf("the right example has a finding of %s: %s", d.ID, d.Message)
			}
		})
	}
}
