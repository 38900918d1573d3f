package workspace

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/cache"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/configs"
	"github.com/seed92179c4c/stategen/schema"
)

// Look is one schema with its prompts, as an editor's server wants to know them at
// every keystroke. It is safe for concurrent use.
type Look struct {
	Schema   *schema.Schema // with errors, its sound part; nil: nothing of it can be read
	Prompts  []*diag.Source // that check.templates matches, and the schema's own file
	Findings diag.List      // sorted
	Sources  diag.Sources   // all files that were read, by the names that findings have

	read    *readSchema
	matched templates
	uses    func() []source.Use
}

// readSchema is a schema and what belongs to it alone.
type readSchema struct {
	inputs map[string]cache.Sum // of the schema and what it names
	loaded Loaded               // with what is wrong with Go names

	index     func() *keys.Index
	accessors func() func(*schema.Key) (name, getter string)

	typescript func() map[*schema.Key]string
}

// Look is Check of one schema and its prompts, without generated code and Go source:
// these take longer. Earlier is an earlier result for that schema, or nil. If nothing
// has changed in what was read then, Look returns it again; of a schema that has not
// changed only the prompts are checked again.
func (w *Workspace) Look(ctx context.Context, path string, earlier *Look) (*Look, error) {
	path = filepath.FromSlash(shown(path)) // as in a Survey of its folder
	read, err := earlier.renewed(ctx, w, path)
	if err != nil {
		return nil, err
	}
	l := &Look{read: read}
	if len(read.loaded.Schemas) == 1 {
		l.Schema = read.loaded.Schemas[0]
		if l.matched, err = w.disk().matchTemplates(ctx, l.Schema); err != nil {
			return nil, err
		}
	}
	if earlier != nil && earlier.read == read && earlier.matched.same(l.matched) {
		return earlier, nil
	}
	return l, l.check(ctx, w, path)
}

// check finds what is wrong.
func (l *Look) check(ctx context.Context, w *Workspace, path string) error {
	c := &checking{Workspace: w, Report: Report{Sources: diag.Sources{}}, prompts: map[string]bool{}}
	c.Findings = slices.Clone(l.read.loaded.Findings)
	if l.Schema != nil {
		own := l.read.loaded.Sources[l.Schema.File]
		if err := c.checkSchema(ctx, &promptJob{schema: path, all: true, matched: &l.matched}, l.Schema, own); err != nil {
			return err
		}
		c.Sources[own.Name] = own
	}
	for _, name := range slices.Sorted(maps.Keys(c.Sources)) {
		l.Prompts = append(l.Prompts, c.Sources[name])
	}
	maps.Copy(c.Sources, l.read.loaded.Sources)
	l.Findings, l.Sources = c.Findings.Sort(), c.Sources
	l.uses = sync.OnceValue(func() []source.Use { return project.New(asSeen(l.Schema)).Uses(l.Prompts) })
	return nil
}

// renewed reads a schema, unless nothing has changed since the earlier look, which may be nil.
func (l *Look) renewed(ctx context.Context, w *Workspace, path string) (*readSchema, error) {
	if l != nil && w.disk().unchanged(path, l.read.inputs) {
		return l.read, nil
	}
	in := newInputs()
	loaded, err := w.load(ctx, in, []string{path})
	if err != nil {
		return nil, err
	}
	now := &readSchema{inputs: in.sums, loaded: loaded}
	if len(loaded.Schemas) == 1 {
		s := loaded.Schemas[0]
		now.loaded.Findings = append(slices.Clip(now.loaded.Findings), generator.Names(s)...)
		now.index = sync.OnceValue(func() *keys.Index { return keys.New(asSeen(s)) })
		now.accessors = sync.OnceValue(func() func(*schema.Key) (string, string) { return generator.Accessors(s) })
		now.typescript = sync.OnceValue(func() map[*schema.Key]string { return generator.TypeScript(s) })
	}
	return now, nil
}

// asSeen is a schema that declares what is seen of it and no more: while it is edited, it often has mistakes.
func asSeen(s *schema.Schema) *schema.Schema {
	seen := *s
	seen.Partial = false
	return &seen
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

// Reads reports whether the text of a file, by its absolute path, is part of what was
// looked at, or was looked for in vain.
func (l *Look) Reads(path string) bool {
	return names(l.read.inputs, path) || names(l.Sources, path)
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

// Uses are the uses of keys in the prompts. They must not be changed.
func (l *Look) Uses() []source.Use {
	if l.Schema == nil {
		return nil
	}
	return l.uses()
}

// Key is the declared key that a key in a text refers to; nil if there is none.
func (l *Look) Key(wire string) *schema.Key { return l.read.index().Find(wire) }

// NearestSchema is the path of the schema that governs a file. It is an error if
// there is none.
func (w *Workspace) NearestSchema(file string) (string, error) { return w.disk().nearestSchema(file) }

// Survey is what Check finds, and what it has seen of keys on the way.
type Survey struct {
	Report
	// Uses are those of keys in Go source, whichever schema declares them.
	Uses []source.Use
	// Code is all code of schemas, by their absolute path, as far as all was checked.
	Code map[string]project.Code
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

// IsGenerated reports whether a file's text was written by Generate.
func IsGenerated(text []byte) bool { return generator.IsGenerated(text) }

// TypeScript is what a key of the schema is called in the TypeScript file; empty without one.
func (l *Look) TypeScript(k *schema.Key) string { return l.read.typescript()[k] }

// Accessor is the Go name of a key of the schema, and what its getter is declared as.
func (l *Look) Accessor(k *schema.Key) (name, getter string) {
	return l.read.accessors()(k)
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
	ident, _ := generator.Accessors(&other)(&renamed)
	return ident
}

// Rules whose findings an editor shows in a way of their own.
var (
	DeprecatedKey = prompt.DeprecatedKey
	UndeclaredKey = prompt.UndeclaredKey
	UnusedKey     = project.UnusedKey
)

// Code is what the code of a schema does with its keys.
type Code = project.Code

// Fits says of placeholders in an instruction of a look's schema, compiled or not, whether nothing is wrong with
// them but, at most, that their key is deprecated.
func (l *Look) Fits(compiled bool) func(placeholder string) (fits, deprecated bool) {
	c := project.New(l.Schema)
	return func(placeholder string) (fits, deprecated bool) {
		found := c.Text(source.Text{Text: placeholder, Compiled: compiled})
		deprecated = len(found) == 1 && found[0].ID == DeprecatedKey.ID
		return len(found) == 0 || deprecated, deprecated
	}
}

// IsAgentConfig reports whether a file may hold the configuration of an agent, by its name.
func IsAgentConfig(path string) bool { return configs.Is(path) }
