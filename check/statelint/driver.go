package statelint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/statelint/internal/factstore"
	"github.com/seed92179c4c/stategen/check/statelint/internal/golist"
	"github.com/seed92179c4c/stategen/check/statelint/internal/typecheck"
	"github.com/seed92179c4c/stategen/diag"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// CheckOptions says how Check loads packages and checks them.
type CheckOptions struct {
	Options
	// Context ends Check and Collect, and the go command that they ask, with its
	// error; nil: nothing does.
	Context    context.Context
	Dir        string   // where patterns are relative to; empty: the working folder
	Env        []string // of the go command; nil: the process's own
	BuildFlags []string // for the go command, such as -tags=x
	// Workspace lists the folders of all modules of the go.work in use: who
	// uses a schema's keys is looked for in all of them.
	Workspace []string
	// Cache is a folder for what was found, so that Check need not look again
	// at packages of which nothing has changed; empty: it looks at all.
	Cache string
	// AgentConfigs are YAML files that Collect reads besides those that
	// packages embed, by absolute path.
	AgentConfigs []string
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
	// Prompts are the instructions that were checked, as in Result, sorted.
	Prompts []string
	// Uses are those of all packages, in no particular order.
	Uses []Use
	// Projects are the schemas of which all code was checked.
	Projects []Project
	// Packages is how many packages were checked against a schema.
	Packages int

	known projectsKnown
}

// ErrNoPackages is the error of patterns that match no package, as where the
// build leaves out all files.
var ErrNoPackages = golist.ErrNoPackages

// Check checks the packages that match patterns, as the go command knows them.
// What it reports are their own mistakes; packages of the same module that
// they import are read for what they export. A package that does not compile
// is checked as far as it does, with a finding that says so. The error is one
// of loading packages at all.
func Check(patterns []string, o CheckOptions) (Report, error) {
	list, err := golist.List(patterns, o.goCommand())
	if err != nil {
		return Report{}, err
	}
	l := newLinter(o.Options)
	l.projects, l.ctx = true, o.Context
	checked, err := l.checkPlain(list, o)
	if errors.Is(err, typecheck.ErrNotPlain) {
		checked, err = l.checkAny(list)
	}
	if err != nil {
		return Report{}, err
	}
	return l.report(checked, list, o)
}

// goCommand is how the go command is asked for packages.
func (o CheckOptions) goCommand() packages.Config {
	return packages.Config{Context: o.Context, Dir: o.Dir, Env: o.Env, BuildFlags: o.BuildFlags, Tests: o.Tests, Overlay: o.Unsaved}
}

// checkAny checks packages whatever they are like.
func (l *linter) checkAny(list *golist.Listing) ([]checkedPackage, error) {
	roots, all, err := list.Load()
	if err != nil {
		return nil, err
	}
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
		default:
			r.add(c.Package, c.result, l)
			files.add(c.Package, c.result)
		}
	}
	if r.known, err = l.findProjects(checked, list, o.Workspace); err != nil {
		return Report{}, err
	}
	r.Projects = r.known.used()
	r.Findings = files.suppress(r.Findings).Sort()
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

func (r *Report) add(pkg *packages.Package, result *Result, l *linter) {
	r.Packages++
	r.Findings = append(r.Findings, result.SchemaErrors...)
	r.Findings = append(r.Findings, result.Findings...)
	r.NotChecked = append(r.NotChecked, result.NotChecked...)
	r.Prompts = append(r.Prompts, result.Prompts...)
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
