package check

import (
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// NotChecked is for what could not be read: a file here, a package in Go source.
var NotChecked = diag.Rule{
	ID:       "not-checked",
	Severity: diag.Warning,
	Summary:  "a file or a Go package could not be read as what it is, so it was not checked",
	Why: "A check that passes over a file in silence looks the same as one that found nothing wrong. A YAML file among " +
		"the templates is read as an agent configuration. A Go package that does not compile, perhaps because a module " +
		"is not downloaded, is checked without what needs its types.",
	Bad:  "instruction: \"Hello {city}\n",
	Good: "instruction: \"Hello {city}\"\n",
}

// unreadable reports a YAML file that is none.
func (c *Checker) unreadable(src *diag.Source, err error) diag.List {
	severity, on := c.levels.severity(NotChecked.ID, NotChecked.Severity)
	if !on {
		return nil
	}
	return diag.List{{
		ID: NotChecked.ID, Severity: severity, Span: diag.Span{File: src.Name},
		Message: "this file is no YAML, so it was not checked: " + strings.TrimPrefix(err.Error(), "yaml: "),
		Hint:    "correct it, or take it out of check.templates",
	}}
}
