package statelint

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
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

// settle applies the comments in all files that were checked, and makes likely what depends on
// uses that there are not.
func (c checkedFiles) settle(list diag.List, uses []Use) diag.List {
	byFile := map[string]diag.List{}
	var kept diag.List
	for _, d := range list {
		if c.schemaOf[d.Span.File] == "" {
			kept = append(kept, d)
			continue
		}
		byFile[d.Span.File] = append(byFile[d.Span.File], d)
	}
	checkers := map[string]*project.Checker{}
	for name, path := range c.schemaOf {
		checker := checkers[path]
		if checker == nil {
			s := c.schemas.Load(path).Readable()
			if s == nil {
				continue
			}
			checker = project.New(s)
			checkers[path] = checker
		}
		if src := c.sources.Open(c.sources.Path(name)); src != nil {
			kept = append(kept, checker.WithoutValues(checker.Suppress(src, byFile[name]), uses)...)
		}
	}
	return kept
}
