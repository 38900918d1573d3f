package statelint_test

import (
	"testing"

	"github.com/seed92179c4c/stategen/check/statelint"
	"golang.org/x/tools/go/analysis/analysistest"
)

func TestAnalyzer(t *testing.T) {
	var packages []string
	for _, name := range []string{
		"readwrite", "instructions", "deltas", "wrappers", "assertions", "values", "sessions", "outputs", "v1",
	} {
		packages = append(packages, "booking/"+name)
	}
	analysistest.Run(t, analysistest.TestData(), statelint.New(statelint.Options{Warnings: true}), packages...)
}

func TestSuggestedFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), statelint.New(statelint.Options{}), "booking/fixes")
}

// Editors ask, so they are offered what is no more than near, too.
func TestSuggestions(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), statelint.New(statelint.Options{Suggestions: true}), "booking/suggestions")
}

func TestRawKeys(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), statelint.New(statelint.Options{Warnings: true}), "raw/use")
}

func TestMovedKeys(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), statelint.New(statelint.Options{}), "moved/use")
}
