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

	"golang.org/x/mod/modfile"

	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
)

// Package is a package's import path and its folder.
type Package struct{ Path, Dir string }

// Beside returns the package in another folder of the same module.
func (at Package) Beside(dir string, src *sources.Reader) (Package, bool) {
	root, ok := at.root(src)
	rel, err := filepath.Rel(root.Dir, dir)
	if !ok || err != nil || !filepath.IsLocal(rel) || !InOneModule(at.Dir, dir, src) {
		return Package{}, false
	}
	return Package{path.Join(root.Path, filepath.ToSlash(rel)), dir}, true
}

// root is where import paths and folders begin to run alike: in a module, or outside of any.
func (at Package) root(src *sources.Reader) (Package, bool) {
	if file := src.Nearest(at.Dir, "go.mod"); file != "" {
		content := src.Open(file)
		if content == nil {
			return Package{}, false
		}
		return Package{modfile.ModulePath(content.Text), filepath.Dir(file)}, true
	}
	dir, ok := strings.CutSuffix(at.Dir, string(filepath.Separator)+filepath.FromSlash(at.Path))
	return Package{"", dir}, ok
}

// InOneModule reports whether two folders are of the same module, or both of none.
func InOneModule(a, b string, src *sources.Reader) bool {
	return src.Nearest(a, "go.mod") == src.Nearest(b, "go.mod")
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
	root, _ := at.root(src)
	seen := map[string]bool{}
	queue := slices.Clone(imports)
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		if next == target {
			return true
		}
		rel, local := strings.CutPrefix(next+"/", root.Path+"/")
		if local && !seen[next] {
			seen[next] = true
			queue = append(queue, importsOf(filepath.Join(root.Dir, filepath.FromSlash(rel)), src)...)
		}
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
