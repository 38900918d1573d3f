package rules_test

import (
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema/internal/rules"
)

func TestRuleIDsAreUnique(t *testing.T) {
	all := rules.All().IDs()
	slices.Sort(all)
	if once := slices.Compact(slices.Clone(all)); len(once) != len(all) {
		t.Errorf("an ID stands twice in %v", all)
	}
}

// TestSeverity holds that advice is a warning and what else is described an error, as
// its description says.
func TestSeverity(t *testing.T) {
	for _, rule := range rules.All() {
		if got := rules.Severity(rule.ID); got != rule.Severity || (got == diag.Warning) != rules.IsAdvice(rule.ID) {
			t.Errorf("%s is %s, described as %s", rule.ID, got, rule.Severity)
		}
	}
	if rules.Severity(rules.UnusedSuppression) != diag.Warning || rules.IsAdvice(rules.UnusedSuppression) {
		t.Errorf("an unused comment is %s", rules.Severity(rules.UnusedSuppression))
	}
}
