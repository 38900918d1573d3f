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

func TestDeclarations(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"func f() { return }\ntype T int", "func f() {        }\ntype T int"},
		{"func f() interface{ M() } { x }", "func f() interface{ M() } {   }"},
		{"func f() struct { a int } { x }", "func f() struct { a int } {   }"},
		{"type T struct { a int; b map[string]struct{} }", "type T struct { a int; b map[string]struct{} }"},
		{"type I interface /* { */ { M() }", "type I interface /* { */ { M() }"},
		{"var x = T{1, '}', \"}\", `}`}.y", "var x = T{                }.y"},
		{"var x = [...]T{{1}, {2}}; var y = T{1}", "var x = [...]T{{1}, {2}}; var y = T{ }"},
		{"func f[T interface{ ~int }](x T) { return }", "func f[T interface{ ~int }](x T) {        }"},
		{"var f = func() {\n\tx // }\n}", "var f = func() {\n       \n}"},
		{"const a = \"{\\\"\" // {\nvar x = T{1}", "const a = \"{\\\"\" // {\nvar x = T{ }"},
		{"func f() { \"", "func f() { \""},
		{"func f() { /*", "func f() { /*"},
		{"func f() { '\\", "func f() { '\\"},
	} {
		if got := string(declarations([]byte(c.text))); got != c.want {
			t.Errorf("of %q is left\n%q, want\n%q", c.text, got, c.want)
		}
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
func apiOf(t *testing.T, path string, blanked bool) string {
	t.Helper()
	fset := token.NewFileSet()
	names, _ := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", filepath.FromSlash(path), "*.go"))
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if blanked {
			text = declarations(text)
		}
		f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
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
