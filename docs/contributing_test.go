package docs

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const contributing = "CONTRIBUTING.md"

var namedTest = regexp.MustCompile("`(Test\\w+)` in `([\\w/]+)`")

// TestEnforced finds the tests that CONTRIBUTING.md names for its rules.
func TestEnforced(t *testing.T) {
	named := namedTest.FindAllStringSubmatch(guide(t), -1)
	if len(named) < 9 {
		t.Errorf("only %d tests are named", len(named))
	}
	for _, m := range named {
		files, _ := filepath.Glob(filepath.Join("..", m[2], "*_test.go"))
		if !slices.ContainsFunc(files, func(file string) bool {
			text, err := os.ReadFile(file)
			return err == nil && bytes.Contains(text, []byte("\nfunc "+m[1]+"("))
		}) {
			t.Errorf("%s: %s has no test %s", contributing, m[2], m[1])
		}
	}
}

// TestModulePath follows the recipe for another module path in a copy of the
// repository, all but the regeneration.
func TestModulePath(t *testing.T) {
	_, recipe, _ := strings.Cut(guide(t), "## The module path")
	commands, _, _ := strings.Cut(blocks(recipe)[0].text, "make generate")
	if !strings.HasPrefix(commands, "old="+module+" ") {
		t.Skip("the path has been changed")
	}
	dir := t.TempDir()
	for _, script := range []string{
		`cd .. && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "` + dir + `" 2>&1 | grep -v 'cannot stat' || true`,
		`cd "` + dir + `" && git init -q && git add -A`,
		`cd "` + dir + `" && ` + commands,
	} {
		if out, err := exec.Command("bash", "-c", script).CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%s\n%v\n%s", script, err, out)
		}
	}
	left, err := exec.Command("git", "-C", dir, "grep", "-l", module).Output()
	if err != nil || string(left) != contributing+"\n" {
		t.Errorf("the old path is left in %s (%v)", left, err)
	}
	rewritten, err := os.ReadFile(filepath.Join(dir, contributing))
	if err != nil || string(rewritten) != guide(t) {
		t.Errorf("the recipe rewrites itself (%v)", err)
	}
	out, err := exec.Command("bash", "-c", `cd "`+dir+`" && git ls-files '*.go' | grep -v '^testdata/' | xargs gofmt -l`).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("not formatted: %s (%v)", out, err)
	}
}

var clock = regexp.MustCompile(`\btime\.(Sleep|Since|After|Tick|NewTicker|NewTimer)\(`)

// TestNoClocks finds tests that sleep or measure time. Benchmarks may.
func TestNoClocks(t *testing.T) {
	out, err := exec.Command("git", "-C", "..", "ls-files", "*_test.go").Output()
	if err != nil {
		t.Skip("not a checkout: ", err)
	}
	for _, file := range strings.Fields(string(out)) {
		text, err := os.ReadFile(filepath.Join("..", file))
		if err != nil || strings.Contains(file, "bench") || file == "docs/contributing_test.go" {
			continue
		}
		if found := clock.Find(text); found != nil {
			t.Errorf("%s: %s…) depends on a clock", file, found)
		}
	}
}

func guide(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../" + contributing)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
