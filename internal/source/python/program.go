package python

import (
	"path"

	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// programs are the names of the program that each file is part of: files that import each other, if one of them has a
// root agent or runs one.
func (p *project) programs() map[string][]string {
	of := map[*file]*file{}
	var find func(f *file) *file
	find = func(f *file) *file {
		for of[f] != nil {
			f = of[f]
		}
		return f
	}
	for _, f := range p.files {
		for _, other := range f.imports {
			if a, b := find(f), find(other); a != b && !f.test {
				first, second := a, b
				if b.path < a.path {
					first, second = b, a
				}
				of[second] = first
			}
		}
	}
	roots := map[*file]bool{}
	for _, f := range p.files {
		if !f.test && f.isRoot() {
			roots[find(f)] = true
		}
	}
	list := map[string][]string{}
	for _, f := range p.files {
		if first := find(f); roots[first] {
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
		s.all(func(e *syntax.Expr) bool {
			if e.Kind == syntax.Call {
				switch s.ofADK(e.X) {
				case "Runner", "InMemoryRunner", "App":
					is = true
				}
			}
			return true
		})
	})
	return is
}
