package project

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/configs"
	"github.com/seed92179c4c/stategen/internal/source/python"
	"github.com/seed92179c4c/stategen/schema"
)

// Checker applies the rules of one schema to files. It is not safe for concurrent
// use.
type Checker struct {
	*prompt.Checker
	schema *schema.Schema
}

// New prepares a Checker, as prompt.New does.
func New(s *schema.Schema) *Checker { return &Checker{Checker: prompt.New(s), schema: s} }

// Templates checks template files and the instructions in the schema itself.
// An instruction whose file is among files is checked once. When the schema's
// own file is among files, it is not a template, but suppressions in its comments
// apply to the instructions in it. More are findings about these files that
// the caller has made, such as UnmatchedPattern; levels and suppressions apply
// to them too.
func Templates(s *schema.Schema, files []*diag.Source, more ...diag.Diagnostic) diag.List {
	c := New(s)
	byFile := map[string]diag.List{}
	for _, d := range s.Check.Apply(more) {
		byFile[d.Span.File] = append(byFile[d.Span.File], d)
	}
	var list diag.List
	for _, f := range c.files(files) {
		list = append(list, c.file(f, byFile[f.name])...)
		delete(byFile, f.name)
	}
	for _, rest := range byFile {
		list = append(list, rest...)
	}
	return list.Sort()
}

// checkedFile is a file with what is checked in it.
type checkedFile struct {
	name   string
	source *diag.Source // nil: only the texts are known
	texts  []source.Text
	uses   []source.Use // of keys, outside of texts
	open   []source.Open
	fails  diag.List        // what fails, or is lost, in code
	bad    *diag.Diagnostic // why it could not be read
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
		if f.source != nil && f.bad == nil && len(f.texts) == 0 {
			sources = append(sources, f.source)
			byName[f.name] = f
		}
	}
	if len(sources) == 0 {
		return
	}
	isOther := func(src *diag.Source) bool { return !python.Is(src.Name) }
	found := python.Read(prompt.ForADK().UsesIn, slices.DeleteFunc(slices.Clone(sources), isOther))
	declared, unread := configs.Read(c.UsesIn, sources)
	found.Add(declared)
	for name, err := range unread {
		byName[name].bad = notYAML(name, err)
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
	if f.bad = notText(src); f.bad != nil {
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
	if f.bad != nil {
		list = c.about(list, *f.bad)
	}
	if f.source == nil {
		return firstOf(f.name, list, more)
	}
	return firstOf(f.name, c.Suppress(f.source, list), more)
}

// Uses returns the uses of keys in template files and in the instructions of
// the schema itself, in no particular order.
func (c *Checker) Uses(files []*diag.Source) []source.Use {
	var uses []source.Use
	for _, f := range c.files(files) {
		for _, t := range f.texts {
			uses = append(uses, c.UsesIn(t)...)
		}
		uses = append(uses, f.uses...)
	}
	return uses
}

// mostInFile is how many findings are shown of one file.
const mostInFile = 1_000

// firstOf returns the first findings of a file, and says how many more there
// are. More says that there are others, which were not kept.
func firstOf(file string, list diag.List, more bool) diag.List {
	if len(list) <= mostInFile && !more {
		return list
	}
	list = list.Sort()
	shown := list[:min(len(list), mostInFile)]
	rest := list[len(shown):]
	at := diag.Span{File: file}
	if len(shown) > 0 {
		at.End = shown[len(shown)-1].Span.End
		at.Start = at.End
	}
	return append(shown, notShown(at, rest, more))
}
