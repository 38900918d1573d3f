package statelint

import (
	"errors"

	"golang.org/x/tools/go/packages"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/internal/source/golang/goload"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
)

// listAny lists packages, if need be without the go command. Where modules are missing, lacks
// says so.
func listAny(patterns []string, o CheckOptions) (list *goload.Listing, lacks string, err error) {
	list, err = goload.List(patterns, o.goCommand())
	switch {
	case err == nil:
		lacks = list.Lacks()
	case errors.Is(err, ErrNoPackages), o.Context != nil && o.Context.Err() != nil:
		return nil, "", err
	default:
		bare, nothing := goload.Bare(patterns, o.goCommand())
		if nothing != nil {
			return nil, "", err
		}
		list, lacks = bare, err.Error()
	}
	return list, lacks, nil
}

// readSource fills in the syntax and types of what is listed, without compiling what it depends on:
// of packages that may know of state, and of what is in one program with these. Use is called for
// each, as Read of Source says.
func readSource(list *goload.Listing, o CheckOptions, knowsState func(*packages.Package) bool, use func(*packages.Package) error) error {
	src := list.Source(sources.New(o.Unsaved), list.Reaching(knowsState))
	return src.Read(func(pkg *packages.Package) error {
		if o.Context != nil && o.Context.Err() != nil {
			return o.Context.Err()
		}
		return use(pkg)
	})
}

// mayKnowState reports whether a package is one of a framework, or one of those listed that may
// have a state of its own making, by the sequence that one has.
func mayKnowState(list *goload.Listing) func(*packages.Package) bool {
	return func(pkg *packages.Package) bool {
		return framework.Is(pkg.PkgPath) || pkg.Imports["iter"] != nil && (list.IsRoot[pkg.ID] || goload.IsLocal(pkg))
	}
}

// anyLocal lets all packages of this machine be read.
func anyLocal(list *goload.Listing) func(*packages.Package) bool {
	return func(pkg *packages.Package) bool { return list.IsRoot[pkg.ID] || goload.IsLocal(pkg) }
}
