package generator

import (
	"strings"

	"github.com/seed92179c4c/stategen/generator/golang"
	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/generator/typescript"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

var invalidCode = diag.Register(diag.OnOutput, diag.Rule{
	ID:      "generate",
	Summary: "stategen generated code that is not valid Go",
	Why:     "The schema is not at fault: this is a bug in stategen. Please report it with the schema. The files on disk are left unchanged.",
})

// File is a generated file. Its name is relative to the output folder.
type File = plan.File

// Options are what a schema doesn't say about its output.
type Options struct {
	// Package is the Go package's name when the schema gives none.
	Package string
	// Source is the schema's path, relative to the output folder and with
	// slashes, as the files' headers quote it.
	Source string
}

// Generate returns the files of a schema, formatted and in a fixed order; the
// same schema gives the same bytes. What can't be expressed, such as two
// keys that need the same name, is returned as diagnostics, and then there are
// no files. A schema with mistakes gives none either, but the names in its
// valid part are checked all the same.
func Generate(s *schema.Schema, o Options) ([]File, diag.List) {
	p := plan.New(s)
	var files []File
	var problems diag.List
	if s.GeneratesGo() {
		files, problems = goFiles(p, o)
	}
	if s.GeneratesTypeScript() {
		file, found := typescript.File(p, o.Source)
		files, problems = append(files, file), append(problems, found...)
	}
	if problems.HasErrors() || s.Partial {
		return nil, problems.Sort()
	}
	return files, problems.Sort()
}

// goFiles returns the files of the Go package.
func goFiles(p *plan.Plan, o Options) ([]File, diag.List) {
	named, problems := names.New(p, o.Package, o.Source)
	problems = append(problems, uncompilable(p.Schema)...)
	if problems.HasErrors() || p.Schema.Partial {
		return nil, problems
	}
	files, err := golang.Files(named)
	if err != nil {
		return nil, append(problems, diag.New(invalidCode, diag.Span{File: p.Schema.File}, "cannot generate code: %v", err).
			WithHint("this is a bug in stategen: please report it with the schema"))
	}
	return files, problems
}

// Names returns what Generate finds wrong with the names that a schema needs in code,
// whatever its package is called.
func Names(s *schema.Schema) diag.List {
	var problems diag.List
	p := plan.New(s)
	if s.GeneratesGo() {
		_, problems = names.New(p, "p", "")
	}
	if s.GeneratesTypeScript() {
		_, found := typescript.Names(p)
		problems = append(problems, found...)
	}
	return problems.Sort()
}

// IsOurs reports whether a file has a name that Generate gives.
func IsOurs(name string) bool {
	return strings.HasSuffix(name, "_gen.go") || name == typescript.FileName
}

// IsGenerated reports whether a file was written by Generate: its first line
// is our header.
func IsGenerated(content []byte) bool { return plan.IsGenerated(content) }

// SourceOf returns the schema that a generated file names in its header,
// relative to the file's folder and with slashes; "" if it names none.
func SourceOf(content []byte) string { return plan.SourceOf(content) }

// Accessors tells the Go name of a key of a schema, and what its getter is declared as; that is
// empty without a Go package.
func Accessors(s *schema.Schema) func(k *schema.Key) (name, getter string) {
	all := make(map[*schema.Key]*names.Key, len(s.Keys))
	p, _ := names.New(plan.New(s), "p", "")
	for _, named := range p.Keys {
		all[named.Key.Key] = named
	}
	return func(k *schema.Key) (name, getter string) {
		named := all[k]
		switch {
		case named == nil:
			return "", ""
		case !s.GeneratesGo():
			return named.Ident, ""
		}
		return named.Ident, golang.Getter(named)
	}
}

// TypeScript returns what the keys of a schema are called in the TypeScript file; nil without one.
func TypeScript(s *schema.Schema) map[*schema.Key]string {
	if !s.GeneratesTypeScript() {
		return nil
	}
	of, _ := typescript.Names(plan.New(s))
	return of
}
