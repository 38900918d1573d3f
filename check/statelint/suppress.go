package statelint

import (
	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/statelint/internal/sources"
	"github.com/seed92179c4c/stategen/diag"
	"golang.org/x/tools/go/packages"
)

// checkedFiles knows the files whose suppressions count, and their schemas.
type checkedFiles struct {
	*linter
	schemaOf map[string]string // path of the schema, by the file's name in spans
}

func (c checkedFiles) add(pkg *packages.Package, result *Result) {
	for _, path := range pkg.GoFiles {
		if !sources.IsTest(path) || c.options.Tests {
			c.schemaOf[c.sources.Name(path)] = result.Schema
		}
	}
	for _, d := range result.Findings {
		if c.schemaOf[d.Span.File] == "" {
			c.schemaOf[d.Span.File] = result.Schema
		}
	}
}

// suppress applies the comments in all files that were checked.
func (c checkedFiles) suppress(list diag.List) diag.List {
	byFile := map[string]diag.List{}
	var kept diag.List
	for _, d := range list {
		if c.schemaOf[d.Span.File] == "" {
			kept = append(kept, d)
			continue
		}
		byFile[d.Span.File] = append(byFile[d.Span.File], d)
	}
	checkers := map[string]*check.Checker{}
	for name, path := range c.schemaOf {
		checker := checkers[path]
		if checker == nil {
			s := c.schemas.Load(path).Readable()
			if s == nil {
				continue
			}
			checker = check.New(s)
			checkers[path] = checker
		}
		if src := c.sources.Open(c.sources.Path(name)); src != nil {
			kept = append(kept, checker.Suppress(src, byFile[name])...)
		}
	}
	return kept
}
