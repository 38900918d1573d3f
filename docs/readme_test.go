package docs

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/yaml"
)

// TestHooksSeeIncludes holds that a change of any file that a schema may name
// runs the hooks that look at all.
func TestHooksSeeIncludes(t *testing.T) {
	text, err := os.ReadFile("../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var hooks []struct{ ID, Files string }
	if err := yaml.Unmarshal(text, &hooks); err != nil {
		t.Fatal(err)
	}
	for _, h := range hooks {
		if h.ID == "stategen-fmt" {
			continue // it is given the files themselves
		}
		for _, file := range []string{"stategen.yaml", "agents/common.yaml", "common.yml", "prompts/a.md", "a/keys_gen.go"} {
			if !regexp.MustCompile(h.Files).MatchString(file) {
				t.Errorf("%s passes over a change of %s", h.ID, file)
			}
		}
	}
}

// TestFirstExample runs what the README begins with: with the schema of its first block the compiler says of
// the code, and check of the prompt, what the page shows.
func TestFirstExample(t *testing.T) {
	all := pages(t)
	page := all[slices.IndexFunc(all, func(p page) bool { return p.file == readme })]
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	write("stategen.yaml", first(page, "yaml", ""))
	build, check := first(page, "console", "$ go build"), first(page, "console", "$ stategen check")
	runtime, err := filepath.Abs("../runtime")
	if err != nil {
		t.Fatal(err)
	}
	write("go.mod", "module example.com/hello\n\ngo 1.26\n\nrequire "+module+"/runtime v0.0.0\n\nreplace "+module+"/runtime => "+runtime+"\n")
	write("greet.go", "package hello\n\nimport (\n\t\"example.com/hello/agentstate\"\n)\n\nfunc greet(ctx agentstate.Context) (err error) {\n"+
		first(page, "go", "")+"\treturn err\n}\n")
	write("prompts/greeter.md", strings.TrimSpace(strings.Split(check, "\n")[2])+"\n")
	run(t, dir, 0, "", "$ stategen generate \n")
	write("agentstate/context.go", "package agentstate\n\nimport \""+module+"/runtime\"\n\ntype Context interface{ State() runtime.State }\n")
	run(t, dir, 1, "# example.com/hello\n", build)
	write("greet.go", "package hello\n")
	run(t, dir, 1, "", check)
}

// first is the first block of a page in a language that begins with a text.
func first(p page, lang, begins string) string {
	return p.blocks[slices.IndexFunc(p.blocks, func(b block) bool { return b.lang == lang && strings.HasPrefix(b.text, begins) })].text
}

// run runs the first line of a block, which prints the others, after what isn't shown.
func run(t *testing.T, dir string, code int, before, block string) {
	t.Helper()
	line, want, _ := strings.Cut(block, "\n")
	cmd := exec.Command("sh", "-c", strings.TrimPrefix(line, "$ "))
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "STATEGENCACHE=off", "GOWORK=off", "PATH="+command(t))
	out, _ := cmd.CombinedOutput()
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Errorf("%s exits with %d, not %d", line, got, code)
	}
	if want != "" && string(out) != before+want {
		t.Errorf("%s prints\n%s\nand not\n%s", line, out, before+want)
	}
}
