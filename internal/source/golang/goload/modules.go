package goload

import (
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

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
