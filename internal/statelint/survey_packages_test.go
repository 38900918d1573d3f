package statelint

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestSurveyKeeps holds that a survey keeps the syntax of no more packages than its archive lists.
func TestSurveyKeeps(t *testing.T) {
	archives, err := filepath.Glob("testdata/kept/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives: ", err)
	}
	for _, name := range archives {
		t.Run(filepath.Base(name), func(t *testing.T) { surveyKeeps(t, name) })
	}
}

func surveyKeeps(t *testing.T, archive string) {
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	dir, want := t.TempDir(), ""
	for _, f := range a.Files {
		if f.Name == "kept" {
			want = string(f.Data)
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Survey([]string{"./..."}, CheckOptions{Dir: dir, Env: append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=mod", "GOWORK=off")})
	if err != nil {
		t.Fatal(err)
	}
	var kept, found []string
	for _, pkg := range s.all {
		if pkg.Syntax != nil {
			kept = append(kept, pkg.PkgPath)
		}
	}
	slices.Sort(kept)
	if got := strings.Join(kept, "\n") + "\n"; got != want {
		t.Errorf("kept are\n%swant\n%s", got, want)
	}
	for _, e := range s.Evidence {
		found = append(found, e.Key)
	}
	if slices.Sort(found); !slices.Equal(slices.Compact(found), []string{"begun", "city"}) {
		t.Errorf("found are %q", found)
	}
}
