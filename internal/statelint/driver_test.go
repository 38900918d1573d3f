package statelint_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/internal/snippet"
	"github.com/seed92179c4c/stategen/internal/statelint"
)

// stubs is how the go command finds the packages in testdata/src, and the stand-ins for frameworks.
func stubs(t *testing.T) statelint.CheckOptions {
	t.Helper()
	dir := snippet.GOPATH(t, "testdata/src")
	return statelint.CheckOptions{
		Dir: filepath.Join(dir, "src"),
		Env: append(os.Environ(), "GOPATH="+dir, "GO111MODULE=off", "GOWORK=off", "GOFLAGS="),
	}
}

func run(t *testing.T, o statelint.CheckOptions, patterns ...string) statelint.Report {
	t.Helper()
	r, err := statelint.Check(patterns, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Findings in other packages and in embedded files keep their own places.
func TestFindingsAcrossFiles(t *testing.T) {
	r := run(t, stubs(t), "booking/instructions", "booking/keys")
	var files []string
	for _, d := range r.Findings {
		if name := filepath.Base(d.Span.File); !slices.Contains(files, name) {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	if want := []string{"instructions.go", "keys.go", "single.md"}; !slices.Equal(files, want) {
		t.Errorf("findings in %q, want %q", files, want)
	}
}

// TestWhatIsWaitedFor holds that a check says what takes long, and that what is cached takes no time.
func TestWhatIsWaitedFor(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/trip\n\ngo 1.24\n", "stategen.yaml": "version: 1\nkeys: {city: string}\n",
		"trip.go": "package trip\n\nimport \"fmt\"\n\nvar City = fmt.Sprint(1)\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var said []string
	o := statelint.CheckOptions{Dir: dir, Env: append(os.Environ(), "GOWORK=off"), Cache: t.TempDir(), Doing: func(what string) func() {
		said = append(said, what)
		return func() { said = append(said, "done") }
	}}
	run(t, o, "./...")
	run(t, o, "./...")
	want := []string{
		"listing Go packages", "done", "checking Go packages", "done",
		"listing Go packages", "done",
	}
	if !slices.Equal(said, want) {
		t.Errorf("said %q, want %q", said, want)
	}
}
