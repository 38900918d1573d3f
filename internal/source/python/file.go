package python

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// project is all files that are read together.
type project struct {
	files    []*file
	byPath   map[string]*file
	methods  map[string]bool // of its own classes, by name
	programs map[*file]*file // the first file of each one's program
}

// file is one of them.
type file struct {
	project  *project
	path     string
	source   string
	module   *scope
	test     bool
	adk      bool // it imports ADK
	awaits   bool // it waits for a session service
	begins   bool // it creates sessions
	isRoot   bool // a program begins here: it has a root agent, or runs one
	imported []imported
	broken   int // where it stops being Python
}

func newProject(sources []*diag.Source) *project {
	p := &project{
		byPath: map[string]*file{}, methods: map[string]bool{}, programs: map[*file]*file{},
	}
	for _, src := range sources {
		if !Is(src.Name) {
			continue
		}
		f := &file{project: p, path: src.Name, source: string(src.Text), test: tests.MatchString(src.Name)}
		p.files = append(p.files, f)
		p.byPath[f.path] = f
		var body []*syntax.Stmt
		body, f.broken = syntax.Parse(f.source)
		f.module = newScope(f, nil, &syntax.Stmt{Body: body})
	}
	for _, f := range p.files {
		for _, i := range f.imported {
			f.adk = f.adk || i.level == 0 && isADK(join(i.module, i.name))
			f.link(f.moduleAt(join(i.module, i.name), i.level))
			f.link(f.moduleAt(i.module, i.level))
		}
	}
	for _, f := range p.files {
		f.isRoot = len(f.module.names["root_agent"]) > 0 && path.Base(f.path) != "__init__.py"
		f.module.each((*scope).survey)
	}
	return p
}

// survey notes the methods of classes, what a file asks of session services, and whether it runs agents.
func (s *scope) survey() {
	if s.stmt.Word == "def" && s.outer.stmt.Word == "class" && !s.test {
		s.project.methods[s.name] = true
	}
	for _, c := range s.calls {
		_, method := s.ofService(c.callee)
		s.begins = s.begins || !s.test && strings.HasPrefix(method, "create_session")
		s.awaits = s.awaits || c.waited && ofServices[method]
		s.isRoot = s.isRoot || slices.Contains([]string{"Runner", "InMemoryRunner", "App"}, s.ofADK(c.callee))
	}
}

func isADK(module string) bool {
	return module == "google.adk" || strings.HasPrefix(module, "google.adk.")
}

// moduleAt is the file of a module, as Python finds it from here: beside the file, or below a folder around it;
// nil: it is none of the project's.
func (f *file) moduleAt(name string, level int) *file {
	name = strings.ReplaceAll(name, ".", "/")
	dir := path.Dir(f.path)
	for range level - 1 {
		dir = path.Dir(dir)
	}
	for {
		for _, end := range []string{".py", "/__init__.py"} {
			if found := f.project.byPath[path.Join(dir, name)+end]; found != nil && found != f {
				return found
			}
			if found := f.project.byPath[path.Join(dir, "src", name)+end]; found != nil && level == 0 && name != "" {
				return found
			}
		}
		if level > 0 || dir == path.Dir(dir) {
			return nil
		}
		dir = path.Dir(dir)
	}
}

// tests are the files that pytest looks for, by their names, and scripts that measure.
var tests = regexp.MustCompile(`(^|/)tests?/|(^|/)(test|benchmark|performance)_[^/]*$|_test\.py$|(^|/)conftest\.py$`)

// link puts a file and one that it imports into one program.
func (f *file) link(imported *file) {
	if imported == nil || f.test {
		return
	}
	first, second := f.program(), imported.program()
	if second.path < first.path {
		first, second = second, first
	}
	if first != second {
		f.project.programs[second] = first
	}
}

// program is the first file of the program that a file is part of.
func (f *file) program() *file {
	for f.project.programs[f] != nil {
		f = f.project.programs[f]
	}
	return f
}

// names are the names of the programs, by file. A program has a root agent, or runs one.
func (p *project) names() map[string][]string {
	roots := map[*file]bool{}
	for _, f := range p.files {
		if f.isRoot && !f.test {
			roots[f.program()] = true
		}
	}
	list := map[string][]string{}
	for _, f := range p.files {
		if first := f.program(); roots[first] {
			list[f.path] = []string{"python:" + first.path}
		}
	}
	return list
}

func (f *file) span(start, end int) diag.Span { return diag.Span{File: f.path, Start: start, End: end} }

func (f *file) of(e syntax.Expr) diag.Span { return f.span(e.Start(), e.End()) }
