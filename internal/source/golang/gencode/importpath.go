package gencode

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
)

// Package is a package's import path and its folder.
type Package struct{ Path, Dir string }

// Beside returns the package in another folder of the same module. Folders and
// import paths run alike from the module's root on.
func (at Package) Beside(dir string, src *sources.Reader) (Package, bool) {
	if at.Path == "command-line-arguments" || ModuleDir(at.Dir, src) != ModuleDir(dir, src) {
		return Package{}, false
	}
	root := at.root()
	rel, err := filepath.Rel(root.Dir, dir)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return Package{}, false
	}
	return Package{path.Join(root.Path, filepath.ToSlash(rel)), dir}, true
}

// imported returns the package of an import path in the same module; false for
// one from elsewhere.
func (at Package) imported(importPath string, src *sources.Reader) (Package, bool) {
	root := at.root()
	rel, ok := strings.CutPrefix(importPath, root.Path)
	if !ok || root.Path != "" && rel != "" && rel[0] != '/' {
		return Package{}, false
	}
	dir := filepath.Join(root.Dir, filepath.FromSlash(rel))
	return Package{importPath, dir}, src.Folder(dir) != nil && ModuleDir(dir, src) == ModuleDir(at.Dir, src)
}

// root strips what the import path and the folder have in common at their ends.
func (at Package) root() Package {
	for path.Base(at.Path) == filepath.Base(at.Dir) && path.Dir(at.Path) != "." {
		at = Package{path.Dir(at.Path), filepath.Dir(at.Dir)}
	}
	if at.Path == filepath.Base(at.Dir) {
		at = Package{"", filepath.Dir(at.Dir)} // outside of modules
	}
	return at
}

// ModuleDir returns the nearest folder with a go.mod; empty outside of modules.
func ModuleDir(dir string, src *sources.Reader) string {
	for {
		if src.Open(filepath.Join(dir, "go.mod")) != nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// MayImport reports whether Go's rule on internal packages lets a package be
// imported.
func (at Package) MayImport(importPath string) bool {
	parts := strings.Split(importPath, "/")
	for i, part := range parts {
		if part != "internal" {
			continue
		}
		parent := path.Join(parts[:i]...)
		if parent != "" && at.Path != parent && !strings.HasPrefix(at.Path, parent+"/") {
			return false
		}
	}
	return true
}

// Reaches reports whether packages with these imports depend on another one of
// the same module, however indirectly.
func (at Package) Reaches(imports []string, target string, src *sources.Reader) bool {
	seen := map[string]bool{}
	queue := slices.Clone(imports)
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		if next == target {
			return true
		}
		place, local := at.imported(next, src)
		if seen[next] || !local {
			continue
		}
		seen[next] = true
		queue = append(queue, importsOf(place.Dir, src)...)
	}
	return false
}

// importsOf lists what the Go files of a folder import, tests left out.
func importsOf(dir string, src *sources.Reader) []string {
	var list []string
	for _, name := range src.Folder(dir) {
		if !strings.HasSuffix(name, ".go") || sources.IsTest(name) {
			continue
		}
		text, err := src.Reread(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if f == nil || err != nil {
			continue
		}
		list = append(list, importsIn(f)...)
	}
	return list
}

// importsIn lists what a file imports.
func importsIn(f *ast.File) []string {
	var list []string
	for _, spec := range f.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			list = append(list, p)
		}
	}
	return list
}
