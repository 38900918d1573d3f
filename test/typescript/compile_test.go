package typescript

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

const golden = "../../testdata/golden/typescript/"

// generated is the TypeScript file of a schema, and whether its names allow one.
func generated(t *testing.T, s *schema.Schema) (string, bool) {
	t.Helper()
	s.Targets = []schema.Target{{Name: schema.TargetTypeScript}, {Name: schema.TargetZod}}
	files, problems := generator.Generate(s, generator.Options{Source: "stategen.yaml"})
	if problems.HasErrors() {
		return "", false
	}
	again, _ := generator.Generate(s, generator.Options{Source: "stategen.yaml"})
	if string(again[0].Content) != string(files[0].Content) {
		t.Fatal("the same schema gives other bytes")
	}
	return string(files[0].Content), true
}

func loaded(t *testing.T, text string) *schema.Schema {
	t.Helper()
	r := load.Schema("stategen.yaml", draw.Read("stategen.yaml", text))
	if r.Schema == nil {
		t.Fatal(r.Diagnostics)
	}
	return r.Schema
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCompiles has the compiler check the golden files, 200 random schemas whose names and texts try
// to break out, and what docs/typescript.md shows.
func TestCompiles(t *testing.T) {
	p := newProject(t)
	files, err := filepath.Glob(golden + "*.gen.ts")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d golden files: %v", len(files), err)
	}
	for _, path := range files {
		p.write("golden/"+filepath.Base(path), read(t, path))
	}
	features := map[string]int{}
	for seed, n := uint64(1), 0; n < 200; seed++ {
		d := draw.New(seed, draw.Options{Hostile: seed%2 == 0, Limits: true, Moves: true, Keys: int(seed % 30), Note: func(f string) { features[f]++ }})
		_, s := d.Sound()
		if text, ok := generated(t, s); ok {
			n++
			p.write(fmt.Sprintf("random/s%d.gen.ts", seed), text)
		}
	}
	for _, feature := range []string{"family", "object in itself", "default", "encoding json-string", "unique", "odd key", "field with an odd name"} {
		if !slices.ContainsFunc(keysOf(features), func(f string) bool { return strings.Contains(f, feature) }) {
			t.Errorf("no schema had %s", feature)
		}
	}
	page := read(t, "../../docs/typescript.md")
	text, _ := generated(t, loaded(t, block(t, page, "yaml")))
	p.write("docs/state.gen.ts", text)
	p.write("docs/Trip.tsx", block(t, page, "tsx"))
	for _, problem := range p.compile() {
		t.Error(problem)
	}
}

func keysOf(m map[string]int) []string {
	var all []string
	for k := range m {
		all = append(all, k)
	}
	return all
}

// block is the first block of a language on a page.
func block(t *testing.T, page, language string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, "```"+language+"\n")
	text, _, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatalf("the page has no %s", language)
	}
	return text
}

var expectation = regexp.MustCompile(`^(.*); // (TS\d+) (.*)$`)

// TestRefused holds which mistakes don't compile, with the error's code and place: see wrong.ts.
func TestRefused(t *testing.T) {
	p := newProject(t)
	text := read(t, "testdata/wrong.ts")
	p.write("typescript.gen.ts", read(t, golden+"typescript.gen.ts"))
	p.write("wrong.ts", text)
	var want, got []string
	for i, line := range strings.Split(text, "\n") {
		if m := expectation.FindStringSubmatch(line); m != nil {
			want = append(want, fmt.Sprintf("wrong.ts(%d,%d): error %s", i+1, strings.LastIndex(m[1], m[3])+1, m[2]))
		}
	}
	for _, line := range p.compile() {
		if !strings.HasPrefix(line, " ") {
			got = append(got, strings.Join(strings.SplitN(line, ":", 3)[:2], ":"))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
