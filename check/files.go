package check

import (
	"github.com/seed92179c4c/stategen/diag"
)

// checkedFile is a file with the templates that stand in it.
type checkedFile struct {
	source *diag.Source // nil: only the templates are known
	texts  []Text
}

// files puts the instructions of the schema and the template files together by
// the file they stand in, in order.
func (c *Checker) files(sources []*diag.Source) []*checkedFile {
	var all []*checkedFile
	byName := map[string]*checkedFile{}
	get := func(name string) *checkedFile {
		if byName[name] == nil {
			byName[name] = &checkedFile{}
			all = append(all, byName[name])
		}
		return byName[name]
	}
	for _, in := range c.schema.Instructions {
		f := get(in.Source)
		if in.File != "" {
			f.source = diag.NewSource(in.Source, []byte(in.Text))
			f.texts = nil // two instructions may share a file
		}
		f.texts = append(f.texts, Text{File: in.Source, Text: in.Text, At: in.At, Compiled: true})
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
			f.texts = append(f.texts, Text{File: src.Name, Text: string(src.Text)})
		}
	}
	return all
}

func (c *Checker) file(f *checkedFile) diag.List {
	var list diag.List
	for _, t := range f.texts {
		list = append(list, c.Text(t)...)
	}
	if f.source == nil {
		return list
	}
	return c.Suppress(f.source, list)
}
