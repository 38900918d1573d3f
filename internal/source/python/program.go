package python

import (
	"path"
	"slices"

	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// link puts files that import each other into one program.
func (p *project) link() {
	for _, f := range p.files {
		for _, imported := range f.imports {
			first, second := p.program(f), p.program(imported)
			if second.path < first.path {
				first, second = second, first
			}
			if first != second && !f.test {
				p.programs[second] = first
			}
		}
	}
}

// program is the first file of the program that a file is part of.
func (p *project) program(f *file) *file {
	for p.programs[f] != nil {
		f = p.programs[f]
	}
	return f
}

// names are the names of the programs, by file. A program has a root agent, or runs one.
func (p *project) names() map[string][]string {
	roots := map[*file]bool{}
	for _, f := range p.files {
		if !f.test && f.isRoot() {
			roots[p.program(f)] = true
		}
	}
	list := map[string][]string{}
	for _, f := range p.files {
		if first := p.program(f); roots[first] {
			list[f.path] = []string{"python:" + first.path}
		}
	}
	return list
}

// isRoot reports whether a program begins in a file: it has a root agent, or runs one.
func (f *file) isRoot() (is bool) {
	if len(f.module.names["root_agent"]) > 0 && path.Base(f.path) != "__init__.py" {
		return true
	}
	f.module.each(func(s *scope) {
		s.calls(func(call *syntax.Expr) {
			is = is || slices.Contains([]string{"Runner", "InMemoryRunner", "App"}, s.ofADK(call.X))
		})
	})
	return is
}
