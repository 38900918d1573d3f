//go:build unix

package exact_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
	"text/template"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/test/exact"
)

var (
	schemas = flag.Int("schemas", 8, "how many random schemas TestRandomSchemas draws")
	seed    = flag.Uint64("seed", 1, "seed of the first random schema")
)

// features are what schemas must be drawn with. Their keys take any value of their type:
// limits have tests of their own.
var features = []string{
	"required", "optional", "default", "encoding json-string", "go_type", "family", "family with two parameters", "optional field",
	"object in use", "object in itself", "enum in use", "list", "map", "type string", "type bool", "type int", "type int64", "type float",
	"type time", "type duration", "type bytes", "type json", "scope session", "scope user", "scope app", "sensitive",
}

// TestRandomSchemas generates the packages of random schemas, and has a test
// compiled and run that holds the property on them. Their files, and the
// test's, stand in an overlay of the go command: they can import what is
// internal to this module, and nothing is written into it.
func TestRandomSchemas(t *testing.T) {
	if testing.Short() {
		*schemas = min(*schemas, 4)
	}
	o := overlay{folder: t.TempDir(), Replace: map[string]string{}}
	test := drawnTest{Exact: reflect.TypeFor[exact.Package]().PkgPath()}
	test.Folder = test.Exact + "/drawn"
	drawn := map[string]int{}
	for i := range *schemas {
		p := drawnPackage{Name: fmt.Sprintf("drawn%d", *seed+uint64(i))}
		s, loaded := draw.New(*seed+uint64(i), draw.Options{
			Keys: 20, GoTypes: []string{test.Exact + ".Thing"}, Note: func(feature string) { drawn[feature]++ },
		}).Sound()
		for _, f := range generate(t, p.Name, loaded) {
			o.add(t, filepath.Join("drawn", p.Name, f.Name), f.Content)
		}
		p.Enums = s.Named(true)
		test.Packages = append(test.Packages, p)
	}
	for _, feature := range features {
		t.Logf("%5d times %s", drawn[feature], feature)
		if drawn[feature] == 0 {
			t.Errorf("nothing was drawn with %s", feature)
		}
	}
	o.add(t, "drawn/drawn_test.go", test.text(t))
	program := filepath.Join(o.folder, "drawn.test")
	run(t, exec.Command("go", "test", "-c", "-vet=off", "-o", program, "-overlay", o.write(t), "./drawn"))
	t.Setenv("DRAWN_POSTGRES", server.NewDatabase(t))
	run(t, exec.Command(program))
}

func run(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// generate generates a package and fails if the schema is refused.
func generate(t *testing.T, name string, s *schema.Schema) []generator.File {
	t.Helper()
	files, found := generator.Generate(s, generator.Options{Package: name, Source: "stategen.yaml"})
	if found.HasErrors() {
		t.Fatal(found)
	}
	return files
}

// overlay shows files to the go command that stand elsewhere.
type overlay struct {
	folder  string
	Replace map[string]string
}

// add adds a file by its path below this package.
func (o overlay) add(t *testing.T, path string, content []byte) {
	t.Helper()
	shown, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(o.folder, fmt.Sprintf("%d.go", len(o.Replace)))
	if err := os.WriteFile(file, content, 0o644); err != nil {
		t.Fatal(err)
	}
	o.Replace[shown] = file
}

// write returns the file for the go command.
func (o overlay) write(t *testing.T) string {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(o.folder, "overlay.json")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// drawnTest is the test of the generated packages.
type drawnTest struct {
	Exact, Folder string // import paths
	Packages      []drawnPackage
}

type drawnPackage struct {
	Name  string
	Enums []string
}

func (d drawnTest) text(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := drawnTemplate.Execute(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var drawnTemplate = template.Must(template.New("").Parse(`package drawn_test

import (
	"os"
	"testing"

	"{{.Exact}}"
{{- range .Packages}}
	"{{$.Folder}}/{{.Name}}"
{{- end}}
)

func TestDrawn(t *testing.T) {
	exact.EveryStoreGivesBackWhatWasSet(t, []exact.Package{
{{- range .Packages}}{{$p := .Name}}
		exact.PackageOf("{{$p}}", {{$p}}.NewDelta, {{$p}}.Load{{range .Enums}}, exact.EnumOf({{$p}}.{{.}}Values()){{end}}),
{{- end}}
	}, 8, os.Getenv("DRAWN_POSTGRES"))
}
`))
