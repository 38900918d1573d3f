package project

import "github.com/seed92179c4c/stategen/internal/diag"

var UncheckedCommit = diag.Register(diag.OnGo, diag.Rule{
	ID:       "unchecked-commit",
	Severity: diag.Warning,
	Summary:  "the error of a Commit is not checked",
	Why: "Commit stores what was written through a context as one event. When it fails, nothing is stored, and only " +
		"its error says so.",
	Bad:  "run.Commit(ctx, nil)\n",
	Good: "if _, err := run.Commit(ctx, nil); err != nil {\n\tpanic(err)\n}\n",
})

// CommitNotChecked is about a call of Commit whose results nobody takes.
func CommitNotChecked(at diag.Span) diag.Diagnostic {
	return diag.New(UncheckedCommit, at, "the error of this commit is not checked: if it fails, what was written is lost").
		WithHint("return the error, or handle it")
}
