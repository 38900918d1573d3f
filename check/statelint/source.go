package statelint

import (
	"runtime"

	"golang.org/x/tools/go/packages"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/check/statelint/internal/golist"
	"github.com/seed92179c4c/stategen/check/statelint/internal/sources"
	"github.com/seed92179c4c/stategen/check/statelint/internal/typecheck"
	"github.com/seed92179c4c/stategen/internal/standins"
)

// loadSource lists packages and reads them from source, without compiling what they
// depend on. It returns those that match the patterns, and those together with the local
// packages that they depend on, dependencies first.
func loadSource(patterns []string, o CheckOptions) (list *golist.Listing, err error) {
	if list, err = golist.List(patterns, o.goCommand()); err != nil {
		return nil, err
	}
	return list, readSource(list, o)
}

// readSource fills in the syntax and types of what is listed, but for packages that are in
// no program with one that may know of state.
func readSource(list *golist.Listing, o CheckOptions) error {
	near := list.Reaching(mayKnowState(list))
	if len(near) == 0 {
		return nil
	}
	standsIn := standins.Sources()
	list.StandIn(standsIn)
	src := sources.New(o.ReadFile, o.Unsaved)
	return typecheck.NewFromSource(src, runtime.GOARCH, near, standsIn).Read(func() error {
		if o.Context == nil {
			return nil
		}
		return o.Context.Err()
	})
}

// mayKnowState reports whether a package is one of a framework, or one of those listed that may
// have a state of its own making, by the sequence that one has.
func mayKnowState(list *golist.Listing) func(*packages.Package) bool {
	return func(pkg *packages.Package) bool {
		return framework.Is(pkg.PkgPath) || pkg.Imports["iter"] != nil && (list.IsRoot[pkg.ID] || golist.IsLocal(pkg))
	}
}
