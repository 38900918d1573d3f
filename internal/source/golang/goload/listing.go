// Package goload asks the go command for packages, which there are and what they import, and
// reads them from source with their types.
package goload

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
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
		if l.isLocal(pkg) {
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

// isLocal reports whether a package is listed as local.
func (l *Listing) isLocal(pkg *packages.Package) bool { return l.IsRoot[pkg.ID] || IsLocal(pkg) }

// IsLocal reports whether a package belongs to a module on this machine, and
// not to a downloaded one.
func IsLocal(pkg *packages.Package) bool {
	m := pkg.Module
	return m != nil && (m.Main || m.Replace != nil && m.Replace.Version == "")
}

// Modules asks for all packages of the modules in some folders, without their
// tests, by import path.
func (l *Listing) Modules(dirs []string) (map[string]*packages.Package, error) {
	all := map[string]*packages.Package{}
	for _, dir := range dirs {
		list, err := l.module(dir)
		if err != nil {
			return nil, err
		}
		for _, pkg := range list {
			all[pkg.PkgPath] = pkg
		}
	}
	return all, nil
}

// module lists a module's packages. It need not ask if they are what was listed.
func (l *Listing) module(dir string) ([]*packages.Package, error) {
	if !l.config.Tests && slices.ContainsFunc(l.Patterns, func(p string) bool { return l.isAllOf(p, dir) }) {
		return l.Roots, nil
	}
	config := l.asking(packages.NeedName | packages.NeedFiles | packages.NeedImports)
	config.Dir, config.Tests = dir, false
	return packages.Load(config, "./...")
}

// isAllOf reports whether a pattern means all packages of a folder.
func (l *Listing) isAllOf(pattern, dir string) bool {
	below, ok := strings.CutSuffix(pattern, "/...")
	if !ok || !strings.HasPrefix(below, ".") {
		return false
	}
	at, err := filepath.Abs(filepath.Join(l.config.Dir, filepath.FromSlash(below)))
	return err == nil && at == dir
}

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
	programs := slices.DeleteFunc(slices.Clone(l.Local), func(pkg *packages.Package) bool { return !reaching[pkg] })
	packages.Visit(programs, nil, func(pkg *packages.Package) { with[pkg] = true })
	return slices.DeleteFunc(slices.Clone(l.Local), func(pkg *packages.Package) bool { return !with[pkg] })
}
