package goload

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWithoutBodies holds which lines are not read at first.
func TestWithoutBodies(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"func f() {\n\treturn\n}\n\ntype T struct {\n\ta int\n}\n", "func f() {\n       \n}\n\ntype T struct {\n\ta int\n}\n"},
		{"func f() {}\nfunc g() {\nx\n}\nvar y int\n", "func f() {}\nfunc g() {\n \n}\nvar y int\n"},
		{"func f(\n\ta int,\n) {\n\treturn\n}\n", "func f(\n\ta int,\n) {\n\treturn\n}\n"},
		{"var x = &T{\n1,\n}\n", "var x = &T{\n  \n}\n"},
		{"var x = map[string]T{\n1,\n}\n", "var x = map[string]T{\n  \n}\n"},
		{"var x = [...]T{\n1,\n}\n", "var x = [...]T{\n1,\n}\n"},
		{"var x struct {\na int\n}\n", "var x struct {\na int\n}\n"},
	} {
		if got := string(withoutBodies([]byte(c.text))); got != c.want {
			t.Errorf("of %q is left\n%q, want\n%q", c.text, got, c.want)
		}
	}
}

// TestWhereTooMuchIsLeftOut holds that a file is read as it is if what is left of it is no Go.
func TestWhereTooMuchIsLeftOut(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	text := "package a\n\nfunc f() string {\n\treturn `{\n}\n`\n}\n\ntype T int\n"
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if file := (&Source{fset: token.NewFileSet()}).declarations(name); file == nil || len(file.Decls) != 2 {
		t.Errorf("the file is read as %v", file)
	}
}

// TestDeclarationsKeepTypes holds that packages of Go itself have the same API without what
// is left out.
func TestDeclarationsKeepTypes(t *testing.T) {
	for _, path := range []string{"sort", "strconv", "text/template/parse", "unicode", "go/token", "encoding/json", "math/bits"} {
		whole, part := apiOf(t, path, false), apiOf(t, path, true)
		if whole != part || !strings.Contains(whole, "func") {
			t.Errorf("%s has the API\n%swant\n%s", path, part, whole)
		}
	}
}

// apiOf writes what a package declares, with its types and the values of its constants.
func apiOf(t *testing.T, path string, part bool) string {
	t.Helper()
	fset := token.NewFileSet()
	names, _ := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", filepath.FromSlash(path), "*.go"))
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if part {
			f = (&Source{fset: fset}).declarations(name)
		}
		files = append(files, f)
	}
	config := types.Config{IgnoreFuncBodies: true, Error: func(error) {}} // what it imports is unknown
	pkg, _ := config.Check(path, fset, files, nil)
	var b strings.Builder
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		b.WriteString(obj.String())
		if c, ok := obj.(*types.Const); ok {
			b.WriteString(" = " + c.Val().ExactString())
		}
		b.WriteString("\n")
	}
	return b.String()
}
