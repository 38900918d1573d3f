package statelint

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/tools/go/packages"
)

// listMode is what the go command tells of packages without compiling any.
const listMode = packages.NeedName | packages.NeedFiles | packages.NeedEmbedFiles |
	packages.NeedImports | packages.NeedDeps | packages.NeedModule

// listing is the packages that patterns ask for, and all that these depend on,
// before any of them is read.
type listing struct {
	patterns []string
	roots    []*packages.Package          // that match the patterns
	local    []*packages.Package          // roots and the local packages that they depend on, dependencies first
	isRoot   map[string]bool              // by ID
	byID     map[string]*packages.Package // all of them, those of other modules too
}

// ErrNoPackages is the error of patterns that match no package, as where the
// build leaves out all files.
var ErrNoPackages = errors.New("no packages match")

// list asks the go command for packages.
func list(patterns []string, o CheckOptions) (*listing, error) {
	roots, err := packages.Load(o.config(listMode), patterns...)
	if err != nil {
		return nil, errors.New(goError(err.Error()))
	}
	if len(roots) == 0 {
		return nil, fmt.Errorf("%w %v", ErrNoPackages, patterns)
	}
	if err := nothingListed(roots); err != nil {
		return nil, err
	}
	l := &listing{patterns: patterns, roots: roots, isRoot: map[string]bool{}, byID: map[string]*packages.Package{}}
	for _, pkg := range roots {
		l.isRoot[pkg.ID] = true
	}
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		l.byID[pkg.ID] = pkg
		if l.isRoot[pkg.ID] || isLocal(pkg) {
			l.local = append(l.local, pkg)
		}
	})
	return l, nil
}

func (o CheckOptions) config(mode packages.LoadMode) *packages.Config {
	return &packages.Config{Mode: mode, Dir: o.Dir, Env: o.Env, BuildFlags: o.BuildFlags, Tests: o.Tests}
}

// nothingListed returns the first error if no package could be found at all,
// as for a misspelt pattern.
func nothingListed(roots []*packages.Package) error {
	for _, pkg := range roots {
		if pkg.Name != "" || len(pkg.Errors) == 0 {
			return nil
		}
	}
	return errors.New(goError(roots[0].Errors[0].Msg))
}

// goError is what the go command itself says in an error of loading packages.
func goError(text string) string {
	if _, said, ok := strings.Cut(text, ": stderr: "); ok {
		text = said
	}
	return strings.TrimSpace(strings.TrimPrefix(text, "go: "))
}

// isLocal reports whether a package belongs to a module on this machine, and
// not to a downloaded one.
func isLocal(pkg *packages.Package) bool {
	m := pkg.Module
	return m != nil && (m.Main || m.Replace != nil && m.Replace.Version == "")
}
