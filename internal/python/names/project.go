package names

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// Project follows names from file to file.
type Project struct {
	Files     map[string]*File
	calls     map[string][]Place // functions that are defined once, and where their names stand
	defined   map[string]int     // how many functions and classes have a name
	definer   map[string]*File   // and a file that has it
	composed  map[composedOf]*syntax.Literal
	bytes     int // of these
	texts     Texts
	textFiles map[string][]string // of these, by the last part of their paths
	textsRead map[string]*syntax.Literal
	params    map[ParameterOf]mayBe
	searched  int         // how many tokens were searched for what is done with a name
	Links     [][2]string // the paths of files, and of those that they import or read
}

// NewProject is a project without files, beside which there may be others with prompts.
func NewProject(texts Texts) *Project {
	return &Project{
		texts: texts, textsRead: map[string]*syntax.Literal{}, Files: map[string]*File{},
		params: map[ParameterOf]mayBe{}, composed: map[composedOf]*syntax.Literal{},
	}
}

// Add adds a file, before any name is followed.
func (p *Project) Add(path, text string) { p.Files[path] = newFile(path, text) }

// mostSearched bounds how many tokens are searched for what is done with names, in all.
const mostSearched = 20_000_000

// Search reports whether some more tokens may be searched.
func (p *Project) Search(tokens int) bool {
	p.searched += tokens
	return p.searched <= mostSearched
}

// Paths are those of the files, in order.
func (p *Project) Paths() []string { return slices.Sorted(maps.Keys(p.Files)) }

// Resolve follows a name to the value that its module assigns to it, and a call to what
// its function always returns; false: it can't.
func (p *Project) Resolve(f *File, v syntax.Value) (*File, syntax.Value, bool) {
	for hop := 0; v.Kind == syntax.Reference || v.Kind == syntax.Call; hop++ {
		if hop == MostHops {
			return f, v, false
		}
		next, to, ok := p.Step(f, v.Name)
		if !ok {
			return f, v, false
		}
		if v.Kind == syntax.Call && to.Kind == syntax.Reference {
			to.Kind = syntax.Call
		} else if v.Kind == syntax.Call {
			to, ok = next.AlwaysReturns(to)
		}
		if !ok {
			return f, v, false
		}
		f, v = next, to
	}
	return f, v, true
}

// Step goes from a name to its assignment, or to the name in another module.
func (p *Project) Step(f *File, dotted string) (*File, syntax.Value, bool) {
	first, rest, isDotted := strings.Cut(dotted, ".")
	if f.Bound[first] {
		return nil, syntax.Value{}, false
	}
	if isDotted && f.defines(first) {
		v, ok := f.constantOf(first, rest)
		return f, v, ok
	}
	if !isDotted {
		if len(f.Assigns[first]) == 1 && !f.defines(first) {
			return f, f.Assigns[first][0], true
		}
		if len(f.Assigns[first]) == 0 && f.defines(first) {
			return f, syntax.Value{Kind: syntax.Function, Name: first}, true
		}
	}
	from, ok := f.Imports[first]
	if !ok || len(f.Assigns[first]) > 0 || f.defines(first) {
		return nil, syntax.Value{}, false
	}
	return p.imported(f, from, rest)
}

// imported finds a module's file, and the name that is meant in it.
func (p *Project) imported(f *File, from Import, rest string) (*File, syntax.Value, bool) {
	parts := strings.Split(from.Module, ".")
	if from.Module == "" {
		parts = nil
	}
	for _, one := range []string{from.Name, rest} {
		if one != "" {
			parts = append(parts, strings.Split(one, ".")...)
		}
	}
	for n := len(parts) - 1; n >= 0; n-- {
		if m := p.Module(f, from, parts[:n]); m != nil {
			return m, syntax.Value{Kind: syntax.Reference, Name: strings.Join(parts[n:], ".")}, m != f || n > 0
		}
	}
	return nil, syntax.Value{}, false
}

// Module finds a module's file: beside the one that imports it, or from one of the
// folders above on.
func (p *Project) Module(f *File, from Import, parts []string) *File {
	dirs := []string{from.folder(f.Path)}
	if from.Level == 0 {
		for dir := dirs[0]; dir != "." && dir != "/"; dir = path.Dir(dir) {
			dirs = append(dirs, path.Dir(dir))
		}
		for _, dir := range dirs[1:] {
			dirs = append(dirs, path.Join(dir, "src")) // where packages are often kept
		}
	}
	for _, dir := range dirs {
		at := path.Join(append([]string{dir}, parts...)...)
		for _, file := range []string{at + ".py", path.Join(at, "__init__.py")} {
			if m := p.Files[file]; m != nil && (m != f || len(parts) > 0) {
				return m
			}
		}
	}
	return nil
}

// constantOf is what a class assigns to one of its attributes, once; of an enumeration,
// also by .value.
func (f *File) constantOf(class, attribute string) (syntax.Value, bool) {
	if f.Defined[class] < 1 {
		return syntax.Value{}, false // there are several
	}
	assigned := f.Assigns[class+"."+strings.TrimSuffix(attribute, ".value")]
	if len(assigned) != 1 {
		return syntax.Value{}, false
	}
	return assigned[0], true
}

// Link notes what a file imports.
func (p *Project) Link(f *File) {
	linked := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(f.Imports)) {
		from := f.Imports[name]
		for _, name := range []string{from.Name, ""} {
			parts := strings.FieldsFunc(from.Module+"."+name, func(c rune) bool { return c == '.' })
			if m := p.Module(f, from, parts); m != nil && !linked[m.Path] {
				linked[m.Path] = true
				p.Links = append(p.Links, [2]string{f.Path, m.Path})
			}
		}
	}
}
