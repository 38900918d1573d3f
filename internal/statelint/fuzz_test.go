package statelint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed92179c4c/stategen/internal/snippet"
	"github.com/seed92179c4c/stategen/internal/source/golang/goload"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"
)

// stubImporter resolves imports to the stub packages and what they need.
type stubImporter map[string]*types.Package

func (s stubImporter) Import(path string) (*types.Package, error) {
	if pkg := s[path]; pkg != nil {
		return pkg, nil
	}
	return nil, os.ErrNotExist
}

func loadStubs(f *testing.F) stubImporter {
	f.Helper()
	dir := snippet.GOPATH(f, "testdata/src")
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadTypes | packages.NeedDeps,
		Dir:  filepath.Join(dir, "src"),
		Env:  append(os.Environ(), "GOPATH="+dir, "GO111MODULE=off", "GOWORK=off", "GOFLAGS="),
	}, "booking/...")
	if err != nil {
		f.Fatal(err)
	}
	known := stubImporter{}
	packages.Visit(pkgs, nil, func(pkg *packages.Package) { known[pkg.PkgPath] = pkg.Types })
	return known
}

// Whatever the source, the analyzer ends without a panic, and its spans lie in
// the file.
func FuzzSource(f *testing.F) {
	known := loadStubs(f)
	cases, err := filepath.Glob("../source/golang/*/testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		f.Fatalf("no cases: %v", err)
	}
	for _, name := range cases {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range a.Files {
			if filepath.Ext(file.Name) == ".go" {
				f.Add(file.Data)
			}
		}
	}
	dir, err := filepath.Abs("testdata/src/booking")
	if err != nil {
		f.Fatal(err)
	}
	path := filepath.Join(dir, "fuzzed.go")
	f.Fuzz(func(t *testing.T, src []byte) {
		l := newLinter(Options{Unsaved: map[string][]byte{path: src}})
		result, err := l.run(parsed(path, src, known))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range result.(*Result).Findings {
			if d.Span.File == l.sources.Name(path) && (d.Span.Start < 0 || d.Span.End > len(src) || d.Span.Start > d.Span.End) {
				t.Errorf("a span of %d:%d in %d bytes: %s", d.Span.Start, d.Span.End, len(src), d.Message)
			}
		}
	})
}

// parsed type-checks a source as far as that goes.
func parsed(path string, src []byte, known stubImporter) *analysis.Pass {
	fset := token.NewFileSet()
	file, _ := parser.ParseFile(fset, path, src, parser.ParseComments|parser.AllErrors)
	info := goload.NewInfo()
	conf := types.Config{Importer: known, Error: func(error) {}}
	pkg, _ := conf.Check("fuzzed", fset, []*ast.File{file}, info)
	facts := goload.NewFacts()
	pass := &analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info}
	facts.Share(pass)
	return pass
}
