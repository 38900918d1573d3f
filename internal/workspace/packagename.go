package workspace

import (
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// packageName is the package that generated files in dir belong to when the
// schema names none: that of the Go files already there, otherwise the
// folder's name as far as it can be one.
func packageName(dir string) string {
	if _, name := packageIn[any](dir, nil); name != "" {
		return name
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		abs = dir
	}
	return identifier(filepath.Base(abs))
}

// notes is what a file calls its package that the go command leaves out.
const notes = "documentation"

// packageIn is the package of the Go files in a folder, and the first of them,
// but for those whose names are to be left out. Tests may belong to another
// package, and so may what no build here takes in.
func packageIn[T any](dir string, except map[string]T) (file, name string) {
	entries, _ := os.ReadDir(dir) // a folder that does not exist yet has no package
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		if _, left := except[e.Name()]; left {
			continue
		}
		if info, err := os.Stat(filepath.Join(dir, e.Name())); err != nil || !info.Mode().IsRegular() {
			continue // reading a pipe could block
		}
		if match, err := build.Default.MatchFile(dir, e.Name()); err != nil || !match {
			continue
		}
		path := filepath.Join(dir, e.Name())
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly)
		if err == nil && f.Name.Name != notes {
			return path, f.Name.Name
		}
	}
	return "", ""
}

// identifier keeps the letters and digits of a folder's name, in lower case.
func identifier(name string) string {
	id := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	if id == "" || unicode.IsDigit(rune(id[0])) || token.IsKeyword(id) {
		return "state" + id
	}
	return id
}
