package statelint

import (
	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/schema"
)

// checkPackage checks a package against the schema at a path.
func (l *linter) checkPackage(p *Package, s *schema.Schema, path string) (*Result, *Checker) {
	p.IndexAll()
	values := NewValues(p)
	accessors := NewFinder(values)
	values.FindStates()
	found := NewRecorder(p, s, check.New(s), l.options.Tests)
	c := NewChecker(values, found, accessors, NewRewriter(values, found, path, l.codes))
	c.Run()
	if l.projects {
		NewScanner(values, found, accessors).Scan()
	}
	return resultOfPass(p, path, found, accessors), c
}

// withoutSchema looks at a package that no schema governs: it may be
// generated, or use the keys of another package.
func (l *linter) withoutSchema(p *Package) *Result {
	PassOnMerges(p, nil)
	found := NewRecorder(p, nil, nil, l.options.Tests)
	if len(p.ownFiles) == 0 && !l.projects {
		return resultOfPass(p, "", found, nil)
	}
	p.IndexNames()
	values := NewValues(p)
	accessors := NewFinder(values)
	p.ExportGenerated()
	if l.projects {
		NewScanner(values, found, accessors).Scan()
	}
	return resultOfPass(p, "", found, accessors)
}

// collect gathers evidence instead of checking.
func (l *linter) collect(p *Package) *Result {
	p.IndexAll()
	values := NewValues(p)
	accessors := NewFinder(values)
	values.FindStates()
	found := NewRecorder(p, nil, nil, l.options.Tests)
	c := NewCollector(values, found, l.collecting)
	c.Run()
	r := resultOfPass(p, "", found, accessors)
	r.Evidence = c.Evidence
	return r
}

// resultOfPass is what was found in a package; accessors may be nil.
func resultOfPass(p *Package, path string, found *Recorder, accessors *Finder) *Result {
	r := &Result{
		Schema: path, Findings: found.Findings, NotChecked: found.NotChecked, Prompts: found.Prompts, Uses: found.Uses,
		source: p.generatedFrom,
	}
	if accessors != nil {
		r.accessors = accessors.ByName()
	}
	return r
}
