package docs

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
)

func findingsPage(t *testing.T) page {
	t.Helper()
	all := pages(t)
	i := slices.IndexFunc(all, func(p page) bool { return p.file == "findings.md" })
	if i < 0 {
		t.Fatal("there is no findings.md")
	}
	return all[i]
}

// TestFindingsConsole runs the page's command on its schema.
func TestFindingsConsole(t *testing.T) {
	p, dir := findingsPage(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "stategen.yaml"), []byte(p.blocks[0].text), 0o644); err != nil {
		t.Fatal(err)
	}
	line, want, _ := strings.Cut(strings.TrimPrefix(p.blocks[1].text, "$ "), "\n")
	if got := shell(command(t), "cd '"+dir+"' && "+line); got != want {
		t.Errorf("%s prints\n%s", line, got)
	}
}

var field = regexp.MustCompile("`([a-z][A-Za-z.]*)`")

// TestFindingsFields holds that the page's table has the fields that findings have in JSON, and no others.
func TestFindingsFields(t *testing.T) {
	at := diag.Span{File: "a", Start: 1, End: 2}
	full := diag.Diagnostic{
		ID: "x", Span: at, Message: "m", Args: []diag.Arg{diag.Key("k")}, Hint: "h",
		Related: []diag.Related{{Span: at, Message: "m"}},
		Fixes:   []diag.Fix{{Message: "m", Edits: []diag.Edit{{Span: at, NewText: "n"}}}},
	}
	var b bytes.Buffer
	if err := diag.WriteJSON(&b, diag.List{full}, nil); err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(b.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{"version": true, "diagnostics": true}
	paths(out["diagnostics"].([]any)[0], "", has)
	shown := map[string]bool{}
	for line := range strings.Lines(findingsPage(t).text) {
		if cells := strings.Split(line, "|"); len(cells) > 3 && strings.Contains(cells[1], "`") {
			for _, m := range field.FindAllStringSubmatch(cells[1], -1) {
				shown[m[1]] = true
			}
		}
	}
	if want, got := slices.Sorted(maps.Keys(has)), slices.Sorted(maps.Keys(shown)); !slices.Equal(want, got) {
		t.Errorf("findings have %v\nthe page has %v", want, got)
	}
}

// paths are the fields of a value. Those of spans are the same everywhere, those of args are of a rule.
func paths(v any, within string, found map[string]bool) {
	switch v := v.(type) {
	case []any:
		paths(v[0], within, found)
	case map[string]any:
		for name, of := range v {
			path := strings.TrimPrefix(within+"."+name, ".")
			if within != "" && (name == "span" || strings.HasPrefix(path, "related.")) || within == "args" {
				continue
			}
			found[path] = true
			paths(of, path, found)
		}
	}
}
