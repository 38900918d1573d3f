package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/yaml"
	"golang.org/x/tools/go/packages"

	"github.com/seed92179c4c/stategen/generator"
)

const module = "github.com/seed92179c4c/stategen"

// TestCode checks every block of Go or JavaScript. A whole program must compile. Anything else
// is quoted from the files of examples, or is a list of declarations as they
// stand in generated code or in the runtime. The parts in the README and in start.md must parse.
func TestCode(t *testing.T) {
	quotable := lines(t, "example_test.go", "testing_test.go", "placed/placed.go", "placed/placed_test.go", "testdata/adk/trip.go",
		"../examples/adk/agents.go", "../examples/adk/main.go", "../test/eino/agent_test.go", "../runtime/adksession/testdata/adk/doors_test.go",
		"../runtime/adksession/testdata/adk/agui_test.go", "../examples/booking/web.go", "../examples/booking/web/page.js",
		"../test/agui/tour.mjs", "../test/agui/tabs.mjs")
	for _, p := range pages(t) {
		declared := declarations(t, p)
		for _, b := range p.blocks {
			switch {
			case b.lang != "go" && b.lang != "js", p.file == evolution: // TestEvolution runs it
			case strings.HasPrefix(b.text, "package "):
				compile(t, p, b)
			case isPart(p):
				parse(t, p, b)
			case !quotes(quotable, b) && !declared.hold(b):
				t.Errorf("%s:%d: this code stands in no example, and is not what is generated:\n%s", p.file, b.line, b.text)
			}
		}
	}
}

// lines returns the lines of some files.
func lines(t *testing.T, files ...string) []string {
	t.Helper()
	var all []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, strings.Split(string(text), "\n")...)
	}
	return all
}

// quotes reports whether a block's lines follow each other in source, indented
// as a whole or not.
func quotes(source []string, b block) bool {
	want := strings.Split(strings.TrimRight(b.text, "\n"), "\n")
	for i := range source {
		indent := strings.TrimSuffix(source[i], want[0])
		if strings.Trim(indent, "\t ") == "" && strings.HasSuffix(source[i], want[0]) && follow(source[i:], want, indent) {
			return true
		}
	}
	return false
}

func follow(source, want []string, indent string) bool {
	if len(source) < len(want) {
		return false
	}
	for i, line := range want {
		if line != "" {
			line = indent + line
		}
		if source[i] != line {
			return false
		}
	}
	return true
}

// known is a set of lines of code, without comments, tags and indentation.
type known map[string]bool

func (k known) add(code string) {
	for line := range strings.Lines(code) {
		k[bare(line)] = true
	}
}

func bare(line string) string {
	line, _, _ = strings.Cut(line, " // ")
	line, _, _ = strings.Cut(line, " `") // tags of fields
	return strings.TrimSuffix(strings.Join(strings.Fields(line), " "), " {")
}

// hold reports whether a block consists of known lines. An opening brace at a
// function's end need not be written.
func (k known) hold(b block) bool {
	for line := range strings.Lines(b.text) {
		if code := bare(line); code != "" && !strings.HasPrefix(code, "//") && !k[code] {
			return false
		}
	}
	return true
}

// declarations are the lines that the page's schemas generate, those of the
// runtime, and those of the adapter for ADK.
func declarations(t *testing.T, p page) known {
	t.Helper()
	k := known{}
	for _, b := range p.blocks {
		if b.lang == "yaml" && !isPart(p) {
			files, _ := generate(t, p, b)
			for _, f := range files {
				k.add(string(f.Content))
			}
		}
	}
	for _, pattern := range []string{"../runtime/*.go", "../runtime/*/*.go", "../testdata/golden/adk/v2/adk_gen.go", "../testdata/golden/trpc/state/trpc_gen.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		k.add(strings.Join(lines(t, files...), "\n"))
	}
	return k
}

// parse checks the syntax of a part of a program, which may leave things out.
func parse(t *testing.T, p page, b block) {
	t.Helper()
	for part := range strings.SplitSeq(strings.ReplaceAll(b.text, "…", ""), "\n\n") {
		_, asDecls := parser.ParseFile(token.NewFileSet(), "", "package p\n"+part, 0)
		_, asBody := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc _() {\n"+part+"\n}", 0)
		if asDecls != nil && asBody != nil {
			t.Errorf("%s:%d: %v", p.file, b.line, asBody)
		}
	}
}

// compile type-checks a whole program together with the package that it
// imports from a module of the reader's.
func compile(t *testing.T, p page, b block) {
	t.Helper()
	dir, err := filepath.Abs("program")
	if err != nil {
		t.Fatal(err)
	}
	source := readersModule.ReplaceAllString(b.text, `"`+module+`/docs/program/$1"`)
	overlay := map[string][]byte{filepath.Join(dir, "main.go"): []byte(source)}
	for _, m := range readersModule.FindAllStringSubmatch(b.text, -1) {
		for _, f := range combined(t, p, m[1]) {
			overlay[filepath.Join(dir, m[1], f.Name)] = f.Content
		}
	}
	config := &packages.Config{Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
		packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo, Overlay: overlay}
	loaded, err := packages.Load(config, "./program")
	if err != nil {
		t.Fatal(err)
	}
	packages.Visit(loaded, nil, func(pkg *packages.Package) {
		for _, e := range pkg.Errors {
			t.Errorf("%s:%d: the program does not compile: %v", p.file, b.line, e)
		}
	})
}

var readersModule = regexp.MustCompile(`"example\.com/[a-z]+/([a-z]+)"`)

// combined generates the package that a reader has who adds all keys and types
// of a page to the schema that init writes.
func combined(t *testing.T, p page, pkg string) []generator.File {
	t.Helper()
	all := readYAML(t, starter)
	delete(all, "out")
	for _, b := range p.blocks {
		if b.lang != "yaml" {
			continue
		}
		for _, field := range []string{"keys", "types"} {
			more, _ := parseYAML(t, whole(b.text))[field].(map[string]any)
			maps.Copy(all[field].(map[string]any), more)
		}
	}
	all["package"] = pkg
	text, err := yaml.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	files, list := generate(t, p, block{text: string(text)})
	if len(list) > 0 {
		t.Fatalf("%s: the keys of this page don't go together:\n%s", p.file, messages(list))
	}
	return files
}

var mention = regexp.MustCompile(`\b(runtime|memory|sqlite|postgres|redis|storetest|instruction|tripstate)\.([A-Z]\w*)`)

// TestNames finds names that the pages mention and no package has.
func TestNames(t *testing.T) {
	folders := map[string]string{"runtime": "../runtime", "tripstate": "trip/tripstate"}
	for _, name := range []string{"memory", "sqlite", "postgres", "redis", "storetest", "instruction"} {
		folders[name] = "../runtime/" + name
	}
	declared := map[string]map[string]bool{}
	for name, folder := range folders {
		declared[name] = exported(t, folder)
	}
	maps.Copy(declared["tripstate"], map[string]bool{"For": true, "Plugin": true, "SetDelta": true, "AppendDelta": true, "PlannerProvider": true, "WorkflowSchema": true})
	for _, p := range pages(t) {
		for _, m := range mention.FindAllStringSubmatch(p.text, -1) {
			if !declared[m[1]][m[2]] {
				t.Errorf("%s: there is no %s", p.file, m[0])
			}
		}
	}
}

// exported returns the names that the Go files of a folder declare.
func exported(t *testing.T, folder string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(folder + "/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v", folder, err)
	}
	names := map[string]bool{}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				names[n.Name.Name] = true
			case *ast.TypeSpec:
				names[n.Name.Name] = true
			case *ast.ValueSpec:
				for _, name := range n.Names {
					names[name.Name] = true
				}
			}
			return true
		})
	}
	return names
}
