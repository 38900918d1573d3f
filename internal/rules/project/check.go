package project

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

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
