package judge

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// Levels is what the schema's check.rules says about the severity of rules.
type Levels map[string]schema.RuleLevel

// Severity returns what a finding of the rule counts as, and false when the
// rule is switched off.
func (l Levels) Severity(id string, usual diag.Severity) (diag.Severity, bool) {
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
