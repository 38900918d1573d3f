package breaking

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/reading"
	state "github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// program is a compiled program with the generated packages of many schemas, which
// reads states with each.
type program struct {
	path    string
	readers []*reading.Schema
}

// question is a state to be read by a package.
type question struct {
	Package int            `json:"package"`
	State   map[string]any `json:"state"`
}

// answer is what generated code makes of a state.
type answer struct {
	Keys map[string]keyAnswer `json:"keys"`
	Load []string             `json:"load"` // the errors of Load, sorted
}

// keyAnswer is what a getter returns. Raw is what the setter stores of that.
type keyAnswer struct {
	Set bool   `json:"set"`
	Err string `json:"err"`
	Raw string `json:"raw"`
}

// compile builds the program; it takes about 0.1 s a schema.
func compile(t *testing.T, schemas []*schema.Schema) *program {
	t.Helper()
	dir, p := t.TempDir(), &program{}
	repo, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const runtimePath = "github.com/seed92179c4c/stategen/runtime"
	write("go.mod", "module m\n\ngo 1.26\n\nrequire "+runtimePath+" v0.0.0\n\nreplace "+runtimePath+" => "+filepath.Join(repo, "runtime")+"\n")
	var imports, entries strings.Builder
	for i, s := range schemas {
		pkg := fmt.Sprintf("p%d", i)
		files, problems := generator.Generate(s, generator.Options{Package: pkg, Source: "s.yaml"})
		if problems.HasErrors() || len(files) == 0 {
			t.Fatalf("%s: %+v", s.File, problems)
		}
		for _, f := range files {
			write(pkg+"/"+f.Name, string(f.Content))
		}
		fmt.Fprintf(&imports, "\t%q\n", "m/"+pkg)
		fmt.Fprintf(&entries, "\t{func(s runtime.State) any { return %s.Of(s) }, func(s runtime.State) (any, error) { return %s.Load(s) }},\n", pkg, pkg)
		p.readers = append(p.readers, reading.New(s))
	}
	main, err := os.ReadFile("testdata/reader.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(main), "// IMPORTS", imports.String(), 1)
	write("main.go", strings.Replace(text, "// PACKAGES", entries.String(), 1))
	p.path = filepath.Join(dir, "reader")
	build := exec.Command("go", "build", "-gcflags=m/...=-N -l", "-o", p.path, ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return p
}

// ask reads states by generated code.
func (p *program) ask(t *testing.T, questions []question) []answer {
	t.Helper()
	in, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(p.path)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	var answers []answer
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	return answers
}

// expect is what the interpreter answers.
func (p *program) expect(t *testing.T, q question) answer {
	t.Helper()
	text, err := json.Marshal(q.State)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := state.DecodeValue(text)
	if err != nil {
		t.Fatal(err)
	}
	values, a := decoded.(map[string]any), answer{Keys: map[string]keyAnswer{}, Load: []string{}}
	for _, k := range p.readers[q.Package].Keys {
		wire := member(k)
		r := k.Read(wire, values)
		got := keyAnswer{Set: r.Err == nil && r.Presence != reading.Unset}
		switch {
		case r.Err != nil:
			got.Err = r.Err.Error()
		case got.Set && r.Invalid == nil:
			if raw, err := k.Encode(r); err == nil {
				got.Raw = jsonText(raw)
			}
		}
		a.Keys[k.Wire()] = got
		if len(k.Params) == 0 || r.Presence == reading.Stored {
			a.Load = append(a.Load, leaves(r.Refused())...)
		}
	}
	slices.Sort(a.Load)
	return a
}

func leaves(err error) []string {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var list []string
		for _, e := range joined.Unwrap() {
			list = append(list, leaves(e)...)
		}
		return list
	}
	return []string{err.Error()}
}

// hold compares the interpreter with compiled code.
func (p *program) hold(t *testing.T, questions []question) []answer {
	t.Helper()
	answers := p.ask(t, questions)
	for i, q := range questions {
		got, want := asJSON(t, answers[i]), asJSON(t, p.expect(t, q))
		if got != want {
			t.Errorf("state %s\ngenerated code %s\ninterpreter    %s", asJSON(t, q.State), got, want)
		}
	}
	return answers
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
