package fingerprint_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seed92179c4c/stategen/internal/cache"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/fingerprint"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/golist"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/schemas"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/sources"
	"golang.org/x/tools/go/packages"
)

// project is a package, what it imports, and the files that they are in.
type project struct {
	pkg, imported, standard, released *packages.Package
	version                           string // of Go
	files                             map[string]string
}

func newProject(dir string) *project {
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	p := &project{
		standard: &packages.Package{ID: "fmt", Name: "fmt", PkgPath: "fmt", GoFiles: []string{at("go/src/fmt/fmt.go")}},
		released: &packages.Package{
			ID: "example.com/b", Name: "b", GoFiles: []string{at("mod/b/b.go")}, Module: &packages.Module{Path: "example.com/b", Version: "v1.0.0", Dir: at("mod/b")},
		},
		version: "go1.26.0",
		files: map[string]string{
			"go/src/fmt/fmt.go": "package fmt", "mod/b/b.go": "package b", "a/a.go": "package a", "a/c/c.go": "package c", "stategen.yaml": "version: 1\n",
		},
	}
	own := &packages.Module{Path: "example.com/a", Dir: at("a"), Main: true, GoVersion: "1.26"}
	p.imported = &packages.Package{ID: "example.com/a/c", Name: "c", GoFiles: []string{at("a/c/c.go")}, Module: own, Imports: map[string]*packages.Package{"fmt": p.standard}}
	p.pkg = &packages.Package{
		ID: "example.com/a", Name: "a", GoFiles: []string{at("a/a.go")}, Module: own,
		Imports: map[string]*packages.Package{"example.com/a/c": p.imported, "example.com/b": p.released},
	}
	return p
}

// sum writes the files of a project and sums up its package.
func (p *project) sum(t *testing.T, dir string) cache.Sum {
	t.Helper()
	for name, text := range p.files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	src := sources.New(nil)
	e := golist.Environment{Values: []string{"amd64", p.version, "", filepath.Join(dir, "go"), filepath.Join(dir, "mod")}}
	prints := fingerprint.New(e, src, schemas.New(src))
	sum := prints.Of(p.pkg)
	if prints.Of(p.pkg) != sum {
		t.Error("a sum is another one when it is asked for again")
	}
	return sum
}

// TestOf holds that a change of whatever a check depends on changes the sum, and that of what can't
// change nothing is looked at.
func TestOf(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*project)
		same   bool
	}{
		"nothing":                  {func(*project) {}, true},
		"a file":                   {func(p *project) { p.files["a/a.go"] = "package a // changed" }, false},
		"a file of an import":      {func(p *project) { p.files["a/c/c.go"] = "package c // changed" }, false},
		"a nearer schema":          {func(p *project) { p.files["a/stategen.yaml"] = "" }, false},
		"a schema":                 {func(p *project) { p.files["stategen.yaml"] = "version: 1\nkeys: {}\n" }, true}, // sources.Reads have it
		"an embedded file":         {func(p *project) { p.pkg.EmbedFiles = []string{"a.md"} }, false},
		"a name":                   {func(p *project) { p.pkg.Name = "b" }, false},
		"an ID":                    {func(p *project) { p.pkg.ID += " [test]" }, false},
		"an import":                {func(p *project) { delete(p.pkg.Imports, "example.com/b") }, false},
		"the version of Go":        {func(p *project) { p.pkg.Module.GoVersion = "1.27" }, false},
		"a file of Go":             {func(p *project) { p.files["go/src/fmt/fmt.go"] = "package fmt // changed" }, true},
		"a file of Go itself":      {func(p *project) { p.version = "devel"; p.files["go/src/fmt/fmt.go"] = "package fmt // changed" }, false},
		"a file of a release":      {func(p *project) { p.files["mod/b/b.go"] = "package b // changed" }, true},
		"the version of a release": {func(p *project) { p.released.Module.Version = "v1.0.1" }, false},
		"a file that is replaced": {func(p *project) {
			p.released.Module.Replace = &packages.Module{Path: "example.com/c", Version: "v1.0.0"}
		}, false},
		"a package without files": {func(p *project) { p.released.GoFiles = nil }, false},
		"a release in another place": {func(p *project) {
			p.released.GoFiles = []string{p.pkg.GoFiles[0]}
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			before := newProject(dir).sum(t, dir)
			p := newProject(dir)
			c.change(p)
			if got := p.sum(t, dir) == before; got != c.same {
				t.Errorf("the sum is the same: %v", got)
			}
		})
	}
}
