package python

import (
	"go/constant"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// Source is a file to read.
type Source struct {
	Path string // with slashes
	Text string
}

// Kind says what is said about a key.
type Kind uint8

const (
	Get       Kind = iota // reads it, and fails if it is missing
	GetOr                 // reads it if it is there
	Set                   // writes it
	Delete                // removes it
	Mutate                // changes the value that was read, which the session doesn't notice
	Initial               // gives it to a new session
	OutputKey             // has an agent write its answer
)

// Use is what one place says about a key.
type Use struct {
	Kind Kind
	Key  *syntax.Literal
	Type string // of the value in a schema, if it can be told: "string", "int", "list", …
	// Fallback is what a read takes for a missing key; nil: that is not a literal.
	Fallback constant.Value
	// Copy is whether the state is that of a session that a service has returned: a copy.
	Copy bool
	// Handed is whether something else gets a copy's session, which may read what is set, and Shared
	// whether a variable of the module has it.
	Handed, Shared bool
	// Reread is whether the key is read from that session, or may be, in the same function.
	Reread bool
	// Run is the offset of the first of the writes to a copy that follow each other.
	Run int
	// InRun is whether the state is that of a run's session itself, rather than a context's.
	InRun bool
	// Passed is whether the state is that of a session of which nobody knows where it is from.
	Passed bool
	// Delta is whether this is a part of a state delta, which a session stores.
	Delta bool
	// Merge is whether a Set's value is made of one that was read before, and that others may
	// have set since.
	Merge bool
	// Held is whether a name gets the value that is read, and the function changes it in place.
	Held bool
	// Func is where the function around the use begins, Block where its block does, such as
	// an if; -1: there is none.
	Func, Block int
	// Guarded is whether that block need not run.
	Guarded bool
	agent   place // the bracket of the call that makes the agent of an OutputKey
}

// Prompt is an instruction of an agent, for placeholders.
type Prompt struct {
	Literal *syntax.Literal
	Agent   string // its name, if that is a literal
	// Composed is whether several literals make the text, which is not written like this.
	Composed bool
	// ADK is whether the agent is of a class of ADK, rather than another one's, and nothing in
	// the text is replaced anywhere.
	ADK bool
	// Chosen is whether this is one of several, of which the program takes one when it runs.
	Chosen bool
}

// Unread is a place that says something about state which can't be read.
type Unread struct {
	Path       string
	Start, End int
	What       string // "instruction", "output_key", "state key", …
	// Reads and Writes are whether keys that nobody knows may be read and written here.
	Reads, Writes bool
	// Within is whether the rest of the instruction is known.
	Within bool
	// Copied is whether only keys are written that something else has set.
	Copied bool
}

// Found is what files say about state, in the order of their paths and places.
type Found struct {
	Files   int // that import ADK
	Prompts []Prompt
	// Partial are instructions with syntax.Unknown for what is known only when the program runs.
	Partial []Prompt
	Uses    []Use
	Unread  []Unread
	Whole   []Unread    // where a state is read, or handed on, as a whole
	Imports [][2]string // the paths of files, and of those that they import
	Roots   []string    // files that assign root_agent
	// Sessions are the files that create sessions.
	Sessions []string
	// Remote are files that don't import ADK, and begin sessions of programs that run elsewhere.
	Remote []string
	// InPlace are changes of values whose keys are not known.
	InPlace []InPlace
	setBy   map[*syntax.Literal]bool // the constants that keys are set by
	project *project
}

// project follows names from file to file.
type project struct {
	files       map[string]*file
	found       Found
	survey      *Survey // nil: nothing has asked for it
	shown       map[*syntax.Literal]bool
	dicts       map[dictOf]bool    // that were read
	calls       map[string][]place // functions that are defined once, and where their names stand
	defined     map[string]int     // how many functions and classes have a name
	definer     map[string]*file   // and a file that has it
	jobs        []job              // functions to which states are passed
	known       map[job]bool
	composed    map[composedOf]*syntax.Literal
	bytes       int // of these
	texts       Texts
	textFiles   map[string][]string // of these, by the last part of their paths
	textsRead   map[string]*syntax.Literal
	replaced    map[textAt]bool // texts in which something is replaced
	allReplaced bool            // so it is in instructions of agents that are not known
	params      map[parameterOf]mayBe
	services    map[parameterOf]service
	ofStates    map[place]stateOf // functions that were asked about
	sessions    map[place][]place // where services are asked for what a function returns
	extra       int               // how many uses of keys were found in lists and arguments
	searched    int               // how many tokens were searched for what is done with a name
}

// Read returns what files say about state.
func Read(sources []Source) Found { return ReadWith(sources, Texts{}) }

// ReadWith is Read with files that may hold prompts.
func ReadWith(sources []Source, texts Texts) Found {
	p := &project{texts: texts, textsRead: map[string]*syntax.Literal{}, files: map[string]*file{}, shown: map[*syntax.Literal]bool{}, dicts: map[dictOf]bool{}, known: map[job]bool{}, params: map[parameterOf]mayBe{}, services: map[parameterOf]service{}, ofStates: map[place]stateOf{}, sessions: map[place][]place{}, composed: map[composedOf]*syntax.Literal{}, replaced: map[textAt]bool{}}
	for _, s := range sources {
		p.files[s.Path] = newFile(s.Path, s.Text)
	}
	for _, path := range p.paths() {
		f := p.files[path]
		if f.adk {
			p.found.Files++
		}
		p.link(f)
		newReader(p, f).read()
	}
	p.readPassed()
	for i := range p.found.Prompts {
		prompt := &p.found.Prompts[i]
		prompt.ADK = prompt.ADK && !p.allReplaced && !p.replaced[at(prompt.Literal)]
	}
	p.found.project = p
	return p.found
}

// mostSearched bounds how many tokens are searched for what is done with names, in all.
const mostSearched = 20_000_000

// search reports whether some more tokens may be searched.
func (p *project) search(tokens int) bool {
	p.searched += tokens
	return p.searched <= mostSearched
}

// paths are those of the files, in order.
func (p *project) paths() []string { return slices.Sorted(maps.Keys(p.files)) }

// mostHops is how many files a name is followed through.
const mostHops = 8

// resolve follows a name to the value that its module assigns to it, and a call to what
// its function always returns; false: it can't.
func (p *project) resolve(f *file, v syntax.Value) (*file, syntax.Value, bool) {
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
func (p *project) step(f *file, dotted string) (*file, syntax.Value, bool) {
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
func (p *project) imported(f *file, from imported, rest string) (*file, syntax.Value, bool) {
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
func (p *project) module(f *file, from imported, parts []string) *file {
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

// link notes what a file imports, and whether it has the agent at a project's root.
func (p *project) link(f *file) {
	if len(f.assigns["root_agent"]) > 0 {
		p.found.Roots = append(p.found.Roots, f.Path)
	}
	linked := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(f.imports)) {
		from := f.imports[name]
		for _, name := range []string{from.name, ""} {
			parts := strings.FieldsFunc(from.module+"."+name, func(c rune) bool { return c == '.' })
			if m := p.module(f, from, parts); m != nil && !linked[m.Path] {
				linked[m.Path] = true
				p.found.Imports = append(p.found.Imports, [2]string{f.Path, m.Path})
			}
		}
	}
}
