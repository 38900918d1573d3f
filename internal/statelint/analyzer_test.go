package statelint_test

import (
	"testing"

	"github.com/seed92179c4c/stategen/internal/snippet"
	"github.com/seed92179c4c/stategen/internal/statelint"
	"golang.org/x/tools/go/analysis/analysistest"
)

// Vet and its kind show a finding in a package's own files: what the rules find is tested in
// internal/rules.
func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, snippet.GOPATH(t, "testdata/src"), statelint.New(statelint.Options{Warnings: true}), "booking/instructions")
}

func TestSuggestedFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, snippet.GOPATH(t, "testdata/src"), statelint.New(statelint.Options{}), "booking/fixes")
}
