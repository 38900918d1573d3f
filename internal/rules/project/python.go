package project

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/configs"
	"github.com/seed92179c4c/stategen/internal/source/python"
)

// outputs checks the output keys of agents in a file. What an output schema makes of
// an answer is no text, so the type of its key is left alone.
func (c *Checker) outputs(f *checkedFile) (list diag.List) {
	for _, u := range f.uses {
		isOutput := u.Kind == source.Output && !u.Test && !u.Partial
		if !isOutput || u.Type != source.String && c.Find(u.Key) != nil {
			continue
		}
		t := source.Text{File: f.name, Text: u.Key, At: func(offset int) int { return u.Span.Start + offset }}
		if string(f.source.Text[u.Span.Start:u.Span.End]) == u.Key {
			list = append(list, c.OutputKey(t)...)
			continue
		}
		t.At = func(offset int) int { // a name stands there
			return u.Span.Start + min(offset, 1)*(u.Span.End-u.Span.Start-1)
		}
		list = append(list, withoutFixes(c.OutputKey(t))...)
	}
	return list
}

// withSafeFixes leaves out the fixes that would end or change a string in Python source.
func withSafeFixes(f *checkedFile, list diag.List) diag.List {
	if !python.Is(f.name) {
		return list
	}
	for i := range list {
		list[i].Fixes = slices.DeleteFunc(slices.Clone(list[i].Fixes), func(fix diag.Fix) bool {
			return slices.ContainsFunc(fix.Edits, func(e diag.Edit) bool { return strings.ContainsAny(e.NewText, "\"'\\\n") })
		})
	}
	return list
}

// withoutFixes leaves out all fixes.
func withoutFixes(list diag.List) diag.List {
	list = slices.Clone(list)
	for i := range list {
		list[i].Fixes = nil
	}
	return list
}

// Unread lists what can't be read in files, other than tests: texts that are put together, and YAML in which there is
// nothing to check: what it has may stand under names that are not known.
func (c *Checker) Unread(files []*diag.Source) (list []source.Open) {
	for _, f := range c.files(files) {
		if f.holdsNothing() {
			reason := "this file has no instruction, global_instruction or output_key, and no systemMessage of a kagent manifest"
			list = append(list, source.Open{Span: diag.Span{File: f.name}, Reason: reason})
		}
		list = append(list, f.open...)
	}
	return slices.DeleteFunc(list, func(o source.Open) bool { return o.Test || o.Whole })
}

// holdsNothing reports whether a file is YAML, and no schema, in which nothing was found.
func (f *checkedFile) holdsNothing() bool {
	if f.source == nil || f.bad != nil || !configs.Is(f.name) {
		return false
	}
	return len(f.texts)+len(f.uses) == 0 && !configs.IsSchema(f.source.Text)
}
