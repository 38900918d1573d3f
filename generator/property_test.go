package generator_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema/load"
)

var (
	schemas = flag.Int("schemas", 2000, "how many random schemas TestRandomSchemas draws")
	seed    = flag.Uint64("seed", 1, "seed of the first random schema")
)

// TestRandomSchemas draws schemas with hostile names and texts. Each must be
// refused with a diagnostic or yield code that compiles, is formatted, and
// contains no text of the schema outside of comments and literals.
func TestRandomSchemas(t *testing.T) {
	if testing.Short() {
		*schemas = min(*schemas, 150)
	}
	imports := newImports(t)
	var mu sync.Mutex
	frequency := map[string]int{}
	outcome := map[string]int{}
	var next atomic.Uint64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				i := next.Add(1) - 1
				if i >= uint64(*schemas) || t.Failed() {
					return
				}
				features := map[string]bool{}
				d := draw.New(*seed+i, draw.Options{
					Limits: true, Moves: true, Hostile: true, GoTypes: []string{"net/url.URL", "net/mail.Address"},
					Note: func(feature string) { features[feature] = true },
				})
				text := d.Schema().String()
				result, err := tryOut(imports, text)
				if i%20 == 0 && err == nil {
					err = sameAgain(text)
				}
				if err != nil {
					t.Errorf("seed %d: %v\n%s", *seed+i, err, text)
				}
				mu.Lock()
				outcome[result]++
				for feature := range features {
					if result == generated {
						frequency[feature]++
					}
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	report(t, outcome, frequency)
}

func report(t *testing.T, outcome, frequency map[string]int) {
	for _, name := range slices.Sorted(maps.Keys(outcome)) {
		t.Logf("%6d %s", outcome[name], name)
	}
	n := outcome[generated]
	if n < *schemas/2 {
		t.Errorf("only %d of %d schemas yield code", n, *schemas)
	}
	for _, feature := range slices.Sorted(maps.Keys(frequency)) {
		percent := 100 * float64(frequency[feature]) / float64(n)
		t.Logf("%5.1f %% %s", percent, feature)
		if percent < 1 {
			t.Errorf("%s is too rare: %.2f %%", feature, percent)
		}
	}
}

const generated = "generated"

func tryOut(imports *imports, text string) (outcome string, _ error) {
	r := load.Schema("stategen.yaml", draw.Read("stategen.yaml", text))
	if r.Schema == nil {
		return "refused by schema: " + firstError(r.Diagnostics), nil
	}
	files, problems := generator.Generate(r.Schema, generator.Options{Source: "stategen.yaml"})
	if problems.HasErrors() {
		if len(files) > 0 {
			return "", errors.New("files beside errors")
		}
		for _, p := range problems {
			if p.Span.IsZero() || p.ID == "generate" {
				return "", fmt.Errorf("%s: %s", p.ID, p.Message)
			}
		}
		return "refused by generator: " + firstError(problems), nil
	}
	return generated, imports.check(append(files, functions(files)...))
}

// sameAgain generates a schema's files twice and compares them.
func sameAgain(text string) error {
	run := func() []generator.File {
		r := load.Schema("stategen.yaml", draw.Read("stategen.yaml", text))
		if r.Schema == nil {
			return nil
		}
		files, _ := generator.Generate(r.Schema, generator.Options{Source: "stategen.yaml"})
		return files
	}
	if !reflect.DeepEqual(run(), run()) {
		return errors.New("the second run differs")
	}
	return nil
}

// check type-checks a package, and looks at its comments and format.
func (im *imports) check(files []generator.File) error {
	var parsed []*ast.File
	for _, f := range files {
		formatted, err := format.Source(f.Content)
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", f.Name, err, f.Content)
		}
		if !bytes.Equal(formatted, f.Content) {
			return fmt.Errorf("%s is not formatted:\n%s", f.Name, f.Content)
		}
		file, err := parser.ParseFile(im.fset, f.Name, f.Content, parser.ParseComments)
		if err != nil {
			return err
		}
		if err := plainComments(file); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		parsed = append(parsed, file)
	}
	_, err := im.typeCheck("example.com/m/generated", parsed)
	return err
}

// plainComments reports comments that mean something to tools.
func plainComments(file *ast.File) error {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if !strings.HasPrefix(c.Text, "// ") && !strings.HasPrefix(c.Text, "//\t") && c.Text != "//" && c.Text != "//go:noinline" {
				return fmt.Errorf("comment %q", c.Text)
			}
		}
		for p := range strings.SplitSeq(group.Text(), "\n\n") {
			if strings.HasPrefix(p, "Deprecated: injected") || strings.HasPrefix(p, "Deprecated: not really") && p == group.Text() {
				return fmt.Errorf("injected deprecation %q", p)
			}
		}
	}
	return nil
}

func (im *imports) typeCheck(path string, files []*ast.File) (*types.Package, error) {
	var problems []error
	config := types.Config{Importer: im, GoVersion: "go1.26", Error: func(err error) { problems = append(problems, err) }}
	pkg, err := config.Check(path, im.fset, files, nil)
	if err != nil {
		return nil, errors.Join(problems...)
	}
	return pkg, nil
}

var _ types.Importer = (*imports)(nil)

// imports serves the packages that generated code imports.
type imports struct {
	fset *token.FileSet
	gc   types.Importer
	mu   sync.Mutex
	own  map[string]*types.Package
}

// Import implements types.Importer.
func (im *imports) Import(path string) (*types.Package, error) {
	im.mu.Lock()
	defer im.mu.Unlock()
	if pkg, ok := im.own[path]; ok {
		return pkg, nil
	}
	return im.gc.Import(path)
}

func firstError(list diag.List) string {
	for _, d := range list {
		if d.Severity == diag.Error {
			return d.ID
		}
	}
	return ""
}
