package project

import (
	"path"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

var unmatchedPattern = diag.Register(diag.OnFiles, diag.Rule{
	ID:       "unmatched-pattern",
	Severity: diag.Error,
	Summary:  "a pattern under check.templates matches no file",
	Why: "A misspelt or outdated pattern looks the same as prompts without mistakes: nothing is checked, and the run " +
		"passes forever.",
	Bad:  "version: 1\nkeys:\n  city: string\ncheck:\n  templates: [promts/**/*.md]\n",
	Good: "version: 1\nkeys:\n  city: string\ncheck:\n  templates: [prompts/**/*.md]\n",
})

// UnmatchedPattern describes a pattern of the schema that matches no file, but
// a folder if isFolder says so. Only whoever lists files knows; Templates
// applies levels and suppressions to it.
func UnmatchedPattern(g schema.Glob, isFolder bool) diag.Diagnostic {
	d := diag.New(unmatchedPattern, g.Span, "no file matches the pattern %s", diag.Name(g.Pattern))
	if isFolder {
		return d.WithHint("it names a folder: write %s, or another ending that the prompts in it have",
			path.Join(g.Pattern, "**", "*.md"))
	}
	return d.WithHint("correct it, or remove it; it is relative to the folder of this file")
}
