package standins_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"testing"

	"github.com/seed92179c4c/stategen/internal/standins"
)

// sources imports stand-ins, and Go's own packages.
type sources struct {
	t        *testing.T
	fset     *token.FileSet
	known    map[string]*types.Package
	standard types.Importer
}

func (s *sources) Import(name string) (*types.Package, error) {
	names, err := fs.Glob(standins.Sources(), name+"/*.go")
	switch {
	case s.known[name] != nil:
		return s.known[name], nil
	case err != nil || len(names) == 0:
		return s.standard.Import(name)
	}
	var files []*ast.File
	for _, file := range names {
		text, err := fs.ReadFile(standins.Sources(), file)
		if err != nil {
			return nil, err
		}
		parsed, err := parser.ParseFile(s.fset, file, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, parsed)
	}
	config := types.Config{Importer: s, Error: func(err error) { s.t.Error(err) }}
	s.known[name], err = config.Check(name, s.fset, files, nil)
	return s.known[name], err
}

// TestSourcesCompile holds that all stand-ins are whole: what is wrong in one is not seen where it
// stands in.
func TestSourcesCompile(t *testing.T) {
	fset := token.NewFileSet()
	s := &sources{t, fset, map[string]*types.Package{}, importer.ForCompiler(fset, "source", nil)}
	err := fs.WalkDir(standins.Sources(), ".", func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			_, err = s.Import(path.Dir(file))
		}
		return err
	})
	if err != nil || len(s.known) < 3 {
		t.Errorf("%d packages, %v", len(s.known), err)
	}
}
