//go:build unix

package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// watcher is a `stategen generate --watch` that is running.
type watcher struct {
	testing.TB
	dir   string
	lines *bufio.Scanner
	cmd   *exec.Cmd
}

func watch(t *testing.T, dir string, args ...string) *watcher {
	t.Helper()
	program, err := exec.LookPath("stategen")
	if err != nil {
		t.Fatal(err)
	}
	w := &watcher{TB: t, dir: dir, cmd: exec.Command(program, append([]string{"generate", "--watch"}, args...)...)}
	w.cmd.Dir, w.cmd.Env = dir, append(os.Environ(), "STATEGENCACHE="+t.TempDir(), "GOFLAGS=", "GOWORK=off")
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	w.cmd.Stdout, w.cmd.Stderr, w.lines = in, in, bufio.NewScanner(out)
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = in.Close()
	// A watch that says nothing more ends, and so does the test.
	end := time.AfterFunc(2*time.Minute, func() { _ = w.cmd.Process.Kill() })
	t.Cleanup(func() {
		end.Stop()
		_ = w.cmd.Process.Kill()
		_, _ = io.Copy(io.Discard, out)
		_ = w.cmd.Wait()
	})
	return w
}

// run is what the next run prints, without what it ends with.
func (w *watcher) run() string {
	w.Helper()
	var text strings.Builder
	for w.lines.Scan() {
		if strings.HasPrefix(w.lines.Text(), "watching ") {
			return text.String()
		}
		text.WriteString(w.lines.Text() + "\n")
	}
	w.Fatalf("the watch has ended: %s", &text)
	return ""
}

// save replaces a file as some editors do: by another one that is moved there.
func (w *watcher) save(name, text string) {
	w.Helper()
	path := filepath.Join(w.dir, name)
	if err := errors.Join(os.WriteFile(path+"~", []byte(text), 0o666), os.Rename(path+"~", path)); err != nil {
		w.Fatal(err)
	}
}

// write changes a file as others do: in its place.
func (w *watcher) write(name, text string) {
	w.Helper()
	path := filepath.Join(w.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
		w.Fatal(err)
	}
}

// generated is all code in a folder.
func (w *watcher) generated(dir string) string {
	w.Helper()
	var all strings.Builder
	names, _ := filepath.Glob(filepath.Join(w.dir, dir, "*_gen.go"))
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			w.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

// TestWatch holds what a watch generates again for: a schema, what it includes, a prompt
// that is compiled, and a new schema; and that a mistake ends nothing and changes no file.
func TestWatch(t *testing.T) {
	const schema = "version: 1\nout: state\ninclude: [common.yaml]\ninstructions: {greet: {file: p.md}}\nkeys:\n  topic: string?\n"
	dir := module(t, map[string]string{
		"go.mod": "module example.com/m\n", "stategen.yaml": schema,
		"common.yaml": "version: 1\nkeys: {city: \"string?\"}\n", "p.md": "Greet {city?}.\n",
	})
	w := watch(t, dir, "./...")
	if text := w.run(); !strings.Contains(text, "written") {
		t.Fatalf("%q", text)
	}
	for _, step := range []struct {
		name string
		do   func()
		want string // in the code of state
		says string
	}{
		{"the schema", func() { w.write("stategen.yaml", schema+"  mood: string?\n") }, "KeyMood", "written"},
		{"by a rename", func() { w.save("stategen.yaml", schema+"  tone: string?\n") }, "KeyTone", "written"},
		{"an include, by a rename", func() { w.save("common.yaml", "version: 1\nkeys: {city: \"string?\", land: \"string?\"}\n") }, "KeyLand", "written"},
		{"a prompt", func() { w.write("p.md", "Farewell {city?}.\n") }, "Farewell", "written"},
		{"a mistake", func() { w.write("stategen.yaml", schema+"  mood: strin\n") }, "KeyTone", "stategen.yaml:7:9"},
		{"half a schema", func() { w.save("stategen.yaml", "version: 1\nkeys: {") }, "KeyTone", "stategen.yaml:2"},
		{"no mistake", func() { w.save("stategen.yaml", schema+"  rank: string?\n") }, "KeyRank", "written"},
		{"a missing prompt", func() { _ = os.Remove(filepath.Join(dir, "p.md")) }, "Farewell", "p.md"},
		{"and its return", func() { w.save("p.md", "Again {city?}.\n") }, "Again", "written"},
		{"no schema", func() { _ = os.Remove(filepath.Join(dir, "stategen.yaml")) }, "KeyRank", "no stategen.yaml"},
		{"and its return", func() { w.save("stategen.yaml", schema+"  last: string?\n") }, "KeyLast", "written"},
		{"a new schema", func() { w.write("other/stategen.yaml", "version: 1\nkeys: {x: \"int?\"}\n") }, "KeyLast", "other"},
	} {
		step.do()
		if text := w.run(); !strings.Contains(text, step.says) || !strings.Contains(w.generated("state"), step.want) {
			t.Fatalf("%s: %q, and the code lacks %s or the text lacks %s", step.name, text, step.want, step.says)
		}
	}
	if !strings.Contains(w.generated("other"), "KeyX") {
		t.Error("nothing is generated from the new schema")
	}
	if err := w.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = w.cmd.Wait()
	if code := w.cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("it ends with %d", code)
	}
}

// TestWatchRests holds that a file which is only touched, or written with what it held, is no
// reason to generate again, and that many changes in a row are one.
func TestWatchRests(t *testing.T) {
	const schema = "version: 1\nkeys: {a: \"string?\"}\n"
	dir := module(t, map[string]string{"go.mod": "module example.com/m\n", "stategen.yaml": schema})
	w := watch(t, dir)
	w.run()
	w.save("stategen.yaml", schema)
	w.write("stategen.yaml", schema)
	for i := range 100 {
		w.write("stategen.yaml", schema+strings.Repeat("#", i))
	}
	w.write("stategen.yaml", "version: 1\nkeys: {last: \"string?\"}\n")
	runs := 1
	for w.run(); !strings.Contains(w.generated("."), "KeyLast"); runs++ {
		w.run()
	}
	if runs > 3 {
		t.Errorf("%d runs", runs)
	}
}

// TestWatchOfNothing holds that a watch needs something to begin with.
func TestWatchOfNothing(t *testing.T) {
	for _, args := range [][]string{{"none"}, {"--check"}} {
		c := start(t, t.TempDir(), append([]string{"generate", "--watch"}, args...)...)
		if code := c.code(t); code != 2 {
			t.Errorf("%v: exit code %d: %s", args, code, &c.output)
		}
	}
}
