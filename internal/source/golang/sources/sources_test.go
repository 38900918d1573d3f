package sources

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/internal/cache"
	"github.com/seed92179c4c/stategen/internal/diag"
)

// tree is a project with files, as the working folder.
func tree(t *testing.T, files map[string]string) (at func(string) string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	at = func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for name, text := range files {
		write(t, at(name), text)
	}
	return at
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestReader holds that a file is read once, under a short name, that an unsaved text stands for
// its file, and that a file names only those of its project.
func TestReader(t *testing.T) {
	at := tree(t, map[string]string{"go.mod": "module a\n", "a/a.go": "package a", "a/a.md": "A", "a/stategen.yaml": ""})
	outside := filepath.Join(filepath.Dir(at("")), "outside.md")
	write(t, outside, "out")
	s := New(map[string][]byte{at("a/a.md"): []byte("unsaved")})
	src := s.Open(at("a/a.go"))
	if src == nil || src.Name != "a/a.go" || string(src.Text) != "package a" {
		t.Fatalf("a file is %+v", src)
	}
	write(t, at("a/a.go"), "package changed")
	if s.Open(at("a/a.go")) != src {
		t.Error("a file is read twice")
	}
	if text, err := s.Reread(at("a/a.go")); err != nil || string(text) != "package changed" {
		t.Errorf("read anew it is %q, %v", text, err)
	}
	if _, stable := s.Seen(); stable {
		t.Error("a file that has changed has not")
	}
	if got := s.Open(at("a/a.md")); got == nil || string(got.Text) != "unsaved" {
		t.Errorf("an unsaved text is %+v", got)
	}
	if got := s.OpenFor(at("a/a.go"), at("a/a.md")); got == nil {
		t.Error("a file of the same project can't be named")
	}
	if s.OpenFor(at("a/a.go"), outside) != nil {
		t.Error("a file of no project can be named")
	}
	if _, err := s.RereadFor(at("a/a.go"), outside); err == nil {
		t.Error("a file of no project can be read")
	}
	if seen, _ := s.Seen(); s.Open(at("gone")) != nil || seen[at("a/a.md")] != cache.SumOf([]byte("unsaved")) {
		t.Error("sums are not those of the texts")
	}
	if got := s.Nearest(at("a/b/c"), "stategen.yaml"); got != at("a/stategen.yaml") {
		t.Errorf("the nearest is %q", got)
	}
	if got := s.Nearest(at("."), "nowhere.yaml"); got != "" {
		t.Errorf("the nearest of none is %q", got)
	}
	known := diag.NewSource("b.md", []byte("b"))
	s.Add(at("b.md"), known)
	s.Add(at("b.md"), diag.NewSource("b.md", nil))
	if s.Open(at("b.md")) != known {
		t.Error("a file that was added is not kept")
	}
	if got, want := slices.Sorted(maps.Keys(s.All())), []string{"a/a.go", "a/a.md", "b.md"}; !slices.Equal(got, want) {
		t.Errorf("read were %v, want %v", got, want)
	}
	if s.Dir() != at(".") || s.Path("a/a.go") != at("a/a.go") || s.Path(at("x")) != at("x") || s.Name("/x") != "/x" {
		t.Errorf("names are relative to %q", s.Dir())
	}
	if !IsTest("a_test.go") || IsTest("test.go") {
		t.Error("tests are told by their names")
	}
}

// TestSeen holds that whatever is looked at is noted, and noticed when it is another.
func TestSeen(t *testing.T) {
	for name, change := range map[string]func(t *testing.T, at func(string) string){
		"nothing":                   func(*testing.T, func(string) string) {},
		"a text":                    func(t *testing.T, at func(string) string) { write(t, at("a"), "other") },
		"a file that was missing":   func(t *testing.T, at func(string) string) { write(t, at("gone"), "") },
		"a folder":                  func(t *testing.T, at func(string) string) { write(t, at("d/y"), "") },
		"a folder that was missing": func(t *testing.T, at func(string) string) { write(t, at("e/y"), "") },
		"another's":                 func(t *testing.T, at func(string) string) { write(t, at("other"), "changed") },
	} {
		t.Run(name, func(t *testing.T) {
			at := tree(t, map[string]string{"a": "a", "d/x": "", "other": "", "go.mod": ""})
			s := New(nil)
			s.Open(at("a"))
			s.Open(at("gone"))
			if got := s.Folder(at("d")); !slices.Equal(got, []string{"x"}) {
				t.Errorf("a folder has %v", got)
			}
			s.Folder(at("e"))
			if _, err := s.Reread(at("other")); err != nil {
				t.Fatal(err)
			}
			seen, stable := s.Seen()
			if len(seen) != 5 || !stable {
				t.Fatalf("noted are %v", seen)
			}
			if len(New(nil).Changed(seen)) > 0 {
				t.Error("what was read has changed at once")
			}
			change(t, at)
			if got, want := len(New(nil).Changed(seen)) == 0, name == "nothing"; got != want {
				t.Errorf("it holds: %v", got)
			}
		})
	}
}
