package statelint

import (
	"errors"
	"fmt"
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/factstore"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/golist"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/schemas"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/typecheck"
)

// ErrNoPackages is the error of patterns that match no package, as where the
// build leaves out all files.
var ErrNoPackages = golist.ErrNoPackages

const compiling = "compiling what Go packages depend on"

// Check checks the packages that match patterns, as the go command knows them.
// What it reports are their own mistakes; packages of the same module that
// they import are read for what they export. A package that does not compile
// is checked as far as it does, with a finding that says so. The error is one
// of loading packages at all.
func Check(patterns []string, o CheckOptions) (Report, error) {
	done := o.doing("listing Go packages")
	list, err := golist.List(patterns, o.goCommand())
	done()
	if err != nil {
		return Report{}, err
	}
	l := newLinter(o.Options)
	l.projects, l.ctx = true, o.Context
	checked, err := l.checkFast(list, o)
	if errors.Is(err, typecheck.ErrNeedsFullLoad) {
		checked, err = l.checkAny(list, o)
	}
	if err != nil {
		return Report{}, err
	}
	return l.report(checked, list, o)
}

// checkAny checks packages whatever they are like.
func (l *linter) checkAny(list *golist.Listing, o CheckOptions) ([]checkedPackage, error) {
	done := o.doing(compiling)
	roots, all, err := list.Load()
	done()
	if err != nil {
		return nil, err
	}
	defer o.doing("checking Go packages")()
	facts := factstore.New()
	var checked []checkedPackage
	for _, pkg := range all {
		result, _, err := l.check(pkg, facts)
		if err != nil {
			return nil, err
		}
		checked = append(checked, checkedPackage{pkg, result, slices.Contains(roots, pkg)})
	}
	return checked, nil
}

// report puts together what was found in all packages.
func (l *linter) report(checked []checkedPackage, list *golist.Listing, o CheckOptions) (r Report, err error) {
	files := checkedFiles{linter: l, schemaOf: map[string]string{}}
	for _, c := range checked {
		switch {
		case !c.root:
		case c.result.Schema == "":
			r.Findings = append(r.Findings, unloadedPackage(c.Package)...)
			r.Ungoverned = append(r.Ungoverned, l.ungoverned(c.result)...)
		default:
			r.add(c.Package, c.result, l)
			files.add(c.Package, c.result)
		}
	}
	if r.known, err = l.findProjects(checked, list, o.Workspace); err != nil {
		return Report{}, err
	}
	r.Projects = r.known.used()
	r.Findings = files.settle(r.Findings, r.Uses).Sort()
	slices.SortFunc(r.NotChecked, compareNotChecked)
	r.NotChecked = slices.Compact(r.NotChecked)
	slices.Sort(r.Prompts)
	r.Prompts = slices.Compact(r.Prompts)
	r.Sources = l.sources.All()
	return r, nil
}

// check runs the analyzer on one package. It returns the facts that it has
// added, too.
func (l *linter) check(pkg *packages.Package, facts *factstore.Store) (*Result, []factstore.Portable, error) {
	if l.ctx != nil && l.ctx.Err() != nil {
		return nil, nil, l.ctx.Err()
	}
	if pkg.Types == nil || pkg.TypesInfo == nil {
		return &Result{}, nil, nil
	}
	exported := factstore.Exported{Pkg: pkg.Types}
	result, err := l.run(&analysis.Pass{
		Fset: pkg.Fset, Files: pkg.Syntax, Pkg: pkg.Types, TypesInfo: pkg.TypesInfo, TypesSizes: pkg.TypesSizes,
		ImportObjectFact:  func(obj types.Object, f analysis.Fact) bool { return facts.Get(obj, f) },
		ExportObjectFact:  func(obj types.Object, f analysis.Fact) { exported.Put(obj, f) },
		ImportPackageFact: func(p *types.Package, f analysis.Fact) bool { return facts.Get(p, f) },
		ExportPackageFact: func(f analysis.Fact) { exported.Put(pkg.Types, f) },
	})
	if err != nil {
		return nil, nil, fmt.Errorf("checking %s: %w", pkg.PkgPath, err)
	}
	return result.(*Result), exported.Publish(facts), nil
}

// noSchema is why a package was not checked.
const noSchema = "no stategen.yaml is in this package's folder or above, so nothing says which keys it may use"

// ungoverned says of a package without a schema that it uses keys all the same. Generated code does
// for those who call it.
func (l *linter) ungoverned(r *Result) []NotChecked {
	i := slices.IndexFunc(r.Uses, func(u Use) bool { return !u.Test && u.IsCertain() })
	at := r.ungoverned
	if i >= 0 {
		at = r.Uses[i].Site
	}
	if at.IsZero() || r.source != "" {
		return nil
	}
	reason := noSchema
	if r.means != "" {
		if rel, err := filepath.Rel(filepath.Dir(l.sources.Path(at.File)), r.means); err == nil {
			reason += "; to check it, write " + schemas.Directive + filepath.ToSlash(rel) + " in one of its files"
		}
	}
	return []NotChecked{{Span: at, Reason: reason}}
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
