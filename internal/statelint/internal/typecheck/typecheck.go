// Package typecheck reads Go packages of this machine from source, with their
// types, on top of what is compiled of other modules. It knows plain packages
// alone: what does not compile, or uses cgo, is for the general way, go/packages.
package typecheck

import (
	"errors"
	"go/ast"
	compiled "go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/sources"
	"golang.org/x/tools/go/packages"
)

// ErrNeedsFullLoad says that packages have to be loaded in the general way: they
// don't compile, or need more of the go command than is known here.
var ErrNeedsFullLoad = errors.New("these are not plain Go packages")

// Checker reads packages of this machine from source, so that none of them
// has to be compiled for a check, on top of what is compiled of other modules.
type Checker struct {
	sources  *sources.Reader
	fset     *token.FileSet
	sizes    types.Sizes
	compiled map[string]*types.Package // by import path
}

// New reads what is compiled of the packages that list needs from
// elsewhere. Exports says in which files it is, by import path.
func New(src *sources.Reader, arch string, list []*packages.Package, exports func([]*packages.Package) (map[string]string, error)) (*Checker, error) {
	t := &Checker{
		sources: src, fset: token.NewFileSet(), sizes: types.SizesFor("gc", arch), compiled: map[string]*types.Package{},
	}
	needed := importedFrom(list)
	files, err := exports(needed)
	if err != nil {
		return nil, err
	}
	others := compiled.ForCompiler(t.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
	for _, pkg := range needed {
		if t.compiled[pkg.PkgPath], err = others.Import(pkg.PkgPath); err != nil {
			return nil, ErrNeedsFullLoad // it does not compile, or was removed meanwhile
		}
	}
	return t, nil
}

// importedFrom returns what packages import, other than each other.
func importedFrom(list []*packages.Package) []*packages.Package {
	seen := map[*packages.Package]bool{}
	for _, pkg := range list {
		seen[pkg] = true
	}
	var needed []*packages.Package
	for _, pkg := range list {
		for _, path := range slices.Sorted(maps.Keys(pkg.Imports)) {
			if imported := pkg.Imports[path]; !seen[imported] && imported.PkgPath != "unsafe" {
				seen[imported] = true
				needed = append(needed, imported)
			}
		}
	}
	return needed
}

// Check reads one package, whose imports of this machine have been read, and
// fills in its syntax and types. Bodies of functions are read if asked for.
func (t *Checker) Check(pkg *packages.Package, bodies bool) error {
	pkg.Fset, pkg.TypesSizes = t.fset, t.sizes
	for _, name := range pkg.GoFiles {
		f, err := t.parse(name)
		if err != nil {
			return err
		}
		pkg.Syntax = append(pkg.Syntax, f)
	}
	pkg.TypesInfo = newInfo()
	config := types.Config{
		Importer: imports{t, pkg}, Sizes: t.sizes, IgnoreFuncBodies: !bodies,
	}
	if pkg.Module != nil && pkg.Module.GoVersion != "" {
		config.GoVersion = "go" + pkg.Module.GoVersion
	}
	pkg.Types = types.NewPackage(pkg.PkgPath, pkg.Name)
	if err := types.NewChecker(&config, t.fset, pkg.Types, pkg.TypesInfo).Files(pkg.Syntax); err != nil {
		return ErrNeedsFullLoad
	}
	return nil
}

func (t *Checker) parse(name string) (*ast.File, error) {
	src := t.sources.Open(name)
	if src == nil {
		return nil, ErrNeedsFullLoad
	}
	f, err := parser.ParseFile(t.fset, name, src.Text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, ErrNeedsFullLoad
	}
	for _, spec := range f.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err != nil || path == "C" {
			return nil, ErrNeedsFullLoad
		}
	}
	return f, nil
}

// imports finds what a package imports.
type imports struct {
	*Checker
	pkg *packages.Package
}

func (i imports) Import(path string) (*types.Package, error) {
	imported := i.pkg.Imports[path]
	switch {
	case path == "unsafe":
		return types.Unsafe, nil
	case imported == nil:
		return nil, ErrNeedsFullLoad
	case imported.Types != nil:
		return imported.Types, nil
	}
	if compiled := i.compiled[imported.PkgPath]; compiled != nil {
		return compiled, nil
	}
	return nil, ErrNeedsFullLoad
}
