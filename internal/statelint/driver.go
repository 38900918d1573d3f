package statelint

import (
	"fmt"
	"slices"
	"sync"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/goload"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// ErrNoPackages is the error of patterns that match no package, as where the
// build leaves out all files.
var ErrNoPackages = goload.ErrNoPackages

// Check checks the packages that match patterns, as the go command knows them.
// What it reports are their own mistakes; packages of the same module that
// they import are read for what they export. A package that does not compile
// is checked as far as it does, with a finding that says so. The error is one
// of loading packages at all.
func Check(patterns []string, o CheckOptions) (Report, error) {
	done := o.doing("listing Go packages")
	list, err := goload.List(patterns, o.goCommand())
	done()
	if err != nil {
		return Report{}, err
	}
	l := newLinter(o.Options)
	l.projects, l.ctx = true, o.Context
	results, err := l.results(list, o)
	if err != nil {
		return Report{}, err
	}
	return l.report(results, list, o)
}

// results are what was found in the local packages of a listing, by their IDs, now or by a check that saw the same.
func (l *linter) results(list *goload.Listing, o CheckOptions) (map[string]*Result, error) {
	last := l.lastCheck(list, o)
	known, again := checked{Results: map[string]*Result{}, LeavesFacts: map[string]bool{}}, list.Local
	if once, ok := last.Load(); ok {
		changed := l.sources.Changed(once.Seen)
		if len(changed) == 0 {
			return once.Results, nil
		}
		if edited := once.edited(list, changed); edited != nil {
			known, again = once, edited
		}
	}
	defer o.doing("checking Go packages")()
	err := l.checkAgain(list, again, known)
	seen, stable := l.sources.Seen()
	if err == nil && stable && !slices.ContainsFunc(list.Local, isBroken) {
		known.Seen = seen
		last.Save(known)
	}
	return known.Results, err
}

// isBroken reports whether there is something wrong with a package.
func isBroken(pkg *packages.Package) bool { return len(mistakes(pkg)) > 0 }

// checkAgain checks some packages, and puts what it finds in place of what was known of them.
func (l *linter) checkAgain(list *goload.Listing, again []*packages.Package, known checked) error {
	var mu sync.Mutex
	facts := goload.NewFacts()
	return list.Source(l.sources, again).Compiled().Read(func(pkg *packages.Package) error {
		result, err := l.check(pkg, facts)
		if len(pkg.Syntax) == 0 {
			result = &Result{Unread: true}
		}
		forget(pkg)
		mu.Lock()
		defer mu.Unlock()
		known.Results[pkg.ID], known.LeavesFacts[pkg.ID] = result, facts.Has(pkg.Types)
		return err
	})
}

// report puts together what was found in all packages.
func (l *linter) report(results map[string]*Result, list *goload.Listing, o CheckOptions) (r Report, err error) {
	files := checkedFiles{linter: l, schemaOf: map[string]string{}}
	var checked []checkedPackage
	for _, pkg := range list.Local {
		result, isRoot := results[pkg.ID], list.IsRoot[pkg.ID]
		checked = append(checked, checkedPackage{pkg, result, isRoot})
		switch {
		case !isRoot:
		case result.Schema == "":
			r.Findings = append(r.Findings, unloadedPackage(pkg, result)...)
			r.Ungoverned = append(r.Ungoverned, notGoverned(result)...)
		default:
			r.add(pkg, result, l)
			files.add(pkg, result)
		}
	}
	if r.known, err = l.findProjects(checked, list, o.Workspace); err != nil {
		return Report{}, err
	}
	r.Projects = r.known.used()
	r.Findings = files.settle(r.Findings, r.Uses).Sort()
	r.Sources = l.sources.All()
	r.sort()
	return r, nil
}

// check runs the analyzer on one package.
func (l *linter) check(pkg *packages.Package, facts *goload.Facts) (*Result, error) {
	if l.ctx != nil && l.ctx.Err() != nil {
		return nil, l.ctx.Err()
	}
	if pkg.Types == nil || pkg.TypesInfo == nil {
		return &Result{}, nil
	}
	pass := &analysis.Pass{
		Fset: pkg.Fset, Files: pkg.Syntax, Pkg: pkg.Types, TypesInfo: pkg.TypesInfo, TypesSizes: pkg.TypesSizes,
	}
	facts.Share(pass)
	result, err := l.run(pass)
	if err != nil {
		return nil, fmt.Errorf("checking %s: %w", pkg.PkgPath, err)
	}
	return result.(*Result), nil
}

// noSchema is why a package was not checked.
const noSchema = "no stategen.yaml is in this package's folder or above, so nothing says which keys it may use"

// notGoverned says of a package without a schema that it uses keys all the same. Generated code does
// for those who call it.
func notGoverned(r *Result) []NotChecked {
	i := slices.IndexFunc(r.Uses, func(u Use) bool { return !u.Test && u.IsCertain() })
	at := r.Ungoverned
	if i >= 0 {
		at = r.Uses[i].Site
	}
	if at.IsZero() || r.Source != "" {
		return nil
	}
	return []NotChecked{{Span: at, Reason: noSchema}}
}

func (r *Report) add(pkg *packages.Package, result *Result, l *linter) {
	r.Packages++
	r.Findings = append(r.Findings, result.SchemaErrors...)
	r.Findings = append(r.Findings, result.Findings...)
	r.NotChecked = append(r.NotChecked, result.NotChecked...)
	r.Prompts = append(r.Prompts, result.Prompts...)
	for _, u := range result.Uses {
		if u.Kind != source.Mention {
			r.Uses = append(r.Uses, u)
		}
	}
	r.Findings = append(r.Findings, l.brokenPackage(pkg, result.Schema)...)
}

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
