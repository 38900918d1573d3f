package statelint

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// CheckOptions says how Check loads packages and checks them.
type CheckOptions struct {
	Options
	Dir        string   // where patterns are relative to; empty: the working folder
	Env        []string // of the go command; nil: the process's own
	BuildFlags []string // for the go command, such as -tags=x
}

// Report is what Check found in all packages.
type Report struct {
	// Findings are sorted, and without those that comments suppress. They
	// include the mistakes of schemas that could not be used.
	Findings diag.List
	// Sources are the files that spans name, and all others that were read.
	Sources diag.Sources
	// NotChecked are sorted by place.
	NotChecked []NotChecked
	// Uses are those of all packages, in no particular order.
	Uses []Use
	// Projects are the schemas of which all code was checked.
	Projects []Project
	// Packages is how many packages were checked against a schema.
	Packages int
}

// Check checks the packages that match patterns, as the go command knows them.
// What it reports are their own mistakes; packages of the same module that
// they import are read for what they export. A package that does not compile
// is checked as far as it does, with a finding that says so. The error is one
// of loading packages at all.
func Check(patterns []string, o CheckOptions) (Report, error) {
	roots, all, err := load(patterns, o)
	if err != nil {
		return Report{}, err
	}
	l := newLinter(o.Options)
	l.projects = true
	facts := newFactStore()
	var r Report
	var checked []checkedPackage
	files := checkedFiles{linter: l, schemaOf: map[string]string{}}
	for _, pkg := range dependenciesFirst(all) {
		result, err := l.check(pkg, facts)
		if err != nil {
			return Report{}, fmt.Errorf("checking %s: %w", pkg.PkgPath, err)
		}
		root := slices.Contains(roots, pkg)
		checked = append(checked, checkedPackage{pkg, result, root})
		if !root {
			continue
		}
		if result.Schema == "" {
			r.Findings = append(r.Findings, unloadedPackage(pkg)...)
			continue
		}
		r.add(pkg, result, l)
		files.add(pkg, result)
	}
	if r.Projects, err = l.findProjects(checked, o); err != nil {
		return Report{}, err
	}
	r.Findings = files.suppress(r.Findings).Sort()
	slices.SortFunc(r.NotChecked, compareNotChecked)
	r.NotChecked = slices.Compact(r.NotChecked)
	r.Sources = l.sources.all()
	return r, nil
}

// check runs the analyzer on one package.
func (l *linter) check(pkg *packages.Package, facts factStore) (*Result, error) {
	if pkg.Types == nil || pkg.TypesInfo == nil {
		return &Result{}, nil
	}
	result, err := l.run(&analysis.Pass{
		Fset: pkg.Fset, Files: pkg.Syntax, Pkg: pkg.Types, TypesInfo: pkg.TypesInfo, TypesSizes: pkg.TypesSizes,
		ImportObjectFact:  func(obj types.Object, f analysis.Fact) bool { return facts.get(obj, f) },
		ExportObjectFact:  func(obj types.Object, f analysis.Fact) { facts.put(obj, f) },
		ImportPackageFact: func(p *types.Package, f analysis.Fact) bool { return facts.get(p, f) },
		ExportPackageFact: func(f analysis.Fact) { facts.put(pkg.Types, f) },
	})
	if err != nil {
		return nil, err
	}
	return result.(*Result), nil
}

func (r *Report) add(pkg *packages.Package, result *Result, l *linter) {
	r.Packages++
	r.Findings = append(r.Findings, result.SchemaErrors...)
	r.Findings = append(r.Findings, result.Findings...)
	r.NotChecked = append(r.NotChecked, result.NotChecked...)
	for _, u := range result.Uses {
		if u.Kind != check.Mention {
			r.Uses = append(r.Uses, u)
		}
	}
	r.Findings = append(r.Findings, l.brokenPackage(pkg, result.Schema)...)
}

func compareNotChecked(a, b NotChecked) int {
	return cmp.Or(
		cmp.Compare(a.Span.File, b.Span.File),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Span.End, b.Span.End),
		cmp.Compare(a.Reason, b.Reason),
	)
}
