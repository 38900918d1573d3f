package main

import (
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
	entries, _ := os.ReadDir(dir) // a folder that does not exist yet has no package
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.PackageClauseOnly)
		if err == nil {
			return f.Name.Name
		}
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		abs = dir
	}
	return identifier(filepath.Base(abs))
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
