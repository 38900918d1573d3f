package statelint

import (
	"cmp"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// Report is what Check found in all packages.
type Report struct {
	// Findings are sorted, and without those that comments suppress. They
	// include the mistakes of schemas that could not be used.
	Findings diag.List
	// Sources are the files that spans name, and all others that were read.
	Sources diag.Sources
	// NotChecked are sorted by place.
	NotChecked []NotChecked
	// Ungoverned are packages that use keys, and that no schema governs.
	Ungoverned []NotChecked
	// Prompts are the instructions that were checked, as in Result, sorted.
	Prompts []string
	// Uses are those of all packages, in no particular order.
	Uses []Use
	// Projects are the schemas of which all code was checked.
	Projects []Project
	// Packages is how many packages were checked against a schema.
	Packages int

	known projectsKnown
}

func compareNotChecked(a, b NotChecked) int {
	return cmp.Or(
		cmp.Compare(a.Span.File, b.Span.File),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Span.End, b.Span.End),
		cmp.Compare(a.Reason, b.Reason),
	)
}
