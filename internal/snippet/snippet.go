// Package snippet type-checks, for tests alone, snippets of Go without the go command: on top of
// the stand-ins for frameworks, of our runtime, and of Go's own packages.
package snippet

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/goload"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"github.com/seed92179c4c/stategen/internal/standins"
	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"
)

// Program is the packages of an archive, each after those that it imports.
type Program struct {
	Dir     string // where the archive's files are
	Files   []txtar.File
	Sources *sources.Reader
	Passes  []*analysis.Pass
	Errors  []error // what does not compile

	module string
	own    map[string]*types.Package
	facts  *goload.Facts
}

// Load writes an archive to a folder and type-checks the packages in it. Their paths are those of
// their folders, below the module of a go.mod if there is one.
func Load(t testing.TB, a *txtar.Archive) *Program {
	t.Helper()
	p := &Program{Dir: t.TempDir(), Files: a.Files, Sources: sources.New(nil), own: map[string]*types.Package{}, facts: goload.NewFacts()}
	var folders []string
	for _, f := range a.Files {
		p.Write(t, f.Name, string(f.Data))
		switch folder := path.Dir(f.Name); {
		case f.Name == "go.mod":
			p.module = modfile.ModulePath(f.Data)
		case path.Ext(f.Name) == ".go" && !slices.Contains(folders, folder):
			folders = append(folders, folder)
		}
	}
	for _, folder := range folders {
		if _, err := p.Import(path.Join(p.module, folder)); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// GOPATH makes a folder in which the go command finds the stand-ins for frameworks, and copies of
// the packages in another folder.
func GOPATH(t testing.TB, packages string) string {
	t.Helper()
	dir := t.TempDir()
	for _, from := range []fs.FS{standins.Sources(), os.DirFS(packages)} {
		if err := os.CopyFS(filepath.Join(dir, "src"), from); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Write makes a file of the program, or changes it.
func (p *Program) Write(t testing.TB, name, text string) {
	t.Helper()
	file := filepath.Join(p.Dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Import type-checks a package of the archive and keeps its pass, or finds another one.
func (p *Program) Import(name string) (*types.Package, error) {
	if pkg := p.own[name]; pkg != nil {
		return pkg, nil
	}
	folder := strings.TrimPrefix(strings.TrimPrefix(name, p.module), "/")
	found, err := build.ImportDir(filepath.Join(p.Dir, filepath.FromSlash(folder)), 0)
	if err != nil && len(found.GoFiles)+len(found.TestGoFiles) == 0 {
		return others.Import(name)
	}
	files, err := parse(os.DirFS(found.Dir), found.Dir, slices.Concat(found.GoFiles, found.TestGoFiles))
	if err != nil {
		return nil, err
	}
	info := goload.NewInfo()
	config := types.Config{Importer: p, Error: func(err error) { p.Errors = append(p.Errors, err) }}
	pkg, _ := config.Check(name, fset, files, info)
	p.own[name] = pkg
	ap := &analysis.Pass{Fset: fset, Files: files, Pkg: pkg, TypesInfo: info}
	p.facts.Share(ap)
	p.Passes = append(p.Passes, ap)
	return pkg, nil
}

// Name is the name in spans of a file of the archive.
func (p *Program) Name(file string) string {
	return p.Sources.Name(filepath.Join(p.Dir, filepath.FromSlash(file)))
}

// Place is where a span begins, as people read it.
func (p *Program) Place(at diag.Span) string {
	file := p.Sources.Path(at.File)
	pos := p.Sources.Open(file).Position(at.Start)
	name, err := filepath.Rel(p.Dir, file)
	if err != nil {
		name = file
	}
	return fmt.Sprintf("%s:%d:%d", filepath.ToSlash(name), pos.Line, pos.Column)
}

var (
	fset   = token.NewFileSet()
	others = imported{}
	source = importer.ForCompiler(fset, "source", nil).(types.ImporterFrom)
)

func init() { build.Default.CgoEnabled = false } // the source of Go's packages is then all there is of them

// imported are the stand-ins, by path: they are read once for all, as are our runtime and Go's own packages.
type imported map[string]*types.Package

func (o imported) Import(name string) (*types.Package, error) {
	if pkg := o[name]; pkg != nil {
		return pkg, nil
	}
	names, _ := fs.Glob(standins.Sources(), name+"/*.go")
	if len(names) == 0 {
		return source.ImportFrom(name, ".", 0)
	}
	files, err := parse(standins.Sources(), "", names)
	if err != nil {
		return nil, err
	}
	config := types.Config{Importer: o, IgnoreFuncBodies: true, Error: func(error) {}}
	o[name], _ = config.Check(name, fset, files, nil)
	return o[name], nil
}

func parse(in fs.FS, dir string, names []string) (files []*ast.File, err error) {
	for _, name := range names {
		text, err := fs.ReadFile(in, name)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(fset, filepath.Join(dir, name), text, parser.ParseComments|parser.SkipObjectResolution)
		if f == nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}
