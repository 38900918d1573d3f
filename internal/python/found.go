package python

import (
	"go/constant"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/names"
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

func (k Kind) reads() bool { return k == Get || k == GetOr || k == Mutate }

// Use is what one place says about a key.
type Use struct {
	Kind Kind
	Key  *syntax.Literal
	Type string // of the value in a schema, if it can be told: "string", "int", "list", …
	// Empty is whether a value that is set says that there is nothing yet: {}, [], "", "{}" or "[]".
	Empty bool
	// App is the app_name of the session that begins with this; empty: it isn't known.
	App string
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
	// Seeds is whether the function runs agents with a context later on, which have what is set.
	Seeds bool
	// Passed is whether the state is that of a session of which nobody knows where it is from.
	Passed bool
	// Delta is whether this is a part of a state delta, which a session stores.
	Delta bool
	// Merge is whether a Set's value is made of one that was read before, and that others may
	// have set since.
	Merge bool
	// Default is whether a Set only does so where the key is missing.
	Default bool
	// Held is whether a name gets the value that is read, and the function changes it in place.
	Held bool
	// Own is whether what is read goes nowhere but back under the key, or only decides whether that is set.
	Own bool
	// Func is where the function around the use begins, Block where its block does, such as
	// an if; -1: there is none.
	Func, Block int
	// Class is the number of the class around it in its file; -1: there is none.
	Class int
	// Guarded is whether that block need not run.
	Guarded bool
	// Agent is the bracket of the call that makes the agent of an OutputKey.
	Agent names.Place
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
	What       string // ofInstruction, ofKey, "output_key", …
	// Reads and Writes are whether keys that nobody knows may be read and written here.
	Reads, Writes bool
	// Within is whether the rest of the instruction is known.
	Within bool
	// Copied is whether only keys are written that something else has set.
	Copied bool
	// Given is whether this is a parameter.
	Given bool
	// Client is whether what reads is who calls the program from outside, as far as is seen.
	Client bool
	// Store is whether a session service of the project's own reads, which stores what it is given.
	Store bool
}

// What can't be read of a state, as findings say it; the instruction for all agents has a longer name.
const (
	ofKey         = "state key"
	ofInstruction = "instruction"
)

// IsRead reports whether this is the key of a read, and not what somebody gives to a function, such as a model.
func (u Unread) IsRead() bool { return u.What == ofKey && u.Reads && !u.Writes && !u.Given }

// IsInstruction reports whether this is an instruction.
func (u Unread) IsInstruction() bool { return strings.HasSuffix(u.What, ofInstruction) }

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

// Project is what is known of the names of the files.
func (f *Found) Project() *adk.Project { return f.project.Project }

// IsFilled reports whether something may replace placeholders in a text: ADK, as it is an
// instruction, or the program.
func (f *Found) IsFilled(l *syntax.Literal) bool {
	return f.project.shown[at(l)] || f.project.replaced[at(l)] || f.project.allReplaced
}

// Texts are files beside those of Python, which may hold prompts.
type Texts = names.Texts

// Read returns what files say about state.
func Read(sources []Source) Found { return ReadWith(sources, names.Texts{}) }

// ReadWith is Read with files that may hold prompts.
func ReadWith(sources []Source, texts Texts) Found {
	p := newProject(texts)
	for _, s := range sources {
		p.Add(s.Path, s.Text)
	}
	for _, path := range p.Paths() {
		f := p.Files[path]
		if f.ADK {
			p.found.Files++
		}
		if len(f.Assigns["root_agent"]) > 0 {
			p.found.Roots = append(p.found.Roots, f.Path)
		}
		p.Link(f)
		newReader(p, f).read()
	}
	p.readPassed()
	for i := range p.found.Prompts {
		prompt := &p.found.Prompts[i]
		prompt.ADK = prompt.ADK && !p.allReplaced && !p.replaced[at(prompt.Literal)]
	}
	p.found.Imports, p.found.project = p.Links, p
	return p.found
}

// project is what is known of the names of a project, and what was found in it.
type project struct {
	*adk.Project
	found       Found
	shown       map[textAt]bool
	dicts       map[dictOf]bool   // that were read
	saidBy      map[dictOf][2]int // from which of the uses to which they are
	jobs        []job             // functions to which states are passed
	known       map[job]bool
	replaced    map[textAt]bool         // texts in which something is replaced
	allReplaced bool                    // so it is in instructions of agents that are not known
	ofStates    map[names.Place]stateOf // functions that were asked about
	called      map[names.Place]bool    // functions whose calls were read for what they give to agents by name
	own         int                     // how many tokens were looked at for where values that are read go
	extra       int                     // how many uses of keys were found in lists and arguments
}

func newProject(texts Texts) *project {
	return &project{
		Project: adk.NewProject(texts), shown: map[textAt]bool{}, dicts: map[dictOf]bool{}, saidBy: map[dictOf][2]int{}, known: map[job]bool{},
		ofStates: map[names.Place]stateOf{}, replaced: map[textAt]bool{}, called: map[names.Place]bool{},
	}
}
