package golist

import (
	"slices"

	"golang.org/x/tools/go/packages"
)

// Load reads what is listed, and all of it anew. It copes with packages that
// don't compile, tests, and whatever else the go command knows of. It returns
// the packages that match the patterns, and those together with the local
// packages they depend on, dependencies first: only what is read from source
// exports facts.
func (l *Listing) Load() (roots, all []*packages.Package, err error) {
	patterns, known := slices.Clone(l.Patterns), map[string]bool{}
	for _, pkg := range l.Roots {
		known[pkg.PkgPath] = true
	}
	for _, pkg := range l.Local {
		if !known[pkg.PkgPath] {
			known[pkg.PkgPath] = true
			patterns = append(patterns, pkg.PkgPath)
		}
	}
	all, err = packages.Load(l.asking(packages.LoadSyntax|packages.NeedModule), patterns...)
	if err != nil {
		return nil, nil, err
	}
	for _, pkg := range all {
		if l.IsRoot[pkg.ID] {
			roots = append(roots, pkg)
		}
	}
	return roots, dependenciesFirst(all), nil
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

// ExportFiles asks where the compiled packages of some import paths are. The go
// command compiles them if it has to.
func (l *Listing) ExportFiles(paths []string) ([]*packages.Package, error) {
	return packages.Load(l.asking(packages.NeedName|packages.NeedExportFile), paths...)
}
