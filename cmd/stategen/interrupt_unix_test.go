//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// command is a stategen that is running.
type command struct {
	*exec.Cmd
	stdin  *os.File // to write to
	output bytes.Buffer
}

// start runs the program, with a standard input that does not end.
func start(t *testing.T, dir string, args ...string) *command {
	t.Helper()
	program, err := exec.LookPath("stategen")
	if err != nil {
		t.Fatal(err)
	}
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); out.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	c := &command{Cmd: exec.CommandContext(ctx, program, args...), stdin: out}
	c.Dir, c.Stdin, c.Stdout, c.Stderr = dir, in, &c.output, &c.output
	c.Env = append(os.Environ(), "STATEGENCACHE=off", "GOFLAGS=", "GOWORK=off")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c
}

// code waits for the end and returns the exit code; -1 if the program was killed,
// as by the time limit.
func (c *command) code(t *testing.T) int {
	t.Helper()
	var exit *exec.ExitError
	if err := c.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode()
}

func pipe(t *testing.T, path string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
}

func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestSignals shows that a command which waits for what never comes ends when it
// is told to, by either signal: at a standard input that nobody writes to, and
// where the go command waits for a pipe.
func TestSignals(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		for _, args := range [][]string{{"check", "-"}, {"fmt", "-"}, {"infer"}, {"infer", "--events", "pipe.go"}} {
			t.Run(fmt.Sprint(sig, args), func(t *testing.T) {
				t.Parallel()
				dir := module(t, map[string]string{"go.mod": "module example.com/m\n", "stategen.yaml": "version: 1\n"})
				at := ""
				if args[0] == "infer" {
					at = filepath.Join(dir, "pipe.go")
					pipe(t, at)
				}
				c := start(t, dir, args...)
				c.untilWaiting(t, at)
				if err := c.Process.Signal(sig); err != nil {
					t.Fatal(err)
				}
				if got := c.code(t); got != 128+int(sig) {
					t.Errorf("exit code %d: %s", got, &c.output)
				}
			})
		}
	}
}

// untilWaiting returns when the program waits for more of its standard input, or
// of the pipe if the file of one is given.
func (c *command) untilWaiting(t *testing.T, pipe string) {
	t.Helper()
	if pipe == "" {
		// A pipe that nobody reads from does not hold as much.
		if _, err := c.stdin.WriteString(strings.Repeat("# a comment\n", 20_000)); err != nil {
			t.Fatal(err)
		}
		return
	}
	f, err := os.OpenFile(pipe, os.O_WRONLY, 0) // waits for a reader
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
}

// TestPipes shows that no command waits for a pipe that stands where a file
// should.
func TestPipes(t *testing.T) {
	const schema = "version: 1\nkeys: {topic: int}\n"
	for name, c := range map[string]struct {
		schema string
		pipe   string
		args   []string
		code   int
	}{
		"schema":           {"", "stategen.yaml", []string{"generate"}, 2},
		"schema of check":  {"", "stategen.yaml", []string{"check", "./..."}, 2},
		"schema of fmt":    {"", "stategen.yaml", []string{"fmt"}, 2},
		"include":          {schema + "include: [other.yaml]\n", "other.yaml", []string{"generate"}, 2},
		"instruction":      {schema + "instructions: {a: {file: p.md}}\n", "p.md", []string{"check"}, 2},
		"template":         {schema + "check: {templates: ['*.md']}\n", "p.md", []string{"check"}, 1},
		"prompt":           {schema, "p.md", []string{"check", "p.md"}, 1},
		"baseline":         {schema, "base.json", []string{"check", "--baseline", "base.json"}, 2},
		"output":           {schema + "out: state\n", "state/state_gen.go", []string{"generate"}, 2},
		"output's package": {schema, "x.go", []string{"generate"}, 0},
		"other output":     {schema + "out: state\n", "x_gen.go", []string{"generate"}, 0},
		"Go source":        {schema, "x.go", []string{"check", "./..."}, 2},
		"agent's settings": {schema, "x.yaml", []string{"infer"}, 2}, // no keys
		"database":         {schema, "x.db", []string{"infer", "--db", "x.db"}, 2},
		"schema of infer":  {"", "stategen.yaml", []string{"infer", "--into", "stategen.yaml"}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"go.mod": "module example.com/m\n", "state/doc.go": "package state\n"}
			if c.schema != "" {
				files["stategen.yaml"] = c.schema
			}
			dir := module(t, files)
			pipe(t, filepath.Join(dir, c.pipe))
			run := start(t, dir, c.args...)
			if got := run.code(t); got != c.code {
				t.Errorf("exit code %d, want %d: %s", got, c.code, &run.output)
			}
		})
	}
}
