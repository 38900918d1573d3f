package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var breakingFlag = regexp.MustCompile(`--[a-z]+(-[a-z]+)*`)

var namedFile = regexp.MustCompile(`^# (\S+/stategen\.yaml)\n`)

// TestBreakingConsole runs the commands of breaking.md on the schemas that the page
// shows, and compares what they print.
func TestBreakingConsole(t *testing.T) {
	dir, path, page := t.TempDir(), command(t), breakingPage(t)
	for _, b := range page.blocks {
		if m := namedFile.FindStringSubmatch(b.text); m != nil && b.lang == "yaml" {
			writeFile(t, filepath.Join(dir, filepath.FromSlash(m[1])), b.text)
		}
	}
	for _, b := range page.blocks {
		if b.lang != "console" {
			continue
		}
		var got strings.Builder
		for _, run := range strings.Split(strings.TrimPrefix(b.text, "$ "), "\n$ ") {
			line, _, _ := strings.Cut(run, "\n")
			got.WriteString("$ " + line + "\n" + shell(path, "cd '"+dir+"' && "+line))
		}
		if got.String() != b.text {
			t.Errorf("%s:%d: it prints:\n%s", page.file, b.line, got.String())
		}
	}
	help := shell(path, "stategen breaking --help")
	for _, flag := range breakingFlag.FindAllString(page.text, -1) {
		if !strings.Contains(help, flag+" ") {
			t.Errorf("%s: stategen breaking has no flag %s", page.file, flag)
		}
	}
}

func breakingPage(t *testing.T) page {
	t.Helper()
	all := pages(t)
	return all[slices.IndexFunc(all, func(p page) bool { return p.file == "breaking.md" })]
}

// TestBreakingFrontEnds holds the configurations on the page to what they configure.
func TestBreakingFrontEnds(t *testing.T) {
	var configs []map[string]any
	for _, b := range breakingPage(t).blocks {
		if b.lang == "yml" {
			configs = append(configs, parseYAML(t, b.text))
		}
	}
	action := readYAML(t, "../action.yml")["inputs"]
	steps := at(t, configs[0], "jobs", "state", "steps").([]any)
	for input := range at(t, steps[len(steps)-1], "with").(map[string]any) {
		at(t, action, input)
	}
	ids, err := os.ReadFile("../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	hook := at(t, configs[1], "repos").([]any)[0].(map[string]any)["hooks"].([]any)[0]
	if id := at(t, hook, "id").(string); !strings.Contains(string(ids), "- id: "+id+"\n") {
		t.Errorf("there is no hook %s", id)
	}
}
