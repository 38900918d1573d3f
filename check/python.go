package check

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
)

// pythonOutputs checks the output keys in a Python file. What an output schema makes of
// an answer is no text, so the type of its key is left alone.
func (c *Checker) pythonOutputs(uses []pythonagents.Use) (list diag.List) {
	for _, u := range uses {
		if u.Kind != keys.Output || u.Test || u.Type != "string" && c.Key(u.Key) != nil {
			continue
		}
		for _, d := range c.OutputKey(u.Answer) {
			if !u.Verbatim {
				d.Fixes = nil // a name stands there
			}
			list = append(list, d)
		}
	}
	return list
}

// withSafeFixes leaves out the fixes that would end or change a string in Python source.
func withSafeFixes(f *checkedFile, list diag.List) diag.List {
	if !pythonagents.Is(f.name) {
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

// PythonUnread lists what can't be read in the Python files among files, other than
// tests.
func (c *Checker) PythonUnread(files []*diag.Source) (list []pythonagents.Unread) {
	for _, f := range c.files(files) {
		list = append(list, f.unread...)
	}
	return slices.DeleteFunc(list, func(u pythonagents.Unread) bool { return u.Test })
}
