package generator_test

import (
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/client"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/runtime/typed/moves"
	"github.com/seed92179c4c/stategen/schema/load"
)

// newImports lists the compiled packages that generated code may import, and
// type-checks what exists in tests only: ADK's stubs and an included schema's
// package.
func newImports(t *testing.T) *imports {
	t.Helper()
	exports := listExports(t, "context", "encoding/json", "log/slog", "net/mail", "net/url", "time",
		reflect.TypeFor[runtime.Service]().PkgPath(), reflect.TypeFor[typed.Error]().PkgPath(), reflect.TypeFor[moves.Forms]().PkgPath(), reflect.TypeFor[client.Contract]().PkgPath())
	im := &imports{fset: token.NewFileSet(), own: map[string]*types.Package{}}
	im.gc = importer.ForCompiler(im.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	im.add(t, "github.com/google/jsonschema-go/jsonschema", sources(t, filepath.Join(testdata, "adk", "stub", "jsonschema", "jsonschema")))
	im.add(t, "google.golang.org/genai", sources(t, filepath.Join(testdata, "adk", "stub", "genai")))
	for stub, module := range map[string]string{"v1": "google.golang.org/adk", "v2": "google.golang.org/adk/v2"} {
		for _, pkg := range []string{"session", "agent", "plugin"} {
			im.add(t, module+"/"+pkg, sources(t, filepath.Join(testdata, "adk", "stub", stub, pkg)))
		}
	}
	im.add(t, draw.CommonPath, commonSources(t))
	return im
}

func listExports(t *testing.T, packages ...string) map[string]string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Export"}, packages...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p struct{ ImportPath, Export string }
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
	}
	return exports
}

func (im *imports) add(t *testing.T, path string, sources map[string][]byte) {
	t.Helper()
	var files []*ast.File
	for name, text := range sources {
		f, err := parser.ParseFile(im.fset, name, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	pkg, err := im.typeCheck(path, files)
	if err != nil {
		t.Fatal(err)
	}
	im.own[path] = pkg
}

func sources(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(dir + "/*.go")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no sources in %s: %v", dir, err)
	}
	texts := map[string][]byte{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = text
	}
	return texts
}

func commonSources(t *testing.T) map[string][]byte {
	t.Helper()
	r := load.Schema("common.yaml", draw.Read("", ""))
	requireClean(t, r.Diagnostics)
	files, problems := generator.Generate(r.Schema, generator.Options{Source: "common.yaml"})
	requireClean(t, problems)
	texts := map[string][]byte{}
	for _, f := range files {
		texts[f.Name] = f.Content
	}
	return texts
}
