package goload

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/internal/standins"
	"golang.org/x/tools/go/packages"
)

// standIn gives packages that have no files, because they were not downloaded, the
// imports that they have where others stand in for them.
func (l *Listing) standIn() {
	s := standIns{l, map[string]*packages.Package{}, nil}
	packages.Visit(l.Local, nil, func(pkg *packages.Package) { s.known[pkg.PkgPath] = pkg })
	for _, pkg := range s.known {
		s.connect(pkg)
	}
	if len(s.wanted) == 0 {
		return
	}
	standard := l.standard(s.wanted)
	packages.Visit(l.Local, nil, func(pkg *packages.Package) {
		for path, imported := range pkg.Imports {
			if found := standard[path]; found != nil && len(imported.GoFiles) == 0 {
				pkg.Imports[path] = found
			}
		}
	})
}

// standInFor is the source that stands for a package; empty if there is none.
func standInFor(path string, fset *token.FileSet, mode parser.Mode) (list []*ast.File) {
	names, _ := fs.Glob(standins.Sources(), path+"/*.go")
	for _, name := range names {
		text, err := fs.ReadFile(standins.Sources(), name)
		if err != nil {
			continue
		}
		if file, err := parser.ParseFile(fset, name, text, mode); err == nil {
			list = append(list, file)
		}
	}
	return list
}

// standIns connects packages that stand for others.
type standIns struct {
	*Listing
	known  map[string]*packages.Package
	wanted []string // of Go's own packages, those that nobody else imports
}

func (s *standIns) connect(pkg *packages.Package) {
	if len(pkg.GoFiles) > 0 || !strings.Contains(pkg.PkgPath, "/") {
		return
	}
	if pkg.Imports == nil {
		pkg.Imports = map[string]*packages.Package{}
	}
	for _, file := range standInFor(pkg.PkgPath, token.NewFileSet(), parser.ImportsOnly) {
		for _, spec := range file.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil {
				pkg.Imports[path] = s.imported(path)
			}
		}
	}
}

func (s *standIns) imported(path string) *packages.Package {
	if s.known[path] == nil {
		s.known[path] = &packages.Package{ID: "missing " + path, PkgPath: path}
		if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
			s.wanted = append(s.wanted, path)
		}
		s.connect(s.known[path])
	}
	return s.known[path]
}

// standard lists Go's own packages, and those that they import.
func (l *Listing) standard(paths []string) map[string]*packages.Package {
	config := l.config
	if config.Env == nil {
		config.Env = os.Environ()
	}
	config.Dir, config.Tests, config.BuildFlags = os.TempDir(), false, nil
	config.Env = append(slices.Clone(config.Env), "GOWORK=off", "GO111MODULE=off", "GOFLAGS=")
	found, err := List(paths, config)
	if err != nil {
		return nil
	}
	return found.ByID
}
