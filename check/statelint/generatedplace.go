package statelint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/check/statelint/internal/sources"
)

// packagePlace is a package's import path and its folder.
type packagePlace struct{ path, dir string }

// ownPlace is that of the package that is checked.
func (p *pass) ownPlace() packagePlace {
	return packagePlace{p.Pkg.Path(), filepath.Dir(p.Fset.File(p.Files[0].FileStart).Name())}
}

// beside returns the package in another folder of the same module. Folders and
// import paths run alike from the module's root on.
func (at packagePlace) beside(dir string, src *sources.Reader) (packagePlace, bool) {
	if at.path == "command-line-arguments" || moduleDir(at.dir, src) != moduleDir(dir, src) {
		return packagePlace{}, false
	}
	root := at.root()
	rel, err := filepath.Rel(root.dir, dir)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return packagePlace{}, false
	}
	return packagePlace{path.Join(root.path, filepath.ToSlash(rel)), dir}, true
}

// imported returns the package of an import path in the same module; false for
// one from elsewhere.
func (at packagePlace) imported(importPath string, src *sources.Reader) (packagePlace, bool) {
	root := at.root()
	rel, ok := strings.CutPrefix(importPath, root.path)
	if !ok || root.path != "" && rel != "" && rel[0] != '/' {
		return packagePlace{}, false
	}
	dir := filepath.Join(root.dir, filepath.FromSlash(rel))
	return packagePlace{importPath, dir}, src.Folder(dir) != nil && moduleDir(dir, src) == moduleDir(at.dir, src)
}

// root strips what the import path and the folder have in common at their ends.
func (at packagePlace) root() packagePlace {
	for path.Base(at.path) == filepath.Base(at.dir) && path.Dir(at.path) != "." {
		at = packagePlace{path.Dir(at.path), filepath.Dir(at.dir)}
	}
	if at.path == filepath.Base(at.dir) {
		at = packagePlace{"", filepath.Dir(at.dir)} // outside of modules
	}
	return at
}

// moduleDir returns the nearest folder with a go.mod; empty outside of modules.
func moduleDir(dir string, src *sources.Reader) string {
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

// mayImport reports whether Go's rule on internal packages lets a package be
// imported.
func (at packagePlace) mayImport(importPath string) bool {
	parts := strings.Split(importPath, "/")
	for i, part := range parts {
		if part != "internal" {
			continue
		}
		parent := path.Join(parts[:i]...)
		if parent != "" && at.path != parent && !strings.HasPrefix(at.path, parent+"/") {
			return false
		}
	}
	return true
}

// reaches reports whether packages with these imports depend on another one of
// the same module, however indirectly.
func (at packagePlace) reaches(imports []string, target string, src *sources.Reader) bool {
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
		queue = append(queue, importsOf(place.dir, src)...)
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
		list = append(list, importPaths(f)...)
	}
	return list
}

func importPaths(f *ast.File) []string {
	var list []string
	for _, spec := range f.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			list = append(list, p)
		}
	}
	return list
}
