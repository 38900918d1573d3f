package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// A project in which nothing is found.
const cleanProject = `
-- go.mod --
module example.com/agent

go 1.26

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- adk/go.mod --
module google.golang.org/adk/v2

go 1.26
-- adk/session/session.go --
package session

import "iter"

type State interface {
	Get(string) (any, error)
	Set(string, any) error
	All() iter.Seq2[string, any]
}
-- stategen.yaml --
version: 1
include: [common.yaml]
check: {templates: ["prompts/*.md"]}
instructions: {greeter: {file: greeter.md}}
keys: {topic: "string?"}
-- common.yaml --
version: 1
keys: {city: "string?"}
-- greeter.md --
Hello from {city?} about {topic?}.
-- prompts/one.md --
Say something about {topic?}.
-- agent/agent.go --
package agent

import "google.golang.org/adk/v2/session"

func Topic(s session.State) error {
	if _, err := s.Get("topic"); err != nil {
		return err
	}
	return s.Set("topic", "tea")
}
`

// cleanFolder writes the clean project to a folder.
func cleanFolder(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(cleanProject)).Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, f.Data, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// onDisk is what a folder holds, by path.
func onDisk(t *testing.T, dir string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		texts[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// below is unsaved texts of files in a folder, by their names in it.
func below(dir string, texts map[string]string) map[string][]byte {
	unsaved := map[string][]byte{}
	for name, text := range texts {
		unsaved[filepath.Join(dir, filepath.FromSlash(name))] = []byte(text)
	}
	return unsaved
}

// found is the findings of a check, as "file: rule", sorted, each once.
func found(t *testing.T, w *Workspace, patterns ...string) string {
	t.Helper()
	r, err := w.Check(t.Context(), CheckRequest{Patterns: patterns})
	if err != nil {
		t.Fatal(err)
	}
	if r.Unread != nil {
		t.Fatal(r.Unread)
	}
	var lines []string
	for _, d := range r.Findings {
		lines = append(lines, filepath.Base(d.Span.File)+": "+d.ID)
	}
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), ", ")
}

// TestUnsaved checks a project with texts that are not saved: they decide what is
// found, with what the cache has of the saved ones and without it, the disk stays
// as it is, and what is found of the disk alone stays so, too.
func TestUnsaved(t *testing.T) {
	dir, cached := cleanFolder(t), t.TempDir()
	if got := found(t, &Workspace{Cache: cached}, dir+"/..."); got != "" {
		t.Fatalf("the project is not clean: %s", got)
	}
	before := onDisk(t, dir)
	goFile := func(key string) string {
		return strings.ReplaceAll(string(txtar.Parse([]byte(cleanProject)).Files[7].Data), `"topic"`, `"`+key+`"`)
	}
	for name, c := range map[string]struct {
		texts map[string]string
		want  string
	}{
		"prompt":         {map[string]string{"prompts/one.md": "About {topci?}."}, "one.md: undeclared-key"},
		"instruction":    {map[string]string{"greeter.md": "About {topci?}."}, "greeter.md: undeclared-key"},
		"schema":         {map[string]string{"stategen.yaml": "version: 1\nkeys: {other: int, topic: strng}\n"}, "stategen.yaml: unknown-type"},
		"include":        {map[string]string{"common.yaml": "version: 1\nkeys: {town: 'string?'}\n"}, "greeter.md: undeclared-key"},
		"Go file":        {map[string]string{"agent/agent.go": goFile("topci")}, "agent.go: undeclared-key"},
		"broken Go file": {map[string]string{"agent/agent.go": goFile("topci") + "\nfunc half( {\n"}, "agent.go: not-checked, agent.go: undeclared-key"},
		"new include": {map[string]string{
			"stategen.yaml": "version: 1\ninclude: [new.yaml]\nkeys: {topic: 'string?'}\n", "new.yaml": "version: 1\nkeys: {city: strng}\n",
		}, "new.yaml: unknown-type"},
		"new schema that is nearer": {map[string]string{"agent/stategen.yaml": "version: 1\nkeys: {other: 'string?'}\n"}, "agent.go: undeclared-key"},
		"schema and prompt together": {map[string]string{
			"stategen.yaml":  "version: 1\ninclude: [common.yaml]\ncheck: {templates: ['prompts/*.md']}\nkeys: {topic: 'string?', place: 'string?'}\n",
			"prompts/one.md": "{topic?} in {place?}, {plce?}",
		}, "one.md: undeclared-key"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			saved := &Workspace{Cache: t.TempDir()}
			if err := os.CopyFS(saved.Cache, os.DirFS(cached)); err != nil {
				t.Fatal(err)
			}
			for _, cache := range []string{"", saved.Cache, saved.Cache} {
				w := &Workspace{Cache: cache, Unsaved: below(dir, c.texts)}
				if got := found(t, w, dir+"/..."); got != c.want {
					t.Errorf("with cache %q: %q, want %q", cache, got, c.want)
				}
			}
			if !maps.Equal(onDisk(t, dir), before) {
				t.Error("the disk was touched")
			}
			if got := found(t, saved, dir+"/..."); got != "" {
				t.Errorf("afterwards the disk alone has %s", got)
			}
		})
	}
}

// TestUnsavedByName shows that a prompt and a schema which a pattern names need
// not be on the disk.
func TestUnsavedByName(t *testing.T) {
	dir := cleanFolder(t)
	w := &Workspace{Unsaved: below(dir, map[string]string{
		"new.md": "{topci?}", "sub/other.yaml": "version: 1\nkeys: {a: strng}\n", "greeter.md": "Hello {topic?}.",
	})}
	if got := found(t, w, filepath.Join(dir, "new.md")); got != "new.md: undeclared-key" {
		t.Errorf("a prompt: %s", got)
	}
	if got := found(t, w, filepath.Join(dir, "greeter.md")); got != "" {
		t.Errorf("a prompt on disk: %s", got)
	}
	l, err := w.Load(t.Context(), []string{filepath.Join(dir, "sub", "other.yaml")})
	if err != nil || len(l.Findings) != 1 || l.Findings[0].ID != "unknown-type" {
		t.Errorf("a schema: %v, %v", l.Findings, err)
	}
}

// TestLookAgain holds that what has not changed since an earlier look is not looked at again, and
// what has is.
func TestLookAgain(t *testing.T) {
	dir := cleanFolder(t)
	schema := filepath.Join(dir, "stategen.yaml")
	look := func(earlier *Look, unsaved map[string]string) *Look {
		t.Helper()
		l, err := (&Workspace{Unsaved: below(dir, unsaved)}).Look(t.Context(), schema, earlier)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	first := look(nil, nil)
	if look(first, nil) != first {
		t.Error("the same files are looked at again")
	}
	for name, text := range map[string]string{
		"prompts/one.md": "{nothing}", "greeter.md": "{nothing}", "common.yaml": "version: 1\nkeys: {city: strin}\n", "stategen.yaml": "version: [\n",
	} {
		l := look(first, map[string]string{name: text})
		if l == first || len(l.Findings) == 0 {
			t.Errorf("%s: %v", name, l.Findings)
		}
		if prompt := name == "prompts/one.md"; (l.Schema == first.Schema) != prompt {
			t.Errorf("%s: the schema is the same: %v", name, !prompt)
		}
		if back := look(l, nil); len(back.Findings) > 0 {
			t.Errorf("%s as before: %v", name, back.Findings)
		}
	}
}

// TestUnsavedOutside shows that unsaved text is no way out of a project.
func TestUnsavedOutside(t *testing.T) {
	dir, elsewhere := cleanFolder(t), cleanFolder(t)
	rel, err := filepath.Rel(dir, filepath.Join(elsewhere, "common.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	w := &Workspace{Unsaved: map[string][]byte{
		filepath.Join(dir, "stategen.yaml"):     fmt.Appendf(nil, "version: 1\ninclude: [%s]\n", filepath.ToSlash(rel)),
		filepath.Join(elsewhere, "common.yaml"): []byte("version: 1\nkeys: {secret: 'string?'}\n"),
	}}
	l, err := w.Load(t.Context(), []string{dir})
	if err != nil || !l.Findings.HasErrors() || !strings.Contains(l.Findings[0].Message, "out of the project") {
		t.Errorf("%v, %v", l.Findings, err)
	}
}

// TestUnsavedGenerate shows that generating takes unsaved texts, and no record of
// a run that has not seen them, and that nothing is written before Write.
func TestUnsavedGenerate(t *testing.T) {
	dir := cleanFolder(t)
	cache := t.TempDir()
	g, err := (&Workspace{Cache: cache}).Generate(t.Context(), []string{dir})
	if err == nil {
		err = g.Write(nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	before := onDisk(t, dir)
	w := &Workspace{Cache: cache, Unsaved: below(dir, map[string]string{"common.yaml": "version: 1\nkeys: {city: 'string?', mood: 'string?'}\n"})}
	if g, err = w.Generate(t.Context(), []string{dir}); err != nil || len(g.Packages[0].Changes) == 0 {
		t.Fatalf("%v, %v", g, err)
	}
	if !maps.Equal(onDisk(t, dir), before) {
		t.Error("the disk was touched")
	}
	w.Unsaved = below(dir, map[string]string{"stategen.yaml": "version: 1\nkeys:   {a: int}\n"})
	f, err := w.Format(t.Context(), []string{dir})
	if err != nil || !f.Files[0].Changed() || !strings.Contains(string(f.Files[0].After), "a: int") {
		t.Errorf("Format: %v, %v", f, err)
	}
}

// TestFix shows that Fix returns what it would write, to a schema and all that is
// found once that is right, and Write writes it.
func TestFix(t *testing.T) {
	dir := cleanFolder(t)
	schema, prompt := filepath.Join(dir, "stategen.yaml"), filepath.Join(dir, "prompts", "one.md")
	edit := func(path, before, after string) {
		text, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, []byte(strings.Replace(string(text), before, after, 1)), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	edit(schema, `"string?"`, `string?`)
	edit(prompt, "{topic?}", "{topic}")
	before := onDisk(t, dir)
	r, err := (&Workspace{}).Fix(t.Context(), CheckRequest{Patterns: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(onDisk(t, dir), before) {
		t.Error("the disk was touched")
	}
	if len(r.Fixed) != 2 || len(r.Findings) > 0 || len(r.Changes) != 2 {
		t.Fatalf("fixed %v, left %v, changed %v", r.Fixed, r.Findings, r.Changes)
	}
	if err := Write(r.Changes...); err != nil {
		t.Fatal(err)
	}
	if got := found(t, &Workspace{}, dir+"/..."); got != "" {
		t.Errorf("afterwards there is %s", got)
	}
}

// TestNewBaseline shows that a baseline is apart from what fixes change, and that
// what it covers is neither reported nor fixed.
func TestNewBaseline(t *testing.T) {
	dir := cleanFolder(t)
	w := &Workspace{Unsaved: below(dir, map[string]string{"prompts/one.md": "{topic}"})}
	base := filepath.Join(dir, "base.json")
	for name, call := range map[string]func(context.Context, CheckRequest) (*Report, error){
		"Check": w.Check, "Preview": w.Preview, "Fix": w.Fix,
	} {
		r, err := call(t.Context(), CheckRequest{Patterns: []string{dir}, WriteBaseline: base})
		if err != nil || len(r.NewBaseline) != 1 || r.NewBaseline[0].Path != base || len(r.Findings)+len(r.Changes) > 0 || r.Known != 1 {
			t.Errorf("%s: %v, %v", name, r, err)
			continue
		}
		w.Unsaved[base] = r.NewBaseline[0].After
		r, err = call(t.Context(), CheckRequest{Patterns: []string{dir}, Baseline: base})
		if err != nil || len(r.Findings)+len(r.Changes) > 0 || r.Known != 1 {
			t.Errorf("%s with the baseline: %v, %v", name, r, err)
		}
		delete(w.Unsaved, base)
	}
}

// TestWriteNothing shows that changes of which one can't be written leave all
// files as they were.
func TestWriteNothing(t *testing.T) {
	dir := cleanFolder(t)
	before := onDisk(t, dir)
	err := Write(
		Change{Path: filepath.Join(dir, "stategen.yaml"), After: []byte("version: 1\n")},
		Change{Path: filepath.Join(dir, "none", "greeter.md"), After: []byte("Hello.")},
	)
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if !maps.Equal(onDisk(t, dir), before) {
		t.Error("the disk was touched")
	}
}

// TestCanceled shows that each call ends with its context.
func TestCanceled(t *testing.T) {
	dir := cleanFolder(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := &Workspace{}
	patterns := []string{dir + "/..."}
	for name, call := range map[string]func() error{
		"Schemas":  func() error { _, err := w.Schemas(ctx, patterns); return err },
		"Load":     func() error { _, err := w.Load(ctx, patterns); return err },
		"Generate": func() error { _, err := w.Generate(ctx, patterns); return err },
		"Compare":  func() error { _, err := w.Compare(ctx, patterns); return err },
		"Format":   func() error { _, err := w.Format(ctx, patterns); return err },
		"Check":    func() error { _, err := w.Check(ctx, CheckRequest{Patterns: patterns}); return err },
		"Fix":      func() error { _, err := w.Fix(ctx, CheckRequest{Patterns: patterns}); return err },
		"Infer":    func() error { _, err := w.Infer(ctx, InferRequest{Patterns: patterns}); return err },
	} {
		if err := call(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
