package statelint

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/accessors"
	"github.com/seed92179c4c/stategen/internal/source/golang/evidence"
	"github.com/seed92179c4c/stategen/internal/source/golang/report"
)

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

	Ungoverned diag.Span // without a schema: where the package uses a key; zero: it does not
	Source     string    // the schema that the package was generated from, if it was
	Accessors  map[string][]accessors.Use
	Sinks      map[int]string // of the schema that the package has, each with what is wrong with it
	Unread     bool           // none of its files could be read
}

// Use is one use of a state key in Go source.
type Use = source.Use

// UseKind says what is done with a key.
type UseKind = source.UseKind

// The ways to use a key that Go source itself tells; see package source.
const (
	Get         = source.Get
	Set         = source.Set
	Clear       = source.Clear
	Output      = source.Output
	Placeholder = source.Placeholder
)

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
