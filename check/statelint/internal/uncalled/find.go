package uncalled

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/check/statelint/internal/sources"
)

// Find returns the functions that no program runs. Of some packages others use what is
// exported.
func (f *Finder) Find(offered func(pkg string) bool) (list []Func) {
	for full, fn := range f.funcs {
		if f.outside(fn, offered) {
			f.begin[full] = true
		}
	}
	runs := f.reach(f.begin)
	for _, fn := range f.funcs {
		if !runs[fn] {
			list = append(list, Func{Name: shown(fn.obj), Span: fn.span})
		}
	}
	return list
}

// LeftOut notes files that are not part of a build that is looked at: each name in them may be
// a call.
func (f *Finder) LeftOut(files []string) {
	for _, file := range files {
		f.begin.namesIn(file)
	}
}

// reach returns the functions that a piece of source names, and those that these name.
func (f *Finder) reach(from mentions) map[*function]bool {
	seen := map[*function]bool{}
	queue := []mentions{from}
	for len(queue) > 0 {
		for name := range queue[0] {
			for _, fn := range f.of(name) {
				if !seen[fn] {
					seen[fn] = true
					queue = append(queue, fn.names)
				}
			}
		}
		queue = queue[1:]
	}
	return seen
}

// of are the functions that a name may be that of.
func (f *Finder) of(name string) []*function {
	if fn := f.funcs[name]; fn != nil {
		return []*function{fn}
	}
	return f.byName[name]
}

// outside reports whether something that is not seen may call a function: what uses a
// library, the linker, or the methods of an interface.
func (f *Finder) outside(fn *function, offered func(pkg string) bool) bool {
	if fn.decl.Doc != nil {
		for _, c := range fn.decl.Doc.List {
			if strings.HasPrefix(c.Text, "//export ") || strings.HasPrefix(c.Text, "//go:linkname") || strings.HasPrefix(c.Text, "//go:wasmexport") {
				return true
			}
		}
	}
	exported := fn.obj.Exported()
	if exported && fn.obj.Pkg() != nil && offered(fn.obj.Pkg().Path()) {
		return true
	}
	if fn.obj.Signature().Recv() == nil {
		return false
	}
	return f.abstract[fn.obj.Name()] || exported && (f.reflects || !f.isOwn(fn.obj.Signature()))
}

// isOwn reports whether a signature has types that an interface of a package which is not
// seen can't have: those of the project and of frameworks.
func (f *Finder) isOwn(s *types.Signature) bool {
	for _, list := range []*types.Tuple{s.Params(), s.Results()} {
		for v := range list.Variables() {
			obj := framework.TypeName(v.Type())
			if obj != nil && obj.Pkg() != nil && (f.own[obj.Pkg().Path()] || framework.ADKPath.MatchString(obj.Pkg().Path())) {
				return true
			}
		}
	}
	return false
}

// namesIn adds all names in a file.
func (m mentions) namesIn(file string) {
	if filepath.Ext(file) != ".go" || sources.IsTest(file) {
		return
	}
	parsed, _ := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if parsed == nil {
		return
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			m[id.Name] = true
		}
		return true
	})
}

// shown is a function as people call it.
func shown(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		if t := framework.TypeName(recv.Type()); t != nil {
			return t.Name() + "." + fn.Name()
		}
	}
	return fn.Name()
}
