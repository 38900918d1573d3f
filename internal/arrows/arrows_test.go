package arrows

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/seed92179c4c/stategen"

// reaching are the packages of the standard library that reach out of the
// program.
var reaching = []string{"os", "os/exec", "io/ioutil", "net", "net/http", "syscall", "plugin"}

// modules are the folders of the repository's Go modules.
var modules = []string{"../..", "../../runtime", "../../runtime/sqlite", "../../runtime/postgres"}

// arrows maps a package to its imports, each with the reason.
type arrows map[string]map[string]string

func TestArrows(t *testing.T) {
	allowed, found := readList(t), readCode(t)
	for _, from := range slices.Sorted(maps.Keys(found)) {
		if allowed[from] == nil {
			t.Errorf("%s is not in arrows.txt: give it a line, and one for each of its imports", from)
			continue
		}
		for _, to := range slices.Sorted(maps.Keys(found[from])) {
			if allowed[from][to] == "" {
				t.Errorf("%s may not import %s: no line of arrows.txt gives a reason for it", from, to)
			}
		}
	}
	for _, from := range slices.Sorted(maps.Keys(allowed)) {
		for _, to := range slices.Sorted(maps.Keys(allowed[from])) {
			if _, ok := found[from][to]; !ok {
				t.Errorf("%s no longer imports %s: remove the line from arrows.txt", from, to)
			}
		}
		if found[from] == nil {
			t.Errorf("there is no package %s: remove it from arrows.txt", from)
		}
	}
}

// readList reads arrows.txt.
func readList(t *testing.T) arrows {
	t.Helper()
	text, err := os.ReadFile("arrows.txt")
	if err != nil {
		t.Fatal(err)
	}
	list, from := arrows{}, ""
	for n, line := range strings.Split(string(text), "\n") {
		switch to, reason, _ := strings.Cut(strings.TrimSpace(line), " "); {
		case to == "" || to[0] == '#':
		case line[0] != ' ':
			from = to
			list[from] = map[string]string{}
		case strings.TrimSpace(reason) == "":
			t.Errorf("arrows.txt:%d: %s -> %s has no reason", n+1, from, to)
		default:
			list[from][to] = strings.TrimSpace(reason)
		}
	}
	return list
}

// readCode asks the go command what the code imports, tests left out.
func readCode(t *testing.T) arrows {
	t.Helper()
	found := arrows{}
	for _, dir := range modules {
		cmd := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./...")
		var stderr bytes.Buffer
		cmd.Dir, cmd.Stderr = dir, &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, &stderr)
		}
		for line := range strings.Lines(string(out)) {
			words := strings.Fields(line)
			if from := relative(words[0]); !isExample(from) {
				found[from] = told(words[1:])
			}
		}
	}
	return found
}

// isExample reports whether a package shows how stategen is used.
func isExample(path string) bool {
	return strings.HasPrefix(path, "examples/") || strings.HasPrefix(path, "docs") || strings.Contains(path, "testdata/")
}

// told keeps the imports that say something.
func told(imports []string) map[string]string {
	kept := map[string]string{}
	for _, path := range imports {
		first, _, _ := strings.Cut(path, "/")
		if strings.Contains(first, ".") || slices.Contains(reaching, path) {
			kept[relative(path)] = "found"
		}
	}
	return kept
}

// relative shortens the paths of our own packages.
func relative(path string) string { return strings.TrimPrefix(path, module+"/") }
