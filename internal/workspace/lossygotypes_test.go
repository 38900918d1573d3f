package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed92179c4c/stategen/schema"
)

// TestLossy declares a type T in many packages of one module.
func TestLossy(t *testing.T) {
	const text = "func (T) MarshalText() ([]byte, error) { return nil, nil }; func (*T) UnmarshalText([]byte) error { return nil }"
	const asJSON = "func (*T) MarshalJSON() ([]byte, error) { return nil, nil }"
	cases := []struct{ source, lost string }{
		{"type T struct{ A int; B []string; C map[string]*T }", ""},
		{"type T struct{ A int; b int }", "b is unexported"},
		{"type T struct{ A []map[string]*u }; type u struct{ c int }", "A.c is unexported"},
		{"type T = u; type u struct{ c int }", "c is unexported"},
		{"type T struct{ A int `json:\"-\"` }", `A has json:"-"`},
		{"type T struct{ A int `json:\"-,\"` }", ""},
		{"type T struct{ A func() }", "A has no JSON"},
		{"type T struct{ A chan int }", "A has no JSON"},
		{"type T struct{ A complex64 }", "A has no JSON"},
		{"type T []func()", "its value has no JSON"},
		{"type T struct{ u; A int }; type u struct{ B int }", ""},
		{"type T struct{ u }; type u struct{ b int }", "u.b is unexported"},
		{"type T struct{ a int }; " + text, ""},
		{"type T struct{ a int }; " + asJSON, ""},
		{"type T struct{ a int }; func (T) Equal(T) bool { return true }", ""},
		{"type T struct{ A any; B interface{ C() } }", ""},
		{`import "sync"; type T struct{ mu sync.Mutex; _ int; A int }`, ""},
		{`import "time"; type T struct{ A time.Time }`, ""},
		{`import "net/url"; type T struct{ A url.URL }`, "A.User.username is unexported"},
		{"type MarshalJSON int; type T struct{ MarshalJSON; a int }", "a is unexported"},
		{"type T struct{ a undeclared }", ""},
		{"type U struct{ a int }", ""},
	}
	dir := t.TempDir()
	writeBelow(t, filepath.Join(dir, "go.mod"), "module m\n\ngo 1.24\n")
	var asked []schema.GoType
	for i, c := range cases {
		name := fmt.Sprintf("p%d", i)
		writeBelow(t, filepath.Join(dir, name, name+".go"), "package "+name+"; "+c.source)
		asked = append(asked, schema.GoType{Path: "m/" + name, Name: "T"})
	}
	lossy := Lossy(t.Context(), dir, append(asked, schema.GoType{Path: "example.com/not/there", Name: "T"}))
	for i, c := range cases {
		if got := lossy[asked[i]]; got != c.lost {
			t.Errorf("%s\nlost is %q, want %q", c.source, got, c.lost)
		}
	}
	patterns := []schema.GoType{{Path: "./...", Name: "T"}, {Path: "all", Name: "T"}}
	if got := Lossy(t.Context(), dir, patterns); len(got) > 0 {
		t.Errorf("of patterns, lost is %v", got)
	}
	if got := Lossy(t.Context(), filepath.Join(dir, "missing"), asked); len(got) > 0 {
		t.Errorf("in a folder that is not there, lost is %v", got)
	}
}

func writeBelow(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, path, text)
}
