package workspace

import (
	"path/filepath"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint"
)

// CheckRequest is what is to be checked, and what of the findings is wanted.
type CheckRequest struct {
	// Patterns name schemas, folders of schemas and Go packages, prompts, and "-"
	// for a prompt on standard input. None means the schema of the working folder
	// with its prompts.
	Patterns []string
	// Schema is the file that everything is checked against; empty: for each
	// prompt and package the nearest stategen.yaml in its folder or above.
	Schema string
	// Rules are the kinds of findings that are wanted; none: all. Mistakes of
	// schemas are always reported.
	Rules []string
	// Baseline is a file of findings to leave out; empty: there is none.
	Baseline string
	// WriteBaseline is the file that all findings are to be written to, in place of
	// being reported; empty: there is none.
	WriteBaseline string
}

// Report is what was checked and found.
type Report struct {
	Findings   diag.List    // sorted
	Sources    diag.Sources // the files that were read, by the names that findings have
	NotChecked diag.List    // what could not be evaluated
	Broken     bool         // a schema has errors, which hide findings
	Prompts    int          // how many were checked
	Packages   int          // how many Go packages were
	// Unread says which Go modules could not be loaded. What was found elsewhere is
	// reported.
	Unread error
	baselined
	// Fixed is what Fix has fixed; Changes are the files to write for that.
	Fixed   []FixedFinding
	Changes []Change
}

// FixedFinding is a finding with a certain fix, which was its first one, and
// where it was before.
type FixedFinding struct {
	diag.Diagnostic
	At diag.Position
}

// checking is a check that is under way.
type checking struct {
	*Workspace
	CheckRequest
	Report
	prompts   map[string]bool         // by where they are
	generated map[string]bool         // schemas of which the code was looked at, by absolute path
	projects  map[string]project.Code // all code of a schema, by its absolute path
	uses      []source.Use            // in Go source

	ungoverned []statelint.NotChecked // Go packages
}

// note notes what was not checked.
func (c *checking) note(at diag.Span, reason string) {
	c.NotChecked = append(c.NotChecked, project.Unevaluated(at, reason))
}

// countPrompt counts what is in a file, once.
func (c *checking) countPrompt(name string) {
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	c.prompts[name] = true
}
