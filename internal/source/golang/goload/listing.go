// Package goload asks the go command for packages, which there are and what they import, and
// reads them from source with their types.
package goload

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// listMode is what the go command tells of packages without compiling any.
const listMode = packages.NeedName | packages.NeedFiles | packages.NeedEmbedFiles |
	packages.NeedImports | packages.NeedDeps | packages.NeedModule

// Listing is the packages that patterns ask for, and all that these depend on,
// before any of them is read.
type Listing struct {
	Patterns []string
	Roots    []*packages.Package          // that match the patterns
	Local    []*packages.Package          // roots and the local packages that they depend on, dependencies first
	IsRoot   map[string]bool              // by ID
	ByID     map[string]*packages.Package // all of them, those of other modules too

	config packages.Config
}

// ErrNoPackages is the error of patterns that match no package, as where the
// build leaves out all files.
var ErrNoPackages = errors.New("no packages match")

// List asks for packages. What is asked later is asked with the same
// configuration; its mode is of no account.
func List(patterns []string, config packages.Config) (*Listing, error) {
	l := &Listing{Patterns: patterns, IsRoot: map[string]bool{}, ByID: map[string]*packages.Package{}, config: config}
	roots, err := packages.Load(l.asking(listMode), patterns...)
	if err != nil {
		return nil, errors.New(goError(err.Error()))
	}
	if len(roots) == 0 {
		return nil, fmt.Errorf("%w %v", ErrNoPackages, patterns)
	}
	if err := nothingListed(roots); err != nil {
		return nil, err
	}
	l.Roots = roots
	for _, pkg := range roots {
		l.IsRoot[pkg.ID] = true
	}
	disown(roots)
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		l.ByID[pkg.ID] = pkg
		if l.IsRoot[pkg.ID] || IsLocal(pkg) {
			l.Local = append(l.Local, pkg)
		}
	})
	return l, nil
}

// disown takes from packages that are not there the file that the loader gives them: that
// in which another package imports them.
func disown(roots []*packages.Package) {
	owned := map[string]bool{}
	var missing []*packages.Package
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if pkg.Name == "" && len(pkg.Errors) > 0 {
			missing = append(missing, pkg)
			return
		}
		for _, file := range pkg.GoFiles {
			owned[file] = true
		}
	})
	for _, pkg := range missing {
		pkg.GoFiles = slices.DeleteFunc(pkg.GoFiles, func(file string) bool { return owned[file] })
	}
}

// asking is how the go command is asked.
func (l *Listing) asking(mode packages.LoadMode) *packages.Config {
	config := l.config
	config.Mode = mode
	return &config
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

// goError is what the go command itself says in an error of loading packages,
// or why it says nothing.
func goError(text string) string {
	why, said, _ := strings.Cut(text, ": stderr: ")
	if text = said; strings.TrimSpace(said) == "" {
		text = why
	}
	return strings.TrimSpace(strings.TrimPrefix(text, "go: "))
}

// IsLocal reports whether a package belongs to a module on this machine, and
// not to a downloaded one.
func IsLocal(pkg *packages.Package) bool {
	m := pkg.Module
	return m != nil && (m.Main || m.Replace != nil && m.Replace.Version == "")
}
