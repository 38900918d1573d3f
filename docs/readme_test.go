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

	"gopkg.in/yaml.v3"
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

// TestFirstExample runs what the README begins with: the schema of its first
// block, and the prompt that the output quotes, give that output.
func TestFirstExample(t *testing.T) {
	all := pages(t)
	page := all[slices.IndexFunc(all, func(p page) bool { return p.file == readme })]
	first := func(lang string) string {
		return page.blocks[slices.IndexFunc(page.blocks, func(b block) bool { return b.lang == lang })].text
	}
	checks := slices.IndexFunc(page.blocks, func(b block) bool { return strings.HasPrefix(b.text, "$ stategen check") })
	line, want, _ := strings.Cut(page.blocks[checks].text, "\n")
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	write("stategen.yaml", first("yaml"))
	name, _, _ := strings.Cut(want, ":")
	write(name, strings.TrimSpace(strings.Split(want, "\n")[1])+"\n")
	cmd := exec.Command(program(t), strings.Fields(strings.TrimPrefix(line, "$ stategen"))...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "STATEGENCACHE=off")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("the exit code is not 1: %v", err)
	}
	if string(out) != want {
		t.Errorf("%s prints\n%s\nand not\n%s", line, out, want)
	}
}
