package statelint

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/files"
	"github.com/seed92179c4c/stategen/internal/snippet"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/internal/source/golang/goload"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"github.com/seed92179c4c/stategen/schema/load"
	"golang.org/x/tools/txtar"
)

// module is a tree of packages in a folder of its own.
type module struct {
	t        *testing.T
	options  CheckOptions
	patterns []string
}

// modules are those of the other tests, as far as they compile.
func modules(t *testing.T) map[string]func(*testing.T) module {
	list := map[string]func(*testing.T) module{"stubs": stubModule, "booking": bookingModule}
	scripts, err := filepath.Glob("../../cmd/stategen/testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range scripts {
		archive, err := txtar.ParseFile(script)
		if err != nil {
			t.Fatal(err)
		}
		checks := bytes.Contains(archive.Comment, []byte("stategen check")) || bytes.Contains(archive.Comment, []byte("vet"))
		has := func(name string) bool {
			return slices.ContainsFunc(archive.Files, func(f txtar.File) bool { return path.Ext(f.Name) == name || f.Name == name })
		}
		if isWhole := !bytes.Contains(archive.Comment, []byte("GOPROXY=off")); checks && has("go.mod") && has(".go") && isWhole {
			list[filepath.Base(script)] = func(t *testing.T) module { return scriptModule(t, archive) }
		}
	}
	if len(list) < 5 {
		t.Fatalf("only %d modules: have the scripts moved?", len(list))
	}
	return list
}

func stubModule(t *testing.T) module {
	dir := snippet.GOPATH(t, "testdata/src")
	return module{t, CheckOptions{
		Dir: filepath.Join(dir, "src"),
		Env: append(os.Environ(), "GOPATH="+dir, "GO111MODULE=off", "GOWORK=off", "GOFLAGS="),
	}, []string{"booking/..."}}
}

func bookingModule(t *testing.T) module {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../examples/booking")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if name == "go.mod" {
			_, rest, _ := bytes.Cut(text, []byte("\n"))
			rest = bytes.ReplaceAll(rest, []byte(" => ./"), []byte(" => "+repository(t)+"/"))
			text = append([]byte("module example.com/booking\n"), rest...)
		}
		writeTo(t, filepath.Join(dir, name), text)
	}
	m := module{t, CheckOptions{Dir: dir, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")}, []string{"./..."}}
	for _, name := range m.files() {
		if text, err := os.ReadFile(name); err == nil && strings.HasSuffix(name, ".go") {
			writeTo(t, name, bytes.ReplaceAll(text, []byte(ownModule()+"/examples/booking"), []byte("example.com/booking")))
		}
	}
	return m
}

func ownModule() string { return strings.TrimSuffix(framework.RuntimePath, "/runtime") }

func repository(t *testing.T) string {
	path, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func scriptModule(t *testing.T, archive *txtar.Archive) module {
	m := module{t, CheckOptions{Dir: t.TempDir(), Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=")}, []string{"./..."}}
	for _, f := range archive.Files {
		writeTo(t, filepath.Join(m.options.Dir, filepath.FromSlash(f.Name)), f.Data)
	}
	if bytes.Contains(archive.Comment, []byte("symlink stategen ->")) {
		if err := os.Symlink(filepath.Join(repository(t), "runtime"), filepath.Join(m.options.Dir, "stategen")); err != nil {
			t.Fatal(err)
		}
	}
	m.generate()
	return m
}

// generate makes the code of the module's schema, if it goes into a folder of
// its own.
func (m module) generate() {
	path := filepath.Join(m.options.Dir, "stategen.yaml")
	s := load.Schema(path, os.ReadFile).Schema
	if s == nil || s.Out == "." {
		return
	}
	dir := filepath.Join(m.options.Dir, filepath.FromSlash(s.Out))
	source, err := filepath.Rel(dir, path)
	if err != nil {
		m.t.Fatal(err)
	}
	files, problems := generator.Generate(s, generator.Options{Source: filepath.ToSlash(source)})
	if len(files) == 0 {
		m.t.Fatal(problems)
	}
	for _, f := range files {
		writeTo(m.t, filepath.Join(dir, f.Name), f.Content)
	}
}

func writeTo(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

func (m module) files() []string {
	var list []string
	err := filepath.WalkDir(m.options.Dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		m.t.Fatal(err)
	}
	return list
}

// checked is what Check reports.
func (m module) checked(o CheckOptions) Report {
	m.t.Helper()
	r, err := Check(m.patterns, o)
	if err != nil {
		m.t.Fatal(err)
	}
	return r
}

// same compares reports, but for the order of uses, which is none, and for
// files that nothing names.
func (m module) same(what string, got, want Report) {
	m.t.Helper()
	for part, pair := range map[string][2]any{
		"findings":    {got.Findings, want.Findings},
		"not checked": {got.NotChecked, want.NotChecked},
		"ungoverned":  {got.Ungoverned, want.Ungoverned},
		"uses":        {inOrder(got.Uses), inOrder(want.Uses)},
		"projects":    {projectsInOrder(got), projectsInOrder(want)},
		"packages":    {got.Packages, want.Packages},
		"sources":     {textsOf(got), textsOf(want)},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			m.t.Errorf("%s: other %s:\ngot  %v\nwant %v", what, part, pair[0], pair[1])
		}
	}
}

func inOrder(uses []Use) []string {
	var list []string
	for _, u := range uses {
		list = append(list, fmt.Sprintf("%+v", u))
	}
	slices.Sort(list)
	return list
}

func projectsInOrder(r Report) []string {
	var list []string
	for _, p := range r.Projects {
		list = append(list, p.Schema)
		list = append(list, inOrder(p.Code.Uses)...)
		for _, f := range p.Code.Files {
			list = append(list, f.Name)
		}
	}
	return list
}

// textsOf are the files that findings and places name.
func textsOf(r Report) map[string]string {
	texts := map[string]string{}
	name := func(file string) {
		if src := r.Sources[file]; src != nil {
			texts[file] = string(src.Text)
		}
	}
	for _, d := range r.Findings {
		name(d.Span.File)
		for _, related := range d.Related {
			name(related.Span.File)
		}
	}
	for _, n := range r.NotChecked {
		name(n.Span.File)
	}
	return texts
}

// TestRemembering holds that what is remembered changes nothing, whatever is
// edited between two checks.
func TestRemembering(t *testing.T) {
	if testing.Short() {
		t.Skip("checks a program anew after each edit")
	}
	for name, make := range modules(t) {
		t.Run(name, func(t *testing.T) {
			m := make(t)
			cached := m.options
			cached.Cache = t.TempDir()
			want := m.checked(m.options)
			m.same("at first", m.checked(cached), want)
			if !m.isKnown(cached) {
				t.Error("nothing has changed, and yet nothing is known")
			}
			m.same("again", m.checked(cached), want)
			for _, e := range m.edits() {
				e.make()
				m.same(e.name, m.checked(cached), m.checked(m.options))
			}
		})
	}
}

// isKnown reports whether the last check is remembered.
func (m module) isKnown(o CheckOptions) bool {
	m.t.Helper()
	list, err := goload.List(m.patterns, o.goCommand())
	if err != nil {
		m.t.Fatal(err)
	}
	l := newLinter(o.Options)
	last, ok := l.lastCheck(list, o).Load()
	return ok && len(l.sources.Changed(last.Seen)) == 0
}

// edit is a change of files.
type edit struct {
	name string
	make func()
}

// edits are changes of a file of each kind, and of where the schema is.
func (m module) edits() []edit {
	var list []edit
	seen := map[string]int{}
	for _, path := range m.files() {
		kind := filepath.Ext(path)
		change := changes[kind]
		isStub := strings.Contains(path, "adk") || strings.Contains(path, "google.golang.org")
		if kind == ".yaml" && filepath.Base(path) != "stategen.yaml" {
			continue
		}
		if change == nil || sources.IsTest(path) || isStub {
			continue
		}
		if seen[kind]++; seen[kind] > 1 {
			continue // each costs two checks
		}
		list = append(list, edit{"edited " + filepath.Base(path), func() {
			text, err := os.ReadFile(path)
			if err != nil {
				m.t.Fatal(err)
			}
			writeTo(m.t, path, change(text))
		}})
		if kind == ".yaml" {
			aside := path + ".aside"
			list = append(list,
				edit{"without " + filepath.Base(path), func() { m.rename(path, aside) }},
				edit{"with " + filepath.Base(path), func() { m.rename(aside, path) }})
		}
	}
	return list
}

var changes = map[string]func([]byte) []byte{
	".go": func(text []byte) []byte { // other places, and another key
		return append([]byte("// Edited.\n\n"), bytes.Replace(text, []byte(`"user:`), []byte(`"user:x`), 1)...)
	},
	".yaml": func(text []byte) []byte {
		return bytes.Replace(append([]byte("# Edited.\n"), text...), []byte("string?"), []byte("int?"), 1)
	},
	".md": func(text []byte) []byte { return append([]byte("Edited {nowhere}.\n"), text...) },
}

func (m module) rename(from, to string) {
	if err := os.Rename(from, to); err != nil {
		m.t.Fatal(err)
	}
}

// TestDamagedMemory holds that a damaged file is no memory, and is replaced.
func TestDamagedMemory(t *testing.T) {
	m := stubModule(t)
	want := m.checked(m.options)
	cached := m.options
	cached.Cache = t.TempDir()
	m.checked(cached)
	files, err := filepath.Glob(filepath.Join(cached.Cache, "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	good, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	writeTo(t, files[0], good[:len(good)-1])
	if m.isKnown(cached) {
		t.Error("it is believed")
	}
	m.same("damaged", m.checked(cached), want)
	if !m.isKnown(cached) {
		t.Error("nothing was remembered afterwards")
	}
}

// TestMemoryOfOthers holds that what was found otherwise is not believed.
func TestMemoryOfOthers(t *testing.T) {
	m := stubModule(t)
	m.options.Cache = t.TempDir()
	m.checked(m.options)
	for what, change := range map[string]func(*testing.T, *module){
		"flags": func(_ *testing.T, m *module) { m.options.BuildFlags = []string{"-tags=other"} },
		"schema": func(_ *testing.T, m *module) {
			m.options.Schema = filepath.Join(m.options.Dir, "booking/stategen.yaml")
		},
		"GODEBUG": func(t *testing.T, _ *module) {
			t.Setenv("GODEBUG", "panicnil=1")
		},
		"Go's own settings": func(_ *testing.T, m *module) {
			m.options.Env = append(slices.Clip(m.options.Env), "GOARCH=arm64")
		},
	} {
		t.Run(what, func(t *testing.T) {
			other := m
			change(t, &other)
			if other.isKnown(other.options) {
				t.Error("it is believed")
			}
		})
	}
	if !m.isKnown(m.options) {
		t.Error("nothing has changed, and yet nothing is known")
	}
}

// TestConcurrentMemory holds that checks at the same time don't disturb each
// other, nor does a folder that can't be written.
func TestConcurrentMemory(t *testing.T) {
	m := stubModule(t)
	want := m.checked(m.options)
	cached, nowhere := m.options, m.options
	cached.Cache = t.TempDir()
	nowhere.Cache = filepath.Join(m.options.Dir, "booking", "stategen.yaml", "no-folder")
	reports := make([]Report, 4)
	var wait sync.WaitGroup
	for i := range reports {
		wait.Go(func() {
			r, err := Check(m.patterns, []CheckOptions{cached, nowhere}[i%2])
			if err != nil {
				t.Error(err)
			}
			reports[i] = r
		})
	}
	wait.Wait()
	for _, r := range reports {
		m.same("at the same time", r, want)
	}
	if left, err := filepath.Glob(filepath.Join(cached.Cache, files.StagedPrefix+"*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// TestPassesLookThroughSources holds that no pass looks at the disk behind the
// back of what caches its findings: they would stay although a file has
// changed.
func TestPassesLookThroughSources(t *testing.T) {
	const golang = "../source/golang/"
	mayUseDisk := []string{ // none of them is part of a pass
		"cache.go", golang + "goload/bare.go", golang + "goload/standin.go", golang + "goload/source.go",
		golang + "goload/compiled.go", golang + "uses/ignoredfiles.go",
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	rooms, err := filepath.Glob(golang + "*/*.go")
	if err != nil || len(rooms) == 0 {
		t.Fatal(err, rooms)
	}
	rules, err := filepath.Glob("../rules/code/*.go")
	if err != nil || len(rules) == 0 {
		t.Fatal(err, rules)
	}
	for _, name := range slices.Concat(files, rooms, rules) {
		name = filepath.ToSlash(name)
		owner := strings.HasPrefix(name, golang+"sources/")
		if owner || slices.Contains(mayUseDisk, name) || sources.IsTest(name) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"os"` }) {
			t.Errorf("%s imports os: use Open, Reread and Folder of the pass's sources; Open is not nil of a file that is there", name)
		}
	}
}

// TestReadersElsewhere holds that an edit reaches packages that read a file of another one without importing it.
func TestReadersElsewhere(t *testing.T) {
	t.Run("an embedded Go file", func(t *testing.T) {
		m := stubModule(t)
		at := filepath.Join(m.options.Dir, "booking", "embedding")
		writeTo(t, filepath.Join(at, "embedding.go"), []byte(`package embedding

import (
	_ "embed"

	"google.golang.org/adk/v2/agent/llmagent"
)

//go:embed text/text.go
var text string

var agent = llmagent.Config{Instruction: text}
`))
		file := filepath.Join(at, "text", "text.go")
		writeTo(t, file, []byte("package text\n\nconst Greeting = \"Greet {city}\"\n"))
		m.sameAfter("the text edited", func() { writeTo(t, file, []byte("package text\n\nconst Greeting = \"Greet {ctiy}\"\n")) })
	})
	t.Run("generated code", func(t *testing.T) {
		m := bookingModule(t)
		writeTo(t, filepath.Join(m.options.Dir, "raw", "raw.go"), []byte("package raw\n\nimport \""+framework.RuntimePath+
			"\"\n\nvar Actions = runtime.Actions{StateDelta: map[string]any{\"seat\": \"1A\"}}\n"))
		var edits []func()
		generated, err := filepath.Glob(filepath.Join(m.options.Dir, "bookingstate", "*_gen.go"))
		if err != nil || len(generated) == 0 {
			t.Fatal(generated, err)
		}
		for _, path := range generated {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			_, rest, _ := bytes.Cut(text, []byte("\n"))
			writeTo(t, path, rest)
			edits = append(edits, func() { writeTo(t, path, text) })
		}
		m.sameAfter("the header back", func() {
			for _, edit := range edits {
				edit()
			}
		})
	})
}

// sameAfter holds that an edit changes what a check finds, and as much where the last one is remembered.
func (m module) sameAfter(name string, edit func()) {
	m.t.Helper()
	cached := m.options
	cached.Cache = m.t.TempDir()
	before := m.checked(cached)
	edit()
	after := m.checked(m.options)
	m.same(name, m.checked(cached), after)
	if len(before.Findings) == len(after.Findings) {
		m.t.Error("the edit changes nothing")
	}
}
