//go:build unix

package main

import (
	"bytes"
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/tools/txtar"
)

// writers are the commands that write, replace or compare a file whose path is in place of FILE.
var writers = []struct {
	command string
	name    string // of the file
	schema  string // what the schema of the project says, with FILE
	elsewhere,
	folder int // exit codes for a path that says that it is outside, and for a folder that is there
	pipe int // the exit code for a pipe; 0: exitFailed
}{
	{command: "docs -o FILE", name: "state.md", elsewhere: exitClean, folder: exitFailed},
	{command: "docs -o FILE --check", name: "state.md", elsewhere: exitFindings, folder: exitFailed},
	{command: "docs -o FILE --per-key", name: "pages", elsewhere: exitClean},
	{command: "docs -o FILE --per-key --check", name: "pages", elsewhere: exitFindings, folder: exitFindings},
	{command: "flow -o FILE", name: "flow.txt", elsewhere: exitClean, folder: exitFailed},
	{command: "flow -o FILE --check", name: "flow.txt", elsewhere: exitFindings, folder: exitFailed},
	{command: "check --write-baseline FILE", name: "known.json", elsewhere: exitClean, folder: exitFailed},
	{command: "breaking --against before.yaml --write-baseline FILE --reason none", name: "accepted.json", elsewhere: exitClean, folder: exitFailed},
	{command: "check --write FILE --schema stategen.yaml", name: "prompt.md", elsewhere: exitClean, folder: exitFailed, pipe: exitFindings},
	{command: "fmt --write FILE", name: "schema.yaml", elsewhere: exitClean, folder: exitFailed},
	{command: "infer -o FILE ./agents", name: "schema.yaml", elsewhere: exitFailed, folder: exitFailed},
	{command: "infer --into FILE ./agents", name: "schema.yaml", elsewhere: exitClean, folder: exitFailed},
	{command: "init FILE", name: "new", elsewhere: exitClean},
	{command: "generate", name: "state", schema: "package: state\nout: FILE\n", elsewhere: exitFailed},
}

const written = `
-- repo/.git/HEAD --
-- repo/stategen.yaml --
version: 1
keys:
  topic: string?
-- repo/before.yaml --
version: 1
keys:
  topic: string
-- repo/agents/root_agent.yaml --
agent_class: LlmAgent
name: writer
instruction: Write.
output_key: draft
-- outside/state.md --
secret
-- outside/flow.txt --
secret
-- outside/known.json --
secret
-- outside/prompt.md --
A secret about {topic}.
-- outside/schema.yaml --
version: 1
keys:
  secret:   string?
`

// TestWriters holds that no command writes, replaces or shows what a project's links lead to
// outside of it, or what is no regular file; and that it writes where a path itself says so.
func TestWriters(t *testing.T) {
	places := []struct {
		name string
		make func(t *testing.T, file string) error
		path string
	}{
		{"linked file", func(_ *testing.T, file string) error {
			return os.Symlink(filepath.Join("..", "outside", file), file)
		}, "FILE"},
		{"linked folder", func(*testing.T, string) error { return os.Symlink("../outside", "linked") }, "linked/FILE"},
		{"folder below a linked one", func(*testing.T, string) error { return os.Symlink("../outside", "linked") }, "linked/new/FILE"},
		{"link that dangles", func(_ *testing.T, file string) error { return os.Symlink("../outside/none", file) }, "FILE"},
		{"link that dangles in the project", func(_ *testing.T, file string) error { return os.Symlink("none", file) }, "FILE"},
		{"folder that dangles", func(*testing.T, string) error { return os.Symlink("../outside/none", "gone") }, "gone/FILE"},
		{"pipe", func(_ *testing.T, file string) error { return syscall.Mkfifo(file, 0o666) }, "FILE"},
		{"folder", func(_ *testing.T, file string) error { return os.Mkdir(file, 0o777) }, "FILE"},
		{"elsewhere", func(*testing.T, string) error { return nil }, "../outside/FILE"},
	}
	for _, w := range writers {
		for _, p := range places {
			t.Run(w.command+" "+p.name, func(t *testing.T) {
				dir := t.TempDir()
				if err := os.CopyFS(dir, archive(t, written)); err != nil {
					t.Fatal(err)
				}
				t.Chdir(filepath.Join(dir, "repo"))
				t.Setenv("STATEGENCACHE", "off")
				if err := p.make(t, w.name); err != nil {
					t.Fatal(err)
				}
				path := strings.ReplaceAll(p.path, "FILE", w.name)
				change(t, "stategen.yaml", strings.ReplaceAll(w.schema, "FILE", path))
				before := tree(t, dir)
				var out bytes.Buffer
				args := strings.Fields(strings.ReplaceAll(w.command, "FILE", path))
				got := execute(t.Context(), args, streams{in: strings.NewReader(""), out: &out, err: &out})
				want := map[string]int{"elsewhere": w.elsewhere, "folder": w.folder, "pipe": cmp.Or(w.pipe, exitFailed)}
				code, free := want[p.name]
				if !free {
					code = exitFailed
				}
				if got != code {
					t.Errorf("exit code %d, want %d: %s", got, code, &out)
				}
				if code == exitFailed || p.name == "pipe" {
					if after := tree(t, dir); after != before {
						t.Errorf("wrote:\n%s\nwhere there was:\n%s", after, before)
					}
				}
				if p.name != "elsewhere" && strings.Contains(out.String(), "secret") {
					t.Errorf("shows what is outside: %s", &out)
				}
			})
		}
	}
}

func archive(t *testing.T, text string) fs.FS {
	t.Helper()
	files, err := txtar.FS(txtar.Parse([]byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// change appends to a file.
func change(t *testing.T, name, more string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, append(text, more...), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// tree is the kind of each file below a folder, and what it holds or leads to.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var list strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		var text []byte
		if d.Type().IsRegular() {
			text, err = os.ReadFile(path)
		}
		target, _ := os.Readlink(path)
		list.WriteString(d.Type().String() + " " + path + " " + target + "\n" + string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list.String()
}
