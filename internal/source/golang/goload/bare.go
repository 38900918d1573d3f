package goload

import (
	"go/build"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/packages"
)

// Bare lists the packages that match patterns of folders, such as "./...", without
// asking the go command for any of their module: what it needs may not be downloaded,
// or its go.mod is not valid. Of what they import, it knows each other and Go's own
// packages; the others have no files. Test files are left out.
func Bare(patterns []string, config packages.Config) (*Listing, error) {
	b := &bare{Listing: &Listing{Patterns: patterns, IsRoot: map[string]bool{}, ByID: map[string]*packages.Package{}, config: config}}
	root, err := filepath.Abs(config.Dir)
	if err != nil {
		return nil, err
	}
	b.root = root
	for dir := b.root; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			b.root = dir
			break
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	b.module = &packages.Module{Path: modulePath(b.root), Dir: b.root, Main: true}
	for _, pattern := range patterns {
		folder, recursive := strings.CutSuffix(pattern, "...")
		if folder = filepath.FromSlash(folder); !filepath.IsAbs(folder) {
			folder = filepath.Join(root, folder)
		}
		if err := b.walk(folder, recursive); err != nil {
			return nil, err
		}
	}
	if len(b.Roots) == 0 {
		return nil, ErrNoPackages
	}
	b.connect()
	return b.Listing, nil
}

// bare is a listing in the making.
type bare struct {
	*Listing
	root    string
	module  *packages.Module
	imports map[*packages.Package][]string
}

// modulePath reads the path from a go.mod, which may be wrong otherwise.
func modulePath(dir string) string {
	f, err := os.Open(filepath.Join(dir, "go.mod"))
	if err == nil {
		defer f.Close()
		const enough = 1 << 20
		text, _ := io.ReadAll(io.LimitReader(f, enough))
		if p := modfile.ModulePath(text); p != "" {
			return p
		}
	}
	return "command-line-arguments"
}

func (b *bare) walk(dir string, recursive bool) error {
	return filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		if ctx := b.config.Context; ctx != nil && ctx.Err() != nil {
			return ctx.Err()
		}
		switch name := filepath.Base(at); {
		case err != nil:
			return nil // it is gone, or can't be read
		case !d.IsDir():
			return nil
		case at == dir:
		case !recursive, name == "testdata", name == "vendor", strings.HasPrefix(name, "."), strings.HasPrefix(name, "_"):
			return filepath.SkipDir
		default:
			if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
				return filepath.SkipDir
			}
		}
		b.add(at)
		return nil
	})
}

// add lists the package in a folder, if there is one.
func (b *bare) add(dir string) {
	found, err := build.Default.ImportDir(dir, 0)
	if len(found.GoFiles)+len(found.CgoFiles) == 0 {
		return
	}
	rel, relErr := filepath.Rel(b.root, dir)
	if relErr != nil {
		return
	}
	pkg := &packages.Package{Name: found.Name, Module: b.module, Imports: map[string]*packages.Package{}}
	pkg.PkgPath = path.Join(b.module.Path, filepath.ToSlash(rel))
	pkg.ID = pkg.PkgPath
	if b.ByID[pkg.ID] != nil {
		return
	}
	if err != nil {
		pkg.Errors = append(pkg.Errors, packages.Error{Msg: err.Error(), Kind: packages.ListError})
	}
	for _, name := range slices.Concat(found.GoFiles, found.CgoFiles) {
		pkg.GoFiles = append(pkg.GoFiles, filepath.Join(dir, name))
	}
	if b.imports == nil {
		b.imports = map[*packages.Package][]string{}
	}
	b.imports[pkg] = found.Imports
	b.ByID[pkg.ID], b.IsRoot[pkg.ID] = pkg, true
	b.Roots = append(b.Roots, pkg)
}

// connect finds what the packages import.
func (b *bare) connect() {
	var standard []string
	for _, list := range b.imports {
		for _, path := range list {
			first, _, _ := strings.Cut(path, "/")
			if !strings.Contains(first, ".") && b.ByID[path] == nil && path != "C" && !slices.Contains(standard, path) {
				standard = append(standard, path)
			}
		}
	}
	var known map[string]*packages.Package
	if len(standard) > 0 {
		known = b.standard(standard)
	}
	for _, pkg := range b.Roots {
		for _, path := range b.imports[pkg] {
			switch {
			case b.ByID[path] != nil:
				pkg.Imports[path] = b.ByID[path]
			case known[path] != nil:
				pkg.Imports[path] = known[path]
			default:
				pkg.Imports[path] = b.missing(path)
			}
		}
	}
	packages.Visit(b.Roots, nil, func(pkg *packages.Package) {
		if b.IsRoot[pkg.ID] {
			b.Local = append(b.Local, pkg)
		}
	})
}

// missing is a package of another module, of which nothing is known but its path.
func (b *bare) missing(path string) *packages.Package {
	id := "missing " + path
	if b.ByID[id] == nil {
		b.ByID[id] = &packages.Package{ID: id, PkgPath: path}
	}
	return b.ByID[id]
}
