package docs

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/golangci/plugin-module-register/register"

	_ "github.com/seed92179c4c/stategen/check/golangci"
)

// command returns a PATH that finds stategen first.
func command(t *testing.T) string {
	t.Helper()
	return filepath.Dir(program(t)) + string(filepath.ListSeparator) + os.Getenv("PATH")
}

// program returns the path of stategen.
func program(t *testing.T) string {
	t.Helper()
	path, err := builtProgram()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// builtProgram builds it once for all tests, and looks at the folders that it is built from:
// the go command keeps a test's result only until something changes that the test has read.
var builtProgram = sync.OnceValues(func() (string, error) {
	path := filepath.Join(shared, "stategen")
	if out, err := exec.Command("go", "build", "-o", path, "../cmd/stategen").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	folders, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.Dir}}{{end}}", "../cmd/stategen").Output()
	for _, folder := range strings.Fields(string(folders)) {
		if _, err := os.ReadDir(folder); err != nil {
			return "", err
		}
	}
	return path, err
})

// shared is what the tests share. It is gone when they end.
var shared string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if shared, err = os.MkdirTemp("", "docs"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer func() { _ = os.RemoveAll(shared) }()
		return m.Run()
	}())
}

func shell(path, line string) string {
	cmd := exec.Command("sh", "-c", line)
	cmd.Env = append(os.Environ(), "PATH="+path)
	out, _ := cmd.CombinedOutput() // findings fail it
	return string(out)
}

// TestConsole runs what the page on checking shows with its output.
func TestConsole(t *testing.T) {
	path, page := command(t), checkPage(t)
	for _, b := range page.blocks {
		if b.lang != "console" {
			continue
		}
		line, want, _ := strings.Cut(strings.TrimPrefix(b.text, "$ "), "\n")
		if got := shell(path, line); got != want {
			t.Errorf("%s:%d: %s prints:\n%s", page.file, b.line, line, got)
		}
	}
}

// TestFrameworkConsoles does so for the pages on frameworks, each beside the page's first schema.
func TestFrameworkConsoles(t *testing.T) {
	for _, p := range pages(t) {
		if p.file != "trpc.md" && p.file != "eino.md" {
			continue
		}
		dir := t.TempDir()
		write(t, filepath.Join(dir, "stategen.yaml"), first(p, "yaml", ""))
		line, want, _ := strings.Cut(strings.TrimPrefix(first(p, "console", "$ "), "$ "), "\n")
		if got := shell(command(t), "cd '"+dir+"' && "+line); got != want {
			t.Errorf("%s: %s prints:\n%s", p.file, line, got)
		}
	}
}

var checkFlag = regexp.MustCompile(`--[a-z-]+`)

// TestFlags looks up the flags of check that its page speaks of, and parses
// the lines of Go on it.
func TestFlags(t *testing.T) {
	help := shell(command(t), "stategen check --help")
	page := checkPage(t)
	for _, flag := range checkFlag.FindAllString(page.text, -1) {
		if !strings.Contains(help, flag+" ") {
			t.Errorf("%s: stategen check has no flag %s", page.file, flag)
		}
	}
	for _, b := range page.blocks {
		if b.lang == "golang" {
			parse(t, page, b)
		}
	}
}

func checkPage(t *testing.T) page {
	t.Helper()
	all := pages(t)
	return all[slices.IndexFunc(all, func(p page) bool { return p.file == "check.md" })]
}

// TestFrontEnds holds the configurations of other tools to what they configure.
func TestFrontEnds(t *testing.T) {
	var configs []map[string]any
	for _, b := range checkPage(t).blocks {
		if b.lang == "yml" {
			configs = append(configs, parseYAML(t, b.text))
		}
	}
	if len(configs) != 4 {
		t.Fatalf("%d configurations, want those of GitHub, pre-commit and two of golangci-lint", len(configs))
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
	for _, hook := range at(t, configs[1], "repos").([]any)[0].(map[string]any)["hooks"].([]any) {
		if id := at(t, hook, "id").(string); !strings.Contains(string(ids), "- id: "+id+"\n") {
			t.Errorf("there is no hook %s", id)
		}
	}

	if path := at(t, configs[2], "plugins").([]any)[0].(map[string]any)["import"]; path != module+"/check/golangci" {
		t.Errorf("the plugin is not %v", path)
	}
	newPlugin, err := register.GetPlugin(at(t, configs[3], "linters", "enable").([]any)[0].(string))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := newPlugin(at(t, configs[3], "linters", "settings", "custom", "statelint", "settings")); err != nil {
		t.Error(err)
	}
}

// at follows names through mappings.
func at(t *testing.T, node any, names ...string) any {
	t.Helper()
	for _, name := range names {
		m, _ := node.(map[string]any)
		if m[name] == nil {
			t.Fatalf("there is no %s", name)
		}
		node = m[name]
	}
	return node
}
