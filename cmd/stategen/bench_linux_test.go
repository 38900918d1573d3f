package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
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

// BenchmarkCheckCommand checks the Go packages of the example, beside go vet
// with one analyzer: when nothing has changed since the last time, and after an
// edit of one file. What both need compiled of other packages is there.
func BenchmarkCheckCommand(b *testing.B) {
	b.Setenv("STATEGENCACHE", b.TempDir())
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		command []string
	}{
		{"ours", []string{"stategen", "check", "./examples/booking/..."}},
		{"reference", []string{"go", "vet", "-printf", "./examples/booking/..."}},
	} {
		new(spent).run(b, root, c.command...)
		b.Run("warm/"+c.name, func(b *testing.B) {
			var s spent
			for b.Loop() {
				s.run(b, root, c.command...)
			}
			s.report(b)
		})
		b.Run("edited/"+c.name, func(b *testing.B) {
			var s spent
			for b.Loop() {
				b.StopTimer()
				edit(b, filepath.Join(root, "examples", "booking", "turn.go"))
				b.StartTimer()
				s.run(b, root, c.command...)
			}
			s.report(b)
		})
	}
}

// edit shows the go command a file with one more line, never the same one,
// until the benchmark ends; the file itself stays as it is.
func edit(b *testing.B, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	folder := b.TempDir()
	edited, overlay := filepath.Join(folder, "edited.go"), filepath.Join(folder, "overlay.json")
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{file: edited}})
	if err != nil {
		b.Fatal(err)
	}
	text = fmt.Appendf(text, "\n// Edited %d.\n", time.Now().UnixNano())
	if err := errors.Join(os.WriteFile(edited, text, 0o644), os.WriteFile(overlay, list, 0o644)); err != nil {
		b.Fatal(err)
	}
	b.Setenv("GOFLAGS", "-overlay="+overlay)
}
