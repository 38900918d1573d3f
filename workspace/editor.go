package workspace

import (
	"context"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/cache"
	"github.com/seed92179c4c/stategen/internal/gomodules"
	"github.com/seed92179c4c/stategen/schema"
)

// Look is one schema with its prompts, as an editor's server wants to know them at
// every keystroke.
type Look struct {
	Schema   *schema.Schema // with errors, its sound part; nil: nothing of it can be read
	Prompts  []*diag.Source // that check.templates matches, and the schema's own file
	Findings diag.List      // sorted
	Sources  diag.Sources   // all files that were read, by the names that findings have

	inputs map[string]cache.Sum // of the schema and what it names
	loaded Loaded               // with what is wrong with Go names
}

// Look is Check of one schema and its prompts, without generated code and Go source:
// these take longer. Earlier is an earlier result for that schema, or nil. If nothing
// has changed in what was read of the schema then, it is not read again.
func (w *Workspace) Look(ctx context.Context, path string, earlier *Look) (*Look, error) {
	path = filepath.FromSlash(shown(path)) // as in a Survey of its folder
	l, err := earlier.renewed(ctx, w, path)
	if err != nil {
		return nil, err
	}
	c := &checking{Workspace: w, Report: Report{Sources: diag.Sources{}}, prompts: map[string]bool{}}
	c.Findings = slices.Clone(l.loaded.Findings)
	if l.Schema != nil {
		own := l.loaded.Sources[l.Schema.File]
		if err := c.checkSchema(ctx, &promptJob{schema: path, all: true}, l.Schema, own); err != nil {
			return nil, err
		}
		c.Sources[own.Name] = own
	}
	for _, name := range slices.Sorted(maps.Keys(c.Sources)) {
		l.Prompts = append(l.Prompts, c.Sources[name])
	}
	maps.Copy(c.Sources, l.loaded.Sources)
	l.Findings, l.Sources = c.Findings.Sort(), c.Sources
	return l, nil
}

// renewed reads a schema, unless nothing has changed since the earlier look, which may be nil.
func (l *Look) renewed(ctx context.Context, w *Workspace, path string) (*Look, error) {
	if l != nil && w.disk().unchanged(path, l.inputs) {
		return &Look{Schema: l.Schema, inputs: l.inputs, loaded: l.loaded}, nil
	}
	in := newInputs()
	loaded, err := w.load(ctx, in, []string{path})
	if err != nil {
		return nil, err
	}
	now := &Look{inputs: in.sums, loaded: loaded}
	if len(loaded.Schemas) == 1 {
		now.Schema = loaded.Schemas[0]
		now.loaded.Findings = append(slices.Clip(now.loaded.Findings), generator.Names(now.Schema)...)
	}
	return now, nil
}

// unchanged reports whether the inputs of a schema are as they were.
func (d disk) unchanged(path string, inputs map[string]cache.Sum) bool {
	project, err := d.Of(path)
	if err != nil {
		return false
	}
	defer project.Close()
	for name, was := range inputs {
		is := cache.Sum("")
		if text, err := project.Read(name); err == nil {
			is = cache.SumOf(text)
		}
		if is != was {
			return false
		}
	}
	return true
}

// Generates reports whether a file, by its absolute path, is one that the schema's package
// is generated from: the schema, what it includes, or a prompt that is compiled.
func (l *Look) Generates(path string) bool {
	return names(l.inputs, path)
}

// Reads reports whether the text of a file, by its absolute path, is part of what was
// looked at, or was looked for in vain.
func (l *Look) Reads(path string) bool {
	return l.Generates(path) || names(l.Sources, path)
}

// names reports whether one of some names is that of an absolute path.
func names[T any](list map[string]T, path string) bool {
	for name := range list {
		if abs, err := filepath.Abs(filepath.FromSlash(name)); err == nil && abs == path {
			return true
		}
	}
	return false
}

// Uses are the uses of keys in the prompts.
func (l *Look) Uses() []keys.Use {
	if l.Schema == nil {
		return nil
	}
	return check.New(l.Schema).Uses(l.Prompts)
}

// NearestSchema is the path of the schema that governs a file. It is an error if
// there is none.
func (w *Workspace) NearestSchema(file string) (string, error) { return w.disk().nearestSchema(file) }

// Survey is what Check finds, and what it has seen of keys on the way.
type Survey struct {
	Report
	// Uses are those of keys in Go source, whichever schema declares them.
	Uses []keys.Use
	// Code is all code of schemas, by their absolute path, as far as all was checked.
	Code map[string]check.Code
	// Instructions are those in Go source, by the absolute path and the offset at which
	// they begin, as in "/agent/main.go:120".
	Instructions []string
}

// Survey is Check of one pattern that keeps what it has seen.
func (w *Workspace) Survey(ctx context.Context, pattern string) (*Survey, error) {
	name := shown(pattern)
	if name == "..." {
		name = "./..." // of the working folder
	}
	c, err := checkOnce(ctx, w, CheckRequest{Patterns: []string{name}})
	if err != nil {
		return nil, err
	}
	return &Survey{c.Report, c.uses, c.projects, slices.Sorted(maps.Keys(c.prompts))}, nil
}

// Files are those below the folder of a schema whose names end in one of the endings,
// relative to it and sorted: at most limit. Folders that the go command passes over are
// passed over.
func (w *Workspace) Files(ctx context.Context, schema string, limit int, endings ...string) []string {
	dir := filepath.Dir(schema)
	var found []string
	_ = gomodules.Walk(ctx, dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || len(found) == limit {
			return fs.SkipAll
		}
		if rel, err := filepath.Rel(dir, path); err == nil && d.Type().IsRegular() && slices.Contains(endings, filepath.Ext(path)) {
			found = append(found, filepath.ToSlash(rel))
		}
		return nil
	})
	return found
}

// IsGenerated reports whether a file's text was written by Generate.
func IsGenerated(text []byte) bool { return generator.IsGenerated(text) }

// Accessor is the Go name of a key of the schema, and what its getter is declared as.
func (l *Look) Accessor(k *schema.Key) (name, getter string) {
	return generator.Accessor(l.Schema, k)
}

// Renamed is the Go name that a key of the schema would have under another name.
func (l *Look) Renamed(k *schema.Key, name string) string {
	other := *l.Schema
	other.Keys = slices.Clone(other.Keys)
	renamed := *k
	renamed.Name = name
	for i := range other.Keys {
		if other.Keys[i] == k {
			other.Keys[i] = &renamed
		}
	}
	ident, _ := generator.Accessor(&other, &renamed)
	return ident
}
