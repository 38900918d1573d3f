// Package check is stategen's analyzer for drivers of go/analysis: it checks the instructions of
// agents and the session state keys in Go code against stategen.yaml, as `stategen check` does for
// one package. Package golangci makes it a plugin of golangci-lint.
package check

import (
	"golang.org/x/tools/go/analysis"

	"github.com/seed92179c4c/stategen/internal/statelint"
)

// Analyzer checks a package against the schema that its flag -schema names, or a
// //stategen:schema comment in one of its files, or else the nearest stategen.yaml in its folder
// or above. A package without a schema is left alone.
//
// Vet and its kind don't know that the analyzer reads schemas, prompts and embedded files, so
// they may show what they found before one of these has changed. `stategen check` reads them anew.
var Analyzer = New(Options{})

// Options are what the flags of an analyzer begin as.
type Options struct {
	Schema   string // for all packages; empty: each package's nearest
	Tests    bool   // report findings in test files, too
	Warnings bool   // report warnings, too, which then fail the run
}

// New makes an analyzer of its own.
func New(o Options) *analysis.Analyzer {
	return statelint.New(statelint.Options{Schema: o.Schema, Tests: o.Tests, Warnings: o.Warnings})
}
