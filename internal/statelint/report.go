package statelint

import (
	"cmp"
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/evidence"
	"github.com/seed92179c4c/stategen/internal/source/golang/report"
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

// Result is what the analyzer found in one package.
type Result struct {
	// Schema is the path of the schema that the package was checked
	// against; empty when none was found, and then nothing was checked.
	Schema string
	// SchemaErrors are the schema's own mistakes; then what they touch was
	// not checked.
	SchemaErrors diag.List
	// Findings are those in the package, before suppressions.
	Findings diag.List
	// NotChecked are the places where a framework takes something that can't be
	// evaluated without running the program.
	NotChecked []NotChecked
	// Prompts are the instructions that were checked, by where they begin:
	// path:offset in Go source, the path of a file that is embedded.
	Prompts []string
	// Uses are all keys that the package reads and writes.
	Uses []Use

	Ungoverned diag.Span    // without a schema: where the package uses a key; zero: it does not
	Source     string       // the schema that the package was generated from, if it was
	Sinks      map[int]bool // of the schema, those that the package has
	Unread     bool         // none of its files could be read
}

// Use is one use of a state key in Go source.
type Use = source.Use

// NotChecked is a place that could not be checked, and why.
type NotChecked = report.NotChecked

// Evidence is one thing that Go source says about a state key.
type Evidence = evidence.Evidence

// Found is what Collect found in all packages.
type Found struct {
	Evidence []Evidence
	// Files is what Python files and agent configurations say.
	Files source.Found
	// Unresolved are the places where a key is known only when the program
	// runs, and the packages that could not be read whole; sorted.
	Unresolved []NotChecked
	Broken     []NotChecked // of these, the packages
	Sources    diag.Sources
	Packages   int
	Modules    []Module // that the packages belong to
	ADK        Module   // Google's ADK, if a package imports it
	Eino       bool     // a package imports eino's
	TRPC       bool     // whether a package imports tRPC-Agent-Go

	packages map[string]bool
}

// Module is a Go module.
type Module struct{ Path, Version, Dir string }

// Join makes one report of those of several modules. A schema whose code is in
// more than one of them is among the projects if each has shown all it has.
func Join(reports []Report) Report {
	if len(reports) == 1 {
		return reports[0]
	}
	all := Report{Sources: map[string]*diag.Source{}, known: projectsKnown{partial: map[string]bool{}}}
	for _, r := range reports {
		all.Findings = append(all.Findings, r.Findings...)
		maps.Copy(all.Sources, r.Sources)
		all.NotChecked = append(all.NotChecked, r.NotChecked...)
		all.Ungoverned = append(all.Ungoverned, r.Ungoverned...)
		all.Prompts = append(all.Prompts, r.Prompts...)
		all.Uses = append(all.Uses, r.Uses...)
		all.Packages += r.Packages
		all.known.join(r.known)
	}
	all.Findings = all.Findings.Sort()
	all.sort()
	all.Projects = all.known.used()
	return all
}

// sort sorts what is the same in whatever order packages were looked at.
func (r *Report) sort() {
	slices.Sort(r.Prompts)
	r.Prompts = slices.Compact(r.Prompts)
	slices.SortFunc(r.NotChecked, compareNotChecked)
	r.NotChecked = slices.Compact(r.NotChecked)
}

func (k *projectsKnown) join(other projectsKnown) {
	maps.Copy(k.partial, other.partial)
	for _, p := range other.whole {
		i := slices.IndexFunc(k.whole, func(known Project) bool { return known.Schema == p.Schema })
		if i < 0 {
			k.whole = append(k.whole, p)
			continue
		}
		code := &k.whole[i].Code
		code.Files = append(slices.Clip(code.Files), p.Code.Files...)
		code.Uses = append(slices.Clip(code.Uses), p.Code.Uses...)
		code.Sinks = maps.Clone(code.Sinks)
		maps.Copy(code.Sinks, p.Code.Sinks)
	}
}
