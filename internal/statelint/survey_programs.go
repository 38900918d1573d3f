package statelint

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/seed92179c4c/stategen/internal/source"
)

// programs are those that packages are part of, by import path.
type programs struct {
	of     map[string][]string
	all    []string // of a package that none of them imports
	stores map[string]source.Storage
	alone  map[string]bool // the packages that run agents on sessions that they keep in memory themselves
}

func programsOf(list []*packages.Package, dir string, in map[string]sessionServices) programs {
	p := programs{of: map[string][]string{}, all: []string{dir + ":"}, stores: map[string]source.Storage{}, alone: map[string]bool{}}
	local := func(path string) bool { _, ok := in[path]; return ok }
	for path, s := range in {
		p.alone[path] = s.alone()
	}
	p.stores[p.all[0]] = storageOfLibraries(slices.Collect(maps.Values(in)), local)
	for _, pkg := range list {
		if pkg.Name != "main" || strings.Contains(pkg.ID, " ") {
			continue
		}
		p.all = append(p.all, pkg.PkgPath)
		var parts []sessionServices
		packages.Visit([]*packages.Package{pkg}, nil, func(part *packages.Package) {
			p.of[part.PkgPath] = append(p.of[part.PkgPath], pkg.PkgPath)
			parts = append(parts, in[part.PkgPath])
		})
		p.stores[pkg.PkgPath] = storageOf(parts, local)
	}
	return p
}

// with lists the programs that may have a package.
func (p programs) with(pkg string) []string {
	if of := p.of[pkg]; len(of) > 0 {
		return of
	}
	return p.all
}

// share reports whether one program may have two packages.
func (p programs) share(a, b string) bool {
	return slices.ContainsFunc(p.with(a), func(program string) bool { return slices.Contains(p.with(b), program) })
}

// isLibrary reports whether no program has a package.
func (p programs) isLibrary(pkg string) bool { return len(p.of[pkg]) == 0 }
