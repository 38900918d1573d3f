package python

import (
	"path"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// file is a module: its words, the names that it assigns once, and what it imports.
type file struct {
	*syntax.Source
	assigns map[string][]syntax.Value
	defined map[string]int  // functions and classes, and where they begin; -1: twice
	bound   map[string]bool // parameters, and names of loops: they may be anything
	imports map[string]imported
	others  map[string]bool  // parameters whose types are of other libraries
	adk     bool             // it imports ADK
	blocks  map[int]int      // the first tokens of lines, and where their blocks end
	places  map[int]around   // likewise, and what is around them
	ends    map[int]int      // likewise, and where the blocks end that they open
	changes map[string][]int // names, and where what they stand for is changed in place
	loops   map[string][]int // names, and the lines of the loops that give them values
	params  map[int][]syntax.Parameter
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

// imported is what a name stands for: a module, or a name of one.
type imported struct {
	level  int    // of a relative import: its dots
	module string // with dots
	name   string // empty: the module itself
}

// newFile reads the words of a file, and what its lines say of names.
func newFile(path, text string) *file {
	f := &file{
		Source:  syntax.NewSource(path, text),
		assigns: map[string][]syntax.Value{}, defined: map[string]int{}, bound: map[string]bool{}, imports: map[string]imported{},
		others: map[string]bool{}, loops: map[string][]int{}, params: map[int][]syntax.Parameter{},
	}
	lines := statements{file: f}
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
	*file
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
		f.bound[f.Word(at)] = true
		if f.Tokens[at].Kind == syntax.Name {
			f.loops[f.Word(at)] = append(f.loops[f.Word(at)], line)
		}
	}
}

// define notes a function or class, whose parameters may be anything.
func (f *statements) define(i int) {
	if _, twice := f.defined[f.Word(i)]; twice {
		f.defined[f.Word(i)] = -1
	} else {
		f.defined[f.Word(i)] = i
	}
	if f.Word(i+1) != "(" || f.Word(i-1) == "class" {
		return
	}
	for at := i + 2; at < f.Closing(i+1); at++ {
		if f.Tokens[at].Kind == syntax.Name && (f.Word(at-1) == "(" || f.Word(at-1) == "," || f.Word(at-1) == "*") {
			f.bound[f.Word(at)] = true
			f.annotation(at)
		}
	}
}

// annotation notes a parameter whose type is of another library than ADK.
func (f *statements) annotation(at int) {
	if f.Word(at+1) != ":" {
		return
	}
	from, ok := f.imports[f.Word(at+2)]
	if ok && from.level == 0 && from.name != "" && otherContexts[f.Word(at+2)] && !isADK(from.module) {
		f.others[f.Word(at)] = true
	}
}

// otherContexts are contexts of other libraries, whose states are no session's.
var otherContexts = map[string]bool{
	"ServerCallContext": true, "RequestContext": true, "ClientCallContext": true, "Request": true, "FastAPI": true, "Starlette": true,
	"RunContext": true, "RunContextWrapper": true,
}

func (f *file) defines(name string) bool { return f.defined[name] != 0 }

// returned is what a function returns, if it is the same each time: it has one return
// statement, and no condition can matter to that.
func (f *file) returned(v syntax.Value) (syntax.Value, bool) {
	at, ok := f.defined[v.Name]
	if v.Kind != syntax.Function || !ok || at < 1 || f.Word(at-1) != "def" {
		return syntax.Value{}, false
	}
	def, found := f.Tokens[at].Line, -1
	for i, end := at, f.endOf(def); i < end; i++ {
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
		if f.Word(v.End) == "," { // a tuple
			v = syntax.Value{First: v.First, End: v.End}
		}
		f.assigns[to] = append(f.assigns[to], v)
	case "+=", "|=":
		f.assigns[to] = append(f.assigns[to], syntax.Value{}, syntax.Value{})
	}
}

func (f *statements) importModules(i int) {
	for f.Word(i) != "" {
		module, next := f.Dotted(i)
		f.adk = f.adk || isADK(module)
		if f.Word(next) == "as" {
			f.imports[f.Word(next+1)] = imported{module: module}
			next += 2
		} else {
			first, _, _ := strings.Cut(module, ".")
			f.imports[first] = imported{module: first}
		}
		if f.Word(next) != "," {
			return
		}
		i = next + 1
	}
}

func (f *statements) importNames(i int) {
	from := imported{}
	for ; f.Word(i) == "." || f.Word(i) == "..."; i++ {
		from.level += len(f.Word(i))
	}
	if f.Word(i) != "import" {
		from.module, i = f.Dotted(i)
	}
	f.adk = f.adk || from.level == 0 && isADK(from.module)
	for i++; f.Word(i) != "" && f.Word(i) != ")"; i++ {
		if f.Tokens[i].Kind != syntax.Name {
			continue
		}
		one, as := from, f.Word(i)
		one.name = as
		f.adk = f.adk || one.module == "google" && one.name == "adk"
		if f.Word(i+1) == "as" {
			as, i = f.Word(i+2), i+2
		}
		f.imports[as] = one
	}
}

func isADK(module string) bool {
	return module == "google.adk" || strings.HasPrefix(module, "google.adk.")
}

// folder is where a relative import begins.
func (i imported) folder(from string) string {
	dir := path.Dir(from)
	for n := 1; n < i.level; n++ {
		dir = path.Dir(dir)
	}
	return dir
}

// hasImport reports whether a file imports such a name, from another package.
func (f *file) hasImport(is func(from imported) bool) bool {
	for _, from := range f.imports {
		if from.level == 0 && is(from) {
			return true
		}
	}
	return false
}

// attributeOf is what a class gives to one of its attributes; nothing if it doesn't once.
func (f *file) attributeOf(class int, want string) syntax.Value {
	if given := f.assigns[f.Word(class+1)+"."+want]; len(given) == 1 {
		return given[0]
	}
	return syntax.Value{}
}

// className is that of the class which is called at a bracket, by its own name if it is imported.
func (f *file) className(open int) string {
	if from, ok := f.imports[f.Word(open-1)]; ok && from.name != "" {
		return from.name
	}
	return f.Word(open - 1)
}

// derives reports whether one of the classes is such that the class whose line begins at a
// token is derived from.
func (f *file) derives(line int, is func(base string) bool) bool {
	if line < 0 || f.Word(line) != "class" || f.Word(line+2) != "(" {
		return false
	}
	for i := line + 3; i < f.Closing(line+2) && i < line+mostGiven; i++ {
		if next := f.Word(i + 1); (next == "," || next == ")") && is(f.Word(i)) {
			return true
		}
	}
	return false
}
