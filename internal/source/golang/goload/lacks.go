package goload

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Lacks says which packages of other modules are not there, and what to do about it; empty:
// all are there.
func (l *Listing) Lacks() string {
	missing := map[string]bool{}
	for _, pkg := range l.ByID {
		if pkg.Name == "" && len(pkg.Errors) > 0 && l.isElsewhere(pkg) {
			missing[pkg.PkgPath] = true
		}
	}
	paths := slices.Sorted(maps.Keys(missing))
	switch len(paths) {
	case 0:
		return ""
	case 1:
		return paths[0] + " is not here; run `go mod tidy`"
	}
	return fmt.Sprintf("%s and %d more are not here; run `go mod tidy`", paths[0], len(paths)-1)
}

// isElsewhere reports whether a package that is missing would be of another module.
func (l *Listing) isElsewhere(missing *packages.Package) bool {
	first, _, _ := strings.Cut(missing.PkgPath, "/")
	return strings.Contains(first, ".") && !slices.ContainsFunc(l.Local, func(pkg *packages.Package) bool {
		return pkg.Module != nil && strings.HasPrefix(missing.PkgPath+"/", pkg.Module.Path+"/")
	})
}
