package generator

import (
	"fmt"

	"github.com/seed92179c4c/stategen/generator/golang"
	"github.com/seed92179c4c/stategen/generator/golang/comments"
	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
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
// same schema gives the same bytes. What can't be expressed in Go, such as two
// keys that need the same name, is returned as diagnostics, and then there are
// no files. A schema with mistakes gives none either, but the names in its
// valid part are checked all the same.
func Generate(s *schema.Schema, o Options) ([]File, diag.List) {
	p, problems := names.New(plan.New(s), o.Package, o.Source)
	problems = append(problems, uncompilable(s)...)
	if problems.HasErrors() || !s.Sound() {
		return nil, problems.Sort()
	}
	files, err := printed(p)
	if err != nil {
		return nil, append(problems, diag.New(invalidCode, diag.Span{File: s.File}, "cannot generate code: %v", err).
			WithHint("this is a bug in stategen: please report it with the schema"))
	}
	return files, problems.Sort()
}

// printed returns the package's own files, and those of the schema's targets.
func printed(p *names.Package) ([]File, error) {
	files, err := golang.Files(p)
	if err != nil {
		return nil, err
	}
	for _, target := range p.Plan.Schema.Targets {
		adapter, ok := adapters[target.Name]
		if !ok {
			continue
		}
		file, err := adapter(p)
		if err != nil {
			return nil, fmt.Errorf("target %s: %w", target.Name, err)
		}
		files = append(files, file)
	}
	return files, nil
}

// Names returns what Generate finds wrong with the Go names that a schema
// needs, whatever its package is called.
func Names(s *schema.Schema) diag.List {
	_, problems := names.New(plan.New(s), "p", "")
	return problems.Sort()
}

// IsGenerated reports whether a file was written by Generate: its first line
// is our header.
func IsGenerated(content []byte) bool { return comments.IsGenerated(content) }

// SourceOf returns the schema that a generated file names in its header,
// relative to the file's folder and with slashes; "" if it names none.
func SourceOf(content []byte) string { return comments.SourceOf(content) }

// Getters returns what the getters of a schema's keys are declared as.
func Getters(s *schema.Schema) map[*schema.Key]string {
	all := make(map[*schema.Key]string, len(s.Keys))
	p, _ := names.New(plan.New(s), "p", "")
	for _, named := range p.Keys {
		all[named.Key.Key] = golang.Getter(named)
	}
	return all
}

// Accessors tells the Go name of a key of a schema, and what its getter is declared as.
func Accessors(s *schema.Schema) func(k *schema.Key) (name, getter string) {
	all := make(map[*schema.Key]*names.Key, len(s.Keys))
	p, _ := names.New(plan.New(s), "p", "")
	for _, named := range p.Keys {
		all[named.Key.Key] = named
	}
	return func(k *schema.Key) (name, getter string) {
		if named := all[k]; named != nil {
			return named.Ident, golang.Getter(named)
		}
		return "", ""
	}
}
