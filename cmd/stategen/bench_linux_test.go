package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"
)

// The command as a user runs it. What is reported is the processor time of
// each process with all that it starts, which depends less on what else the
// machine does than the time that passes, and the most memory it held.

// spent sums up processes.
type spent struct {
	cpu    time.Duration
	memory int64 // the most of any one process, in KiB
}

func (s *spent) run(b *testing.B, folder string, command ...string) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v: %v\n%s", command, err, out)
	}
	s.cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	s.memory = max(s.memory, cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
}

func (s *spent) report(b *testing.B) {
	b.ReportMetric(float64(s.cpu)/float64(b.N), "cpu-ns/op")
	b.ReportMetric(float64(s.memory)/1024, "peak-MiB")
}

// BenchmarkGenerateCommand generates the code of 10,000 keys into an empty
// folder, and again when nothing has changed.
func BenchmarkGenerateCommand(b *testing.B) {
	b.Setenv("STATEGENCACHE", b.TempDir())
	var text bytes.Buffer
	text.WriteString("version: 1\npackage: p\nout: out\nkeys:\n")
	for i := range 10_000 {
		fmt.Fprintf(&text, "  some_key_%d: %s\n", i, []string{"string", "int", "float?", "bool", `"[]string"`}[i%5])
	}
	folder := b.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "stategen.yaml"), text.Bytes(), 0o644); err != nil {
		b.Fatal(err)
	}
	b.Run("first", func(b *testing.B) {
		var s spent
		for b.Loop() {
			b.StopTimer()
			if err := os.RemoveAll(filepath.Join(folder, "out")); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			s.run(b, folder, "stategen", "generate")
		}
		s.report(b)
	})
	b.Run("unchanged", func(b *testing.B) {
		new(spent).run(b, folder, "stategen", "generate")
		var s spent
		for b.Loop() {
			s.run(b, folder, "stategen", "generate")
		}
		s.report(b)
	})
}

// BenchmarkGraphCommands makes the graph and the reference of 10,000 keys, which the prompts of
// 500 agents show.
func BenchmarkGraphCommands(b *testing.B) {
	b.Setenv("STATEGENCACHE", b.TempDir())
	folder := b.TempDir()
	var text, agents bytes.Buffer
	text.WriteString("version: 1\npackage: p\ncheck: {templates: [agents.yaml]}\nkeys:\n")
	agents.WriteString("name: root\nsub_agents:\n")
	for i := range 500 { // each shows twenty keys and answers into one
		fmt.Fprintf(&agents, "  - {name: agent_%d, output_key: some_key_%d, instruction: \"", i, i)
		for n := range 20 {
			fmt.Fprintf(&agents, "{some_key_%d?} ", 20*i+n)
		}
		agents.WriteString("\"}\n")
	}
	for i := range 10_000 {
		fmt.Fprintf(&text, "  some_key_%d: string?\n", i)
	}
	for name, content := range map[string][]byte{"stategen.yaml": text.Bytes(), "agents.yaml": agents.Bytes(), "go.mod": []byte("module example.com/m\n\ngo 1.24\n")} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for name, command := range map[string][]string{
		"flow":      {"stategen", "flow", "--format", "mermaid", "-o", "flow.mmd"},
		"reference": {"stategen", "docs", "-o", "state.html"},
		"markdown":  {"stategen", "docs", "-o", "STATE.md"},
	} {
		b.Run(name, func(b *testing.B) {
			var s spent
			for b.Loop() {
				s.run(b, folder, command...)
			}
			s.report(b)
		})
	}
}

// BenchmarkCheckCommand checks the Go packages of the example, beside go vet
// with one analyzer: when nothing has changed since the last time, and after an
// edit of one file. What both need compiled of other packages is there.
func BenchmarkCheckCommand(b *testing.B) {
	folder := copyOfExample(b)
	for _, c := range []struct {
		name    string
		command []string
	}{
		{"ours", []string{"stategen", "check", "./..."}},
		{"reference", []string{"go", "vet", "-printf", "./..."}},
	} {
		new(spent).run(b, folder, c.command...)
		b.Run("warm/"+c.name, func(b *testing.B) {
			var s spent
			for b.Loop() {
				s.run(b, folder, c.command...)
			}
			s.report(b)
		})
		b.Run("edited/"+c.name, func(b *testing.B) {
			var s spent
			for b.Loop() {
				b.StopTimer()
				edit(b, filepath.Join(folder, "turn.go"))
				b.StartTimer()
				s.run(b, folder, c.command...)
			}
			s.report(b)
		})
	}
}

// copyOfExample makes a module of the example, so that a file of it can be
// edited, and keeps what is found in it apart from what a user's checks find.
func copyOfExample(b *testing.B) string {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		b.Fatal(err)
	}
	folder := b.TempDir()
	b.Setenv("STATEGENCACHE", b.TempDir())
	if err := os.CopyFS(folder, os.DirFS(filepath.Join(root, "examples", "booking"))); err != nil {
		b.Fatal(err)
	}
	if err := os.CopyFS(folder, moduleFiles(b, root)); err != nil {
		b.Fatal(err)
	}
	if err := os.Remove(filepath.Join(folder, "flow_test.go")); err != nil { // it needs the command's own packages
		b.Fatal(err)
	}
	own := modulePath(b, root)
	var s spent
	args := []string{"go", "mod", "edit", "-module=example.com/booking"}
	for _, m := range []string{"/runtime", "/runtime/sqlite", "/runtime/postgres", "/runtime/agui"} {
		args = append(args, "-replace="+own+m+"="+root+m)
	}
	s.run(b, folder, args...)
	sources, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range sources {
		text, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		text = bytes.ReplaceAll(text, []byte(own+"/examples/booking"), []byte("example.com/booking"))
		if err := os.WriteFile(file, text, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return folder
}

func modulePath(b *testing.B, root string) string {
	cmd := exec.Command("go", "list", "-m")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		b.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func moduleFiles(b *testing.B, root string) fs.FS {
	files := fstest.MapFS{}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			b.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text, Mode: 0o644}
	}
	return files
}

// edit adds a line to a file, never the same one.
func edit(b *testing.B, file string) {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	_, err = fmt.Fprintf(f, "\n// Edited %d.\n", time.Now().UnixNano())
	if err := errors.Join(err, f.Close()); err != nil {
		b.Fatal(err)
	}
}
