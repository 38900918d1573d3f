package rules

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
)

// All describes every kind of finding that loading a schema reports.
func All() diag.Rules {
	return slices.Concat(fileRules, shapeRules, typeRules, valueRules, keyRules, includeRules, adviceRules)
}

// warnings are the IDs of what is only advice.
var warnings = adviceRules.IDs()

// Severity returns how grave a kind of finding is.
func Severity(id string) diag.Severity {
	if id == UnusedSuppression || IsAdvice(id) {
		return diag.Warning
	}
	return diag.Error
}

// IsAdvice reports whether a kind of finding is only advice.
func IsAdvice(id string) bool { return slices.Contains(warnings, id) }
