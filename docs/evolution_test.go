package docs

import (
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// evolution is the page whose code runs on packages of several releases.
const evolution = "evolution.md"

var (
	releaseFile = regexp.MustCompile(`^(?:#|//) (release[0-9])/(\S+)\n`)
	outputOf    = regexp.MustCompile(`(?s)\n// Output:(.*)$`)
)

// TestEvolution runs the code of evolution.md, in its order and on one store, with
// the packages of all its releases, and compares what each part prints.
func TestEvolution(t *testing.T) {
	dir := t.TempDir()
	var helpers, parts, releases []string
	var want strings.Builder
	for _, p := range pages(t) {
		if p.file != evolution {
			continue
		}
		for _, b := range p.blocks {
			m := releaseFile.FindStringSubmatch(b.text)
			switch {
			case m != nil && b.lang == "yaml":
				releases = append(releases, m[1])
				writeRelease(t, filepath.Join(dir, m[1]), p, b)
			case m != nil:
				writeFile(t, filepath.Join(dir, m[1], m[2]), "package "+m[1]+"\n"+b.text)
			case b.lang != "go": // TestEvolutionConsole runs it, TestSchemas loads it
			case strings.HasPrefix(b.text, "// write"):
				helpers = append(helpers, b.text)
			default:
				parts = append(parts, fmt.Sprintf("func() {\n%s\n}()\nfmt.Println(\"--\")\n", b.text))
				fmt.Fprintf(&want, "%s--\n", printed(t, p, b))
			}
		}
	}
	got := runProgram(t, dir, releases, strings.Join(helpers, "\n"), strings.Join(parts, ""))
	if got != want.String() {
		t.Errorf("the page's code prints\n%s\nwhere the page says\n%s", got, want.String())
	}
}

func writeRelease(t *testing.T, dir string, p page, b block) {
	t.Helper()
	writeFile(t, filepath.Join(dir, "stategen.yaml"), b.text)
	files, list := generate(t, p, b)
	if len(list) > 0 {
		t.Fatal(messages(list))
	}
	for _, f := range files {
		text := strings.ReplaceAll(string(f.Content), "package state\n", "package "+filepath.Base(dir)+"\n")
		writeFile(t, filepath.Join(dir, f.Name), text)
	}
}

// TestEvolutionConsole runs the commands of evolution.md where its releases are.
func TestEvolutionConsole(t *testing.T) {
	dir, path := t.TempDir(), command(t)
	for _, p := range pages(t) {
		if p.file != evolution {
			continue
		}
		for _, b := range p.blocks {
			if m := releaseFile.FindStringSubmatch(b.text); m != nil && b.lang == "yaml" {
				writeRelease(t, filepath.Join(dir, m[1]), p, b)
			}
		}
		for _, b := range p.blocks {
			if b.lang != "console" {
				continue
			}
			line, want, _ := strings.Cut(strings.TrimPrefix(b.text, "$ "), "\n")
			if got := shell(path, "cd '"+dir+"' && "+line); got != want {
				t.Errorf("%s:%d: %s prints:\n%s", p.file, b.line, line, got)
			}
		}
	}
}

// printed is what a block says that it prints.
func printed(t *testing.T, p page, b block) string {
	t.Helper()
	m := outputOf.FindStringSubmatch(b.text)
	if m == nil {
		t.Fatalf("%s:%d: this code does not say what it prints", p.file, b.line)
	}
	var out strings.Builder
	for line := range strings.Lines(strings.TrimSpace(m[1])) {
		out.WriteString(strings.TrimSpace(strings.TrimPrefix(line, "//")) + "\n")
	}
	return out.String()
}

const evolutionMain = `package main

import (
	"context"
	"fmt"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
%s)

var (
	ctx  = context.Background()
	svc  = memory.New()
	name = "s"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// another lets what follows work on another session; the next part is back on the first.
func another() { name = "another" }

func session() *runtime.Session {
	s, err := svc.Get(ctx, runtime.GetRequest{AppName: "trips", UserID: "ann", SessionID: name})
	if err != nil {
		s, err = svc.Create(ctx, runtime.CreateRequest{AppName: "trips", UserID: "ann", SessionID: name})
	}
	must(err)
	return s
}

%s

func main() {
%s}
`

func runProgram(t *testing.T, dir string, releases []string, helpers, parts string) string {
	t.Helper()
	var imports strings.Builder
	for _, release := range releases {
		fmt.Fprintf(&imports, "\t%q\n", "example.com/trip/"+release)
	}
	parts = strings.ReplaceAll(parts, "fmt.Println(\"--\")\n", "fmt.Println(\"--\")\nname = \"s\"\n")
	source, err := format.Source(fmt.Appendf(nil, evolutionMain, &imports, helpers, parts))
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "main.go"), string(source))
	writeFile(t, filepath.Join(dir, "go.mod"), "module example.com/trip\n\ngo 1.24\n\nrequire "+module+"/runtime v0.0.0\n\nreplace "+
		module+"/runtime => "+filepath.ToSlash(root)+"/runtime\n")
	cmd := exec.Command("go", "run", ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, source)
	}
	return string(out)
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
