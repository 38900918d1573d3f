package goload

import (
	"slices"

	"golang.org/x/tools/go/packages"
)

// Reaching returns the local packages that are programs with one of some packages, or may be
// part of one: those that import one of these, however indirectly, and what all of them import.
func (l *Listing) Reaching(is func(*packages.Package) bool) []*packages.Package {
	reaching := map[*packages.Package]bool{}
	packages.Visit(l.Local, nil, func(pkg *packages.Package) {
		reaching[pkg] = is(pkg)
		for _, imported := range pkg.Imports {
			reaching[pkg] = reaching[pkg] || reaching[imported]
		}
	})
	with := map[*packages.Package]bool{}
	packages.Visit(slices.DeleteFunc(slices.Clone(l.Local), func(pkg *packages.Package) bool { return !reaching[pkg] }), nil,
		func(pkg *packages.Package) { with[pkg] = true })
	return slices.DeleteFunc(slices.Clone(l.Local), func(pkg *packages.Package) bool { return !with[pkg] })
}
