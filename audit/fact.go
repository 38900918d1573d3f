package audit

import (
	"strings"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
)

// Fact is one thing that a source says about a state key.
type Fact struct {
	// Key is as in the state, with keys.UnknownPart for each part that is known
	// only when the program runs.
	Key   string
	Kind  Kind
	Place diag.Span // of the key
	// Programs are those that the source is part of. Facts of different programs say
	// nothing of each other; without programs a fact belongs to all.
	Programs []string
	// Part tells those parts of a program from each other of which none is known to use the
	// other; empty: all are linked.
	Part string
	// Loose is whether no agent is in the Python files that the source is joined with, so that it may
	// be part of any program.
	Loose bool
	// Optional is whether what reads it goes on without it: by a fallback, or by the
	// mark of a placeholder.
	Optional bool
	// Fails is whether a run ends where this reads a key that is missing.
	Fails bool
	Type  Type // of a written value
	// Empty is whether that value says that there is nothing yet, such as {} or "[]".
	Empty bool
	// App is the name of the app whose sessions begin with this; empty: it isn't known.
	App string
	// Delta is whether a state delta writes it, which a session stores.
	Delta bool
	// Copied is whether what is written was read under the same key.
	Copied bool
	// Own is whether what is read goes nowhere but back under the key, or only decides whether that is set.
	Own bool
	// Answer is whether what is written is an agent's text that goes to who runs it anyway.
	Answer bool
	// Asserted are the types that a reader asks the value to have, each with its place.
	Asserted []Assertion
	// Kept is whether the value stays what it is until it is read: no database gives it back.
	Kept bool
	// Guessed is whether this is a text that may be the key, and no use of the session's
	// state at all. One that is optional only says what a client may set.
	Guessed bool
	Test    bool
	// Library is whether no program of the project has the source, so that it may be
	// part of any.
	Library bool
	// Func tells the function that the source is in from others, and Tool is whether a
	// model calls it when it likes to.
	Func string
	Tool bool
	// By is the name of that tool; empty: it isn't known.
	By string
	// Bare is whether this is a read that fails without the key, where nothing catches that.
	Bare bool
	// Late is whether that function gets a session that is not the one of a run.
	Late bool
	// Uncalled is the function that the source is in, if no program runs it.
	Uncalled string
	// Alone is whether the source runs agents on sessions of its own, which it keeps in
	// memory.
	Alone bool
}

// Kind says what is done with a key.
type Kind uint8

// The ways to use a key. Merge is a write of a value that was made of the one read
// before, Output a write by an agent's answer, Initial one by what a session begins
// with.
const (
	Read Kind = iota
	Write
	Merge
	Delete
	Output
	Placeholder
	Initial
)

// Assertion is a type that a reader asks a value to have.
type Assertion struct {
	Type  Type
	Place diag.Span
	// Fails is whether another type ends the run, or the function, rather than being
	// taken for a missing value.
	Fails bool
	// All are the types that the same reader accepts, this one too.
	All []Type
}

// Type is what is known of a value's type.
type Type struct {
	Form Form
	Name string // as the language writes it
}

// Form is what a type is in JSON, and where a language keeps more than JSON does.
type Form uint8

// The forms. Int and Float are numbers, Struct is an object with a type of its own,
// Special what is a text in JSON, such as a time.
const (
	UnknownForm Form = iota
	Null
	String
	Bool
	Int
	Float
	List      // of anything, as a database gives it back
	TypedList // of one type
	Object    // of anything, as a database gives it back
	TypedObject
	Struct
	Special
)

// Open is a place where more is read or written than can be seen.
type Open struct {
	Place         diag.Span
	Reason        string
	Reads, Writes bool
	Programs      []string
	// Within is whether what reads is a part of an instruction of which the rest is
	// known, such as the language to answer in.
	Within bool
	// Text is whether what reads is an instruction of which nothing is known.
	Text bool
	// Key is whether what reads is Within, too, but for a key that is known only when the program runs:
	// it may be one that a text of the project is.
	Key bool
	// OnlyNamed is whether it is only about keys that a text in the code may be, such as in a project's own
	// session service, which keeps what it is given.
	OnlyNamed bool
	// Copied is whether only keys are written that something else has set.
	Copied bool
	// Client is whether what reads is a client of the program, as far as is seen.
	Client bool
	// Uncalled is the function that it is in, if no program runs it.
	Uncalled string
}

// Project is all that is known of a project.
type Project struct {
	Facts []Fact
	Open  []Open
	// Found are findings that need no other facts, such as those in prompts against
	// the keys of the project.
	Found diag.List
	// Together are places that one of these is about, the one that it shows first.
	Together [][]diag.Span
	// Begins are the programs that create sessions themselves, by code that is seen: what
	// they begin with is among the facts, or open.
	Begins []string
	// Stores is where programs keep their sessions, as far as is seen.
	Stores map[string]Storage
	Agents []Agent
	// Texts are instructions, also those of agents that are not seen.
	Texts []diag.Span
	// Clients looks for the names of keys in the files of clients; nil: there are none.
	Clients func(keys []string) Clients
}

// Clients is what the clients in a project say of keys.
type Clients struct {
	Of    map[string]bool // the programs that have one
	Named map[string]bool // keys that one may read, or that code may read from what isn't seen to be a state
	Read  map[string]bool // those that a client has in quotes or as attributes, if few other things are called so
	Set   map[string]bool // keys that one gives to sessions
	All   bool            // whether one may read any key
}

// Reads reports whether the fact looks at the key's value.
func (f *Fact) Reads() bool { return f.Kind == Read || f.Kind == Placeholder }

// Writes reports whether the fact gives the key a value.
func (f *Fact) Writes() bool {
	return f.Kind == Write || f.Kind == Merge || f.Kind == Output || f.Kind == Initial
}

// Partial reports whether a part of the key is not known.
func (f *Fact) Partial() bool { return strings.Contains(f.Key, keys.UnknownPart) }

// Storage is where a program keeps its sessions.
type Storage uint8

// The storages. A database gives values back in the forms that JSON has; it can be a
// service of others, too. Sessions in memory keep what they are given. With MaybeDatabase
// there is a service that may be one, or that a program may use; with UnknownStorage none
// is seen.
const (
	UnknownStorage Storage = iota
	Memory
	MaybeDatabase
	Database
)

// Family joins the forms that a JSON value can come back as.
func (f Form) Family() string {
	switch f {
	case String, Special:
		return "text"
	case Int, Float:
		return "a number"
	case Bool:
		return "true or false"
	case List, TypedList:
		return "a list"
	case Object, TypedObject, Struct:
		return "an object"
	}
	return ""
}

// Shown is the type in words.
func (t Type) Shown() string {
	if t.Name == "" {
		return t.Form.Family()
	}
	return diag.Indefinite(t.Name)
}
