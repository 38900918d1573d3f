package names

import (
	"path"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// File is a module: its words, the names that it assigns once, and what it imports.
type File struct {
	*syntax.Source
	Assigns map[string][]syntax.Value
	Defined map[string]int  // functions and classes, and where they begin; -1: twice
	Bound   map[string]bool // parameters, and names of loops: they may be anything
	Imports map[string]Import
	Others  map[string]bool  // parameters whose types are of other libraries
	ADK     bool             // it imports ADK
	blocks  map[int]int      // the first tokens of lines, and where their blocks end
	places  map[int]Around   // likewise, and what is around them
	ends    map[int]int      // likewise, and where the blocks end that they open
	changes map[string][]int // names, and where what they stand for is changed in place
	loops   map[string][]int // names, and the lines of the loops that give them values
	params  map[int][]syntax.Parameter
	binds   map[string]int // names, and how often they get values other than by assignments of one name
}

// block is a class or a function.
type block struct {
	indent int
	class  string // empty: a function
}

// leave ends the blocks that a line with an indent is not in.
func (f *statements) leave(indent int) {
	for n := len(f.within); n > 0 && f.within[n-1].indent >= indent; n-- {
		f.within = f.within[:n-1]
	}
}

// enter begins the block of a class or a function.
func (f *statements) enter(keyword int) {
	b := block{indent: f.Tokens[keyword].Indent}
	if f.Word(keyword) == "class" {
		b.class = f.Word(keyword + 1)
	}
	f.within = append(f.within, b)
}

// attribute is the name of what is assigned to: in a class, its attribute.
func (f *statements) attribute(name string) string {
	if n := len(f.within); n > 0 && f.within[n-1].class != "" {
		return f.within[n-1].class + "." + name
	}
	return name
}

// Import is what a name stands for: a module, or a name of one.
type Import struct {
	Level  int    // of a relative import: its dots
	Module string // with dots
	Name   string // empty: the module itself
}

// newFile reads the words of a file, and what its lines say of names.
func newFile(path, text string) *File {
	f := &File{
		Source:  syntax.NewSource(path, text),
		Assigns: map[string][]syntax.Value{}, Defined: map[string]int{}, Bound: map[string]bool{}, Imports: map[string]Import{},
		Others: map[string]bool{}, loops: map[string][]int{}, params: map[int][]syntax.Parameter{},
	}
	lines := statements{File: f}
	for i, t := range f.Tokens {
		if t.Line == i && t.Kind == syntax.Name {
			lines.leave(t.Indent)
			lines.statement(i)
		}
	}
	return f
}

// statements notes what the lines of a file say of names.
type statements struct {
	*File
	within []block // the classes and functions around the line that is being read
}

// statement notes what a logical line assigns, defines or imports.
func (f *statements) statement(i int) {
	switch f.Word(i) {
	case "import":
		f.importModules(i + 1)
	case "from":
		f.importNames(i + 1)
	case "def", "class":
		f.define(i + 1)
		f.enter(i)
	case "async":
		switch f.Word(i + 1) {
		case "def":
			f.define(i + 2)
			f.enter(i)
		case "for":
			f.loop(i, i+2)
		}
	case "for":
		f.loop(i, i+1)
	default:
		f.assignment(i)
	}
}

// loop notes the names that a loop, whose line begins at a token, gives values to.
func (f *statements) loop(line, at int) {
	for ; f.Word(at) != "" && f.Word(at) != "in"; at++ {
		f.Bound[f.Word(at)] = true
		if f.Tokens[at].Kind == syntax.Name {
			f.loops[f.Word(at)] = append(f.loops[f.Word(at)], line)
		}
	}
}

// define notes a function or class, whose parameters may be anything.
func (f *statements) define(i int) {
	if _, twice := f.Defined[f.Word(i)]; twice {
		f.Defined[f.Word(i)] = -1
	} else {
		f.Defined[f.Word(i)] = i
	}
	if f.Word(i+1) != "(" || f.Word(i-1) == "class" {
		return
	}
	for at := i + 2; at < f.Closing(i+1); at++ {
		if f.Tokens[at].Kind == syntax.Name && (f.Word(at-1) == "(" || f.Word(at-1) == "," || f.Word(at-1) == "*") {
			f.Bound[f.Word(at)] = true
			f.annotation(at)
		}
	}
}

// annotation notes a parameter whose type is of another library than ADK.
func (f *statements) annotation(at int) {
	if f.Word(at+1) != ":" {
		return
	}
	from, ok := f.Imports[f.Word(at+2)]
	if ok && from.Level == 0 && from.Name != "" && otherContexts[f.Word(at+2)] && !IsADK(from.Module) {
		f.Others[f.Word(at)] = true
	}
}

// otherContexts are contexts of other libraries, whose states are no session's.
var otherContexts = map[string]bool{
	"ServerCallContext": true, "RequestContext": true, "ClientCallContext": true, "Request": true, "FastAPI": true, "Starlette": true,
	"RunContext": true, "RunContextWrapper": true,
}

func (f *File) defines(name string) bool { return f.Defined[name] != 0 }

// AlwaysReturns is what a function returns, if it is the same each time: it has one return
// statement, and no condition can matter to that.
func (f *File) AlwaysReturns(v syntax.Value) (syntax.Value, bool) {
	at, ok := f.Defined[v.Name]
	if v.Kind != syntax.Function || !ok || at < 1 || f.Word(at-1) != "def" {
		return syntax.Value{}, false
	}
	def, found := f.Tokens[at].Line, -1
	for i, end := at, f.EndOf(def); i < end; i++ {
		if f.Word(i) == "return" || f.Word(i) == "yield" {
			if found >= 0 || f.Tokens[i].Line != i {
				return syntax.Value{}, false
			}
			found = i
		}
	}
	if found < 0 {
		return syntax.Value{}, false
	}
	return f.Value(found + 1), true
}

// assignment notes NAME = value and NAME: type = value.
func (f *statements) assignment(i int) {
	at := i + 1
	if f.Word(at) == ":" {
		at = f.ExprEnd(at + 1)
	}
	to := f.attribute(f.Word(i))
	switch f.Word(at) {
	case "=":
		v := f.Value(at + 1)
		if names, text := f.sameText(to, v); text.End > 0 {
			for _, name := range names {
				f.Assigns[name] = append(f.Assigns[name], text)
			}
			return
		}
		if f.Word(v.End) == "," { // a tuple
			v = syntax.Value{First: v.First, End: v.End}
		}
		f.Assigns[to] = append(f.Assigns[to], v)
	case "+=", "|=":
		f.Assigns[to] = append(f.Assigns[to], syntax.Value{}, syntax.Value{})
	}
}

func (f *statements) importModules(i int) {
	for f.Word(i) != "" {
		module, next := f.Dotted(i)
		f.ADK = f.ADK || IsADK(module)
		if f.Word(next) == "as" {
			f.Imports[f.Word(next+1)] = Import{Module: module}
			next += 2
		} else {
			first, _, _ := strings.Cut(module, ".")
			f.Imports[first] = Import{Module: first}
		}
		if f.Word(next) != "," {
			return
		}
		i = next + 1
	}
}

func (f *statements) importNames(i int) {
	from := Import{}
	for ; f.Word(i) == "." || f.Word(i) == "..."; i++ {
		from.Level += len(f.Word(i))
	}
	if f.Word(i) != "import" {
		from.Module, i = f.Dotted(i)
	}
	f.ADK = f.ADK || from.Level == 0 && IsADK(from.Module)
	for i++; f.Word(i) != "" && f.Word(i) != ")"; i++ {
		if f.Tokens[i].Kind != syntax.Name {
			continue
		}
		one, as := from, f.Word(i)
		one.Name = as
		if one == (Import{Module: "google", Name: "adk"}) {
			one, f.ADK = Import{Module: "google.adk"}, true
		}
		if f.Word(i+1) == "as" {
			as, i = f.Word(i+2), i+2
		}
		f.Imports[as] = one
	}
}

// folder is where a relative import begins.
func (i Import) folder(from string) string {
	dir := path.Dir(from)
	for n := 1; n < i.Level; n++ {
		dir = path.Dir(dir)
	}
	return dir
}

// HasImport reports whether a file imports such a name, from another package.
func (f *File) HasImport(is func(from Import) bool) bool {
	for _, from := range f.Imports {
		if from.Level == 0 && is(from) {
			return true
		}
	}
	return false
}

// AttributeOf is what a class gives to one of its attributes; nothing if it doesn't once.
func (f *File) AttributeOf(class int, want string) syntax.Value {
	if given := f.Assigns[f.Word(class+1)+"."+want]; len(given) == 1 {
		return given[0]
	}
	return syntax.Value{}
}

// ClassName is that of the class which is called at a bracket, by its own name if it is imported.
func (f *File) ClassName(open int) string {
	if from, ok := f.Imports[f.Word(open-1)]; ok && from.Name != "" {
		return from.Name
	}
	return f.Word(open - 1)
}

// Derives reports whether one of the classes is such that the class whose line begins at a
// token is derived from.
func (f *File) Derives(line int, is func(base string) bool) bool {
	if line < 0 || f.Word(line) != "class" || f.Word(line+2) != "(" {
		return false
	}
	for i := line + 3; i < f.Closing(line+2) && i < line+MostGiven; i++ {
		if next := f.Word(i + 1); (next == "," || next == ")") && is(f.Word(i)) {
			return true
		}
	}
	return false
}
