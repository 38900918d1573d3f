package python

import (
	"path"
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
	project *project
	path    string
	source  string
	module  *scope
	test    bool
	adk     bool // it imports ADK
	awaits  bool // it waits for a session service
	begins  bool // it creates sessions
	imports []*file
	broken  int // where it stops being Python
}

func newProject(sources []*diag.Source) *project {
	p := &project{
		byPath: map[string]*file{}, methods: map[string]bool{}, programs: map[*file]*file{},
	}
	for _, src := range sources {
		if !Is(src.Name) {
			continue
		}
		f := &file{project: p, path: src.Name, source: string(src.Text), test: isTest(src.Name)}
		p.files = append(p.files, f)
		p.byPath[f.path] = f
		var body []*syntax.Stmt
		body, f.broken = syntax.Parse(f.source)
		f.module = newScope(f, nil, &syntax.Stmt{Body: body})
	}
	for _, f := range p.files {
		f.module.eachStmt(func(s *syntax.Stmt) {
			for i := range s.Imports {
				f.imported(&s.Imports[i])
			}
		})
	}
	p.link()
	for _, f := range p.files {
		f.module.each((*scope).survey)
	}
	return p
}

// survey notes the methods of classes, and what a file asks of session services.
func (s *scope) survey() {
	if s.stmt.Kind == syntax.Def && s.outer.stmt.Kind == syntax.Class && !s.test {
		s.project.methods[s.stmt.Name] = true
	}
	s.all(func(e *syntax.Expr) bool {
		method, isWaited := s.serviceCall(e), waited(e) != e
		s.begins = s.begins || !isWaited && !s.test && strings.HasPrefix(method, "create_session")
		s.awaits = s.awaits || isWaited && ofServices[method]
		return true
	})
}

// imported notes what a file takes from elsewhere.
func (f *file) imported(i *syntax.Imported) {
	if i.Level == 0 && (isADK(i.Module) || i.Module == "google" && i.Name == "adk") {
		f.adk = true
	}
	for _, name := range []string{path.Join(i.Module, i.Name), i.Module} {
		name = strings.ReplaceAll(name, ".", "/")
		if found := f.moduleAt(name, i.Level); found != nil {
			f.imports = append(f.imports, found)
		}
	}
}

func isADK(module string) bool {
	return module == "google.adk" || strings.HasPrefix(module, "google.adk.")
}

// moduleAt is the file of a module, as Python finds it from here: beside the file, or below a folder around it;
// nil: it is none of the project's.
func (f *file) moduleAt(name string, level int) *file {
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
		if level > 0 || dir == "." || dir == "/" || dir == path.Dir(dir) {
			return nil
		}
		dir = path.Dir(dir)
	}
}

// isTest reports whether a file is a test, by the names that pytest looks for, or a script that measures.
func isTest(name string) bool {
	base := strings.TrimSuffix(path.Base(name), ".py")
	for _, begin := range []string{"test_", "benchmark_", "performance_"} {
		if strings.HasPrefix(base, begin) {
			return true
		}
	}
	dir := "/" + path.Dir(name) + "/"
	return strings.HasSuffix(base, "_test") || base == "conftest" || strings.Contains(dir, "/tests/") || strings.Contains(dir, "/test/")
}

func (f *file) span(start, end int) diag.Span { return diag.Span{File: f.path, Start: start, End: end} }

func (f *file) of(e *syntax.Expr) diag.Span { return f.span(e.Start, e.End) }
