package python

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// nameProject follows names from file to file.
type nameProject struct {
	files     map[string]*file
	calls     map[string][]place // functions that are defined once, and where their names stand
	defined   map[string]int     // how many functions and classes have a name
	definer   map[string]*file   // and a file that has it
	composed  map[composedOf]*syntax.Literal
	bytes     int // of these
	texts     Texts
	textFiles map[string][]string // of these, by the last part of their paths
	textsRead map[string]*syntax.Literal
	params    map[parameterOf]mayBe
	searched  int         // how many tokens were searched for what is done with a name
	links     [][2]string // the paths of files, and of those that they import or read
}

func newNameProject(texts Texts) *nameProject {
	return &nameProject{
		texts: texts, textsRead: map[string]*syntax.Literal{}, files: map[string]*file{},
		params: map[parameterOf]mayBe{}, composed: map[composedOf]*syntax.Literal{},
	}
}

// add adds a file, before any name is followed.
func (p *nameProject) add(path, text string) { p.files[path] = newFile(path, text) }

// mostSearched bounds how many tokens are searched for what is done with names, in all.
const mostSearched = 20_000_000

// search reports whether some more tokens may be searched.
func (p *nameProject) search(tokens int) bool {
	p.searched += tokens
	return p.searched <= mostSearched
}

// paths are those of the files, in order.
func (p *nameProject) paths() []string { return slices.Sorted(maps.Keys(p.files)) }

// mostHops is how many files a name is followed through.
const mostHops = 8

// resolve follows a name to the value that its module assigns to it, and a call to what
// its function always returns; false: it can't.
func (p *nameProject) resolve(f *file, v syntax.Value) (*file, syntax.Value, bool) {
	for hop := 0; v.Kind == syntax.Reference || v.Kind == syntax.Call; hop++ {
		if hop == mostHops {
			return f, v, false
		}
		next, to, ok := p.step(f, v.Name)
		if !ok {
			return f, v, false
		}
		if v.Kind == syntax.Call && to.Kind == syntax.Reference {
			to.Kind = syntax.Call
		} else if v.Kind == syntax.Call {
			to, ok = next.returned(to)
		}
		if !ok {
			return f, v, false
		}
		f, v = next, to
	}
	return f, v, true
}

// step goes from a name to its assignment, or to the name in another module.
func (p *nameProject) step(f *file, dotted string) (*file, syntax.Value, bool) {
	first, rest, isDotted := strings.Cut(dotted, ".")
	if f.bound[first] {
		return nil, syntax.Value{}, false
	}
	if isDotted && f.defines(first) {
		v, ok := f.constantOf(first, rest)
		return f, v, ok
	}
	if !isDotted {
		if len(f.assigns[first]) == 1 && !f.defines(first) {
			return f, f.assigns[first][0], true
		}
		if len(f.assigns[first]) == 0 && f.defines(first) {
			return f, syntax.Value{Kind: syntax.Function, Name: first}, true
		}
	}
	from, ok := f.imports[first]
	if !ok || len(f.assigns[first]) > 0 || f.defines(first) {
		return nil, syntax.Value{}, false
	}
	return p.imported(f, from, rest)
}

// imported finds a module's file, and the name that is meant in it.
func (p *nameProject) imported(f *file, from imported, rest string) (*file, syntax.Value, bool) {
	parts := strings.Split(from.module, ".")
	if from.module == "" {
		parts = nil
	}
	for _, one := range []string{from.name, rest} {
		if one != "" {
			parts = append(parts, strings.Split(one, ".")...)
		}
	}
	for n := len(parts) - 1; n >= 0; n-- {
		if m := p.module(f, from, parts[:n]); m != nil {
			return m, syntax.Value{Kind: syntax.Reference, Name: strings.Join(parts[n:], ".")}, m != f || n > 0
		}
	}
	return nil, syntax.Value{}, false
}

// module finds a module's file: beside the one that imports it, or from one of the
// folders above on.
func (p *nameProject) module(f *file, from imported, parts []string) *file {
	dirs := []string{from.folder(f.Path)}
	if from.level == 0 {
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
			if m := p.files[file]; m != nil && (m != f || len(parts) > 0) {
				return m
			}
		}
	}
	return nil
}

// constantOf is what a class assigns to one of its attributes, once; of an enumeration,
// also by .value.
func (f *file) constantOf(class, attribute string) (syntax.Value, bool) {
	if f.defined[class] < 1 {
		return syntax.Value{}, false // there are several
	}
	assigned := f.assigns[class+"."+strings.TrimSuffix(attribute, ".value")]
	if len(assigned) != 1 {
		return syntax.Value{}, false
	}
	return assigned[0], true
}

// link notes what a file imports.
func (p *nameProject) link(f *file) {
	linked := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(f.imports)) {
		from := f.imports[name]
		for _, name := range []string{from.name, ""} {
			parts := strings.FieldsFunc(from.module+"."+name, func(c rune) bool { return c == '.' })
			if m := p.module(f, from, parts); m != nil && !linked[m.Path] {
				linked[m.Path] = true
				p.links = append(p.links, [2]string{f.Path, m.Path})
			}
		}
	}
}
