// Package python reads what Python files say of session state, as far as it lies open: literals,
// constants, and names that are given their value in the same function. It follows nothing else, and says nothing
// of what it can't know.
package python

import (
	"path"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
)

// Is reports whether a file is Python source, by its name.
func Is(name string) bool { return path.Ext(name) == ".py" }

// Read returns what the files of one project say. Names are followed from one of them to another, and shows reads
// the instructions. It says nothing where no file imports ADK.
func Read(shows source.Shows, files []*diag.Source) source.Found {
	p := newProject(files)
	n := 0
	for _, f := range p.files {
		if f.adk {
			n++
		}
	}
	if n == 0 {
		return source.Found{}
	}
	all := &found{shows: shows, byScope: map[*scope][]use{}, byCall: map[diag.Span]*source.Unit{}}
	all.Files, all.Programs, all.Begun = n, p.names(), map[string]bool{}
	for _, f := range p.files {
		f.module.each(func(s *scope) { (&reader{scope: s, owner: s, found: all}).read() })
	}
	all.tolerate()
	for _, u := range all.uses {
		all.Uses = append(all.Uses, u.Use)
	}
	for _, f := range p.files {
		if f.broken < len(f.source) {
			all.Broken = append(all.Broken, f.span(f.broken, f.broken))
		}
		for _, name := range all.Programs[f.path] {
			all.Begun[name] = all.Begun[name] || f.begins
		}
	}
	all.units()
	all.judge(p)
	return all.Found
}
