package project

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/configs"
	"github.com/seed92179c4c/stategen/internal/source/python"
)

// checkedFile is a file with what is checked in it.
type checkedFile struct {
	name   string
	source *diag.Source // nil: only the texts are known
	texts  []source.Text
	uses   []source.Use // of keys, outside of texts
	open   []source.Open
	fails  diag.List // what fails, or is lost, in code
	err    error     // why the file could not be read
}

// files groups the instructions of the schema and the template files by the
// file they are in, in order.
func (c *Checker) files(sources []*diag.Source) []*checkedFile {
	var all []*checkedFile
	byName := map[string]*checkedFile{}
	get := func(name string) *checkedFile {
		if byName[name] == nil {
			byName[name] = &checkedFile{name: name}
			all = append(all, byName[name])
		}
		return byName[name]
	}
	for _, in := range c.schema.Instructions {
		f := get(in.Source)
		if in.File != "" {
			f.source = diag.NewSource(in.Source, in.Raw)
			f.texts = nil // two instructions may share a file
		}
		f.texts = append(f.texts, source.Text{File: in.Source, Text: in.Text, At: in.At, Compiled: true})
	}
	for _, src := range sources {
		if src == nil {
			continue
		}
		f := get(src.Name)
		if f.source == nil {
			f.source = src
		}
		if len(f.texts) == 0 && src.Name != c.schema.File {
			f.read(src)
		}
	}
	c.readAgents(all)
	return all
}

// readAgents reads all Python files, and all agent configurations, together: they name each other's agents.
func (c *Checker) readAgents(all []*checkedFile) {
	var sources []*diag.Source
	byName := map[string]*checkedFile{}
	for _, f := range all {
		if f.source != nil && f.err == nil && len(f.texts) == 0 {
			sources = append(sources, f.source)
			byName[f.name] = f
		}
	}
	if len(sources) == 0 {
		return
	}
	found := python.Read(prompt.ForADK().UsesIn, slices.DeleteFunc(slices.Clone(sources), func(src *diag.Source) bool { return !python.Is(src.Name) }))
	declared, unread := configs.Read(c.UsesIn, sources)
	found.Add(declared)
	for name, err := range unread {
		byName[name].err = err
	}
	for _, t := range found.Texts {
		if !t.Test && !t.Partial {
			byName[t.File].texts = append(byName[t.File].texts, t)
		}
	}
	for _, u := range found.Uses {
		byName[u.Span.File].uses = append(byName[u.Span.File].uses, u)
	}
	for _, d := range found.Findings {
		byName[d.Span.File].fails = append(byName[d.Span.File].fails, d)
	}
	for _, o := range found.Open {
		byName[o.Span.File].open = append(byName[o.Span.File].open, o)
	}
}

// read finds the texts in a file that the schema does not mention.
func (f *checkedFile) read(src *diag.Source) {
	if f.err = AsText(src.Text); f.err != nil {
		return
	}
	if !python.Is(src.Name) && !configs.Is(src.Name) { // these are read with the others
		f.texts = []source.Text{{File: src.Name, Text: string(src.Text), Loose: true}}
	}
}

// file checks what is in a file. List has the findings about it so far.
func (c *Checker) file(f *checkedFile, list diag.List) diag.List {
	more := false
	for _, t := range f.texts {
		found := c.Text(t)
		if t.Composed {
			found = withoutFixes(found)
		}
		list = append(list, found...)
		more = more || c.HasMore()
	}
	list = append(withSafeFixes(f, list), c.outputs(f)...)
	list = append(list, c.schema.Check.Apply(f.fails)...)
	if f.err != nil {
		list = append(list, c.unreadable(f.source, f.err)...)
	}
	if f.source == nil {
		return firstOf(f.name, list, more)
	}
	return firstOf(f.name, c.Suppress(f.source, list), more)
}
