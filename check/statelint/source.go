package statelint

import (
	"errors"
	"runtime"

	"golang.org/x/tools/go/packages"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/check/statelint/internal/golist"
	"github.com/seed92179c4c/stategen/check/statelint/internal/sources"
	"github.com/seed92179c4c/stategen/check/statelint/internal/typecheck"
	"github.com/seed92179c4c/stategen/internal/standins"
)

// loadSource lists packages and reads them from source, without compiling what they
// depend on: those that may know of state, and what is in one program with these. Where
// modules are missing, lacks says so, and the packages are read without them.
func loadSource(patterns []string, o CheckOptions) (list *golist.Listing, lacks string, err error) {
	if list, lacks, err = listAny(patterns, o); err != nil {
		return nil, "", err
	}
	return list, lacks, readSource(list, o, mayKnowState(list), nil)
}

// listAny lists packages, if need be without the go command.
func listAny(patterns []string, o CheckOptions) (list *golist.Listing, lacks string, err error) {
	list, err = golist.List(patterns, o.goCommand())
	switch {
	case err == nil:
		lacks = list.Lacks()
	case errors.Is(err, ErrNoPackages), o.Context != nil && o.Context.Err() != nil:
		return nil, "", err
	default:
		bare, nothing := golist.Bare(patterns, o.goCommand())
		if nothing != nil {
			return nil, "", err
		}
		list, lacks = bare, err.Error()
	}
	return list, lacks, nil
}

// readSource fills in the syntax and types of what is listed, but for packages that are in
// no program with one that may know of state. Use is called for each, as typecheck.Read says; it
// may be nil.
func readSource(list *golist.Listing, o CheckOptions, knowsState func(*packages.Package) bool, use func(*packages.Package) error) error {
	near := list.Reaching(knowsState)
	if len(near) == 0 {
		return nil
	}
	standsIn := standins.Sources()
	list.StandIn(standsIn)
	src := sources.New(o.ReadFile, o.Unsaved)
	return typecheck.NewFromSource(src, runtime.GOARCH, near, standsIn).Read(func(pkg *packages.Package) error {
		if o.Context != nil && o.Context.Err() != nil {
			return o.Context.Err()
		}
		if use == nil {
			return nil
		}
		return use(pkg)
	})
}

// mayKnowState reports whether a package is one of a framework, or one of those listed that may
// have a state of its own making, by the sequence that one has.
func mayKnowState(list *golist.Listing) func(*packages.Package) bool {
	return func(pkg *packages.Package) bool {
		return framework.Is(pkg.PkgPath) || pkg.Imports["iter"] != nil && (list.IsRoot[pkg.ID] || golist.IsLocal(pkg))
	}
}

// anyLocal lets all packages of this machine be read.
func anyLocal(list *golist.Listing) func(*packages.Package) bool {
	return func(pkg *packages.Package) bool { return list.IsRoot[pkg.ID] || golist.IsLocal(pkg) }
}
