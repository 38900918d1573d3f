package prompt

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/dialectrules"
)

// NeedsValue reports whether a rule is about what eino only does in a run that has a session value.
func NeedsValue(rule string) bool {
	return rule == dialectrules.AllValues.ID || rule == dialectrules.FailingBraces.ID
}

// WithoutValues makes the findings of such rules likely if a program, by its uses of keys, is not
// seen to set a session value.
func (c *Checker) WithoutValues(list diag.List, uses []keys.Use) diag.List {
	if slices.ContainsFunc(uses, func(u keys.Use) bool { return u.Writes() && !u.Test }) {
		return list
	}
	for i, d := range list {
		if NeedsValue(d.ID) {
			list[i].MakeLikely()
			list[i].Severity, _ = c.Severity(d.ID, diag.Warning)
			list[i].Hint += "; nothing is wrong in runs that have no session value"
		}
	}
	return list
}
