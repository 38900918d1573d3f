package docs

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/yaml"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

const starter = "../internal/workspace/starter/stategen.yaml"

// TestSchemas loads every YAML block as a schema and generates code from it.
func TestSchemas(t *testing.T) {
	for _, p := range pages(t) {
		for _, b := range p.blocks {
			if b.lang != "yaml" {
				continue
			}
			if _, list := generate(t, p, b); len(list) > 0 {
				t.Errorf("%s:%d: this schema has findings:\n%s", p.file, b.line, messages(list))
			}
		}
	}
}

// generate returns the files that a block of a page yields.
func generate(t *testing.T, p page, b block) ([]generator.File, diag.List) {
	t.Helper()
	r := load.Schema("stategen.yaml", reader(t, p, complete(t, p, b.text)))
	if r.Diagnostics.HasErrors() || len(r.Diagnostics) > 0 && !isPart(p) {
		return nil, r.Diagnostics
	}
	return generator.Generate(r.Schema, generator.Options{Package: "state", Source: "stategen.yaml"})
}

// complete makes a whole schema of a part of one. Those of the README and start.md add to
// the schema that init writes, so its types are known there.
func complete(t *testing.T, p page, text string) string {
	t.Helper()
	text = whole(text)
	if strings.HasPrefix(text, "version:") || strings.Contains(text, "\nversion:") {
		return text
	}
	if isPart(p) && !strings.Contains(text, "types:") {
		types, err := yaml.Marshal(map[string]any{"types": readYAML(t, starter)["types"]})
		if err != nil {
			t.Fatal(err)
		}
		text += string(types)
	}
	return "version: 1\n" + text
}

var leftOut = regexp.MustCompile(`(?m)^\s*…\n`)

// whole drops the lines that stand for what is left out.
func whole(text string) string { return leftOut.ReplaceAllString(text, "") }

func readYAML(t *testing.T, file string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return parseYAML(t, string(text))
}

func parseYAML(t *testing.T, text string) map[string]any {
	t.Helper()
	var m map[string]any
	if err := yaml.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// reader gives a schema its own text, the prompts of the example, and the
// blocks of the page that begin with a comment that names their file.
func reader(t *testing.T, p page, text string) load.ReadFile {
	return func(name string) ([]byte, error) {
		if name == "stategen.yaml" {
			return []byte(text), nil
		}
		for _, b := range p.blocks {
			if first, rest, _ := strings.Cut(b.text, "\n"); first == "# "+path.Base(name) {
				return []byte(complete(t, p, rest)), nil
			}
		}
		if path.Dir(name) == "prompts" {
			return os.ReadFile("trip/prompts/planner.md")
		}
		return nil, fs.ErrNotExist
	}
}

func messages(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		b.WriteString("  " + d.Message + " (" + d.Hint + ")\n")
	}
	return b.String()
}

// TestExampleIsShown holds the first schema of schema.md to the one from which
// the package in trip was generated, and that package to the schema.
func TestExampleIsShown(t *testing.T) {
	text, err := os.ReadFile("trip/stategen.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages(t) {
		if p.file == "schema.md" && p.blocks[0].text != string(text) {
			t.Errorf("the first block of schema.md is not trip/stategen.yaml")
		}
	}
	r := load.Schema("trip/stategen.yaml", os.ReadFile)
	files, list := generator.Generate(r.Schema, generator.Options{Source: "../stategen.yaml"})
	if len(list) > 0 {
		t.Fatal(messages(list))
	}
	for _, f := range files {
		if have, err := os.ReadFile("trip/tripstate/" + f.Name); err != nil || string(have) != string(f.Content) {
			t.Errorf("trip/tripstate/%s is stale; run go generate ./docs (%v)", f.Name, err)
		}
	}
}

// TestEveryFieldIsExplained finds fields of the schema language that schema.md
// never mentions.
func TestEveryFieldIsExplained(t *testing.T) {
	text, err := os.ReadFile("schema.md")
	if err != nil {
		t.Fatal(err)
	}
	var root any
	if err := json.Unmarshal(schema.JSONSchema(), &root); err != nil {
		t.Fatal(err)
	}
	fields := map[string]bool{}
	collect(root, fields)
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		if !strings.Contains(string(text), "`"+field+"`") && !strings.Contains(string(text), "`"+field+":") {
			t.Errorf("schema.md does not explain the field %s", field)
		}
	}
}

// collect gathers the names of properties. Those of check.rules are explained
// in rules.md.
func collect(node any, fields map[string]bool) {
	switch node := node.(type) {
	case []any:
		for _, item := range node {
			collect(item, fields)
		}
	case map[string]any:
		properties, _ := node["properties"].(map[string]any)
		for name := range properties {
			if node["title"] != "check.rules" {
				fields[name] = true
			}
		}
		for _, child := range node {
			collect(child, fields)
		}
	}
}
