package check

import (
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

var notChecked = diag.Rule{
	ID:       "not-checked",
	Severity: diag.Warning,
	Summary:  "a file could not be read as what it is, so nothing in it was checked",
	Why: "A check that passes over a file in silence looks the same as one that found nothing wrong. A YAML file among " +
		"the templates is read as an agent configuration.",
	Bad:  "instruction: \"Hello {city}\n",
	Good: "instruction: \"Hello {city}\"\n",
}

// unreadable reports a YAML file that is none.
func (c *Checker) unreadable(src *diag.Source, err error) diag.List {
	severity, on := c.levels.severity(notChecked.ID, notChecked.Severity)
	if !on {
		return nil
	}
	return diag.List{{
		ID: notChecked.ID, Severity: severity, Span: diag.Span{File: src.Name},
		Message: "this file is no YAML, so it was not checked: " + strings.TrimPrefix(err.Error(), "yaml: "),
		Hint:    "correct it, or take it out of check.templates",
	}}
}
