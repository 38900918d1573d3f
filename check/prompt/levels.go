package prompt

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// levels is what the schema's check.rules says about the severity of rules.
type levels map[string]schema.RuleLevel

func newLevels(s *schema.Schema) levels { return s.Check.Rules }

// severity returns what a finding of the rule counts as, and false when the
// rule is switched off.
func (l levels) severity(id string, usual diag.Severity) (diag.Severity, bool) {
	switch l[id].Level {
	case "off":
		return usual, false
	case "warning":
		return diag.Warning, true
	case "error":
		return diag.Error, true
	default:
		return usual, true
	}
}
