package statelint

import (
	"errors"
	"fmt"
	"slices"

	"golang.org/x/tools/go/packages"
)

const loadMode = packages.LoadSyntax | packages.NeedModule

// load returns the packages that match, and those together with the local
// packages they depend on.
func load(patterns []string, o CheckOptions) (roots, all []*packages.Package, err error) {
	cfg := &packages.Config{
		Mode: loadMode, Dir: o.Dir, Env: o.Env, BuildFlags: o.BuildFlags, Tests: o.Tests,
	}
	roots, err = packages.Load(cfg, patterns...)
	if err != nil {
		return nil, nil, err
	}
	if len(roots) == 0 {
		return nil, nil, fmt.Errorf("no packages match %v", patterns)
	}
	if err := nothingLoaded(roots); err != nil {
		return nil, nil, err
	}
	extra := localImports(roots)
	if len(extra) == 0 {
		return roots, roots, nil
	}
	wanted := map[string]bool{}
	for _, pkg := range roots {
		wanted[pkg.ID] = true
	}
	all, err = packages.Load(cfg, append(slices.Clone(patterns), extra...)...)
	if err != nil {
		return nil, nil, err
	}
	roots = nil
	for _, pkg := range all {
		if wanted[pkg.ID] {
			roots = append(roots, pkg)
		}
	}
	return roots, all, nil
}

// nothingLoaded returns the first error if no package could be found at all,
// as for a misspelt pattern.
func nothingLoaded(roots []*packages.Package) error {
	for _, pkg := range roots {
		if pkg.Name != "" || len(pkg.Errors) == 0 {
			return nil
		}
	}
	return errors.New(roots[0].Errors[0].Msg)
}

// localImports lists the packages on this machine that roots depend on and
// that are not roots: only what is loaded from source exports facts.
func localImports(roots []*packages.Package) []string {
	isRoot := map[string]bool{}
	for _, pkg := range roots {
		isRoot[pkg.PkgPath] = true
	}
	var extra []string
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		m := pkg.Module
		local := m != nil && (m.Main || m.Replace != nil && m.Replace.Version == "")
		if local && !isRoot[pkg.PkgPath] {
			isRoot[pkg.PkgPath] = true
			extra = append(extra, pkg.PkgPath)
		}
	})
	return extra
}

// dependenciesFirst orders packages so that facts are there when needed.
func dependenciesFirst(all []*packages.Package) []*packages.Package {
	loaded := map[*packages.Package]bool{}
	for _, pkg := range all {
		loaded[pkg] = true
	}
	var order []*packages.Package
	packages.Visit(all, nil, func(pkg *packages.Package) {
		if loaded[pkg] {
			order = append(order, pkg)
		}
	})
	return order
}
