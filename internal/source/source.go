// Package source is what a project's source says about session state: plain values, whatever
// language it is written in. Readers return them; rules, drafts and graphs take them.
package source

import (
	"go/constant"
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/prompt"
)

// Found is what the files of a project say.
type Found struct {
	Files int // that use the framework
	Uses  []Use
	Texts []Text
	// Units are agents, tools and callbacks, with the uses in them.
	Units []*flow.Unit
	Open  []Open
	// Findings need no other file: what fails, or is lost, wherever it stands.
	Findings diag.List
	// Broken is where files stop being what their language allows.
	Broken []diag.Span
	// Programs are the names of the programs that have a file, by file. A file without one may be part of any.
	Programs map[string][]string
	// Governed are files that a schema governs: their uses count, and nothing is said of them.
	Governed map[string]bool
	// Stores is where programs keep their sessions, by their names.
	Stores map[string]Storage
	// Begun are the programs that show with which keys their sessions begin.
	Begun map[string]bool
	// Assertions are the reads that ask a value to have a type.
	Assertions []Assertion
}

// Add adds what other files say.
func (f *Found) Add(more Found) {
	f.Files += more.Files
	f.Uses, f.Texts = append(f.Uses, more.Uses...), append(f.Texts, more.Texts...)
	f.Units, f.Open = append(f.Units, more.Units...), append(f.Open, more.Open...)
	f.Broken = append(f.Broken, more.Broken...)
	f.Findings, f.Assertions = append(f.Findings, more.Findings...), append(f.Assertions, more.Assertions...)
	if f.Programs == nil {
		f.Programs, f.Stores, f.Begun = map[string][]string{}, map[string]Storage{}, map[string]bool{}
	}
	for file, programs := range more.Programs {
		all := slices.Sorted(slices.Values(append(slices.Clone(f.Programs[file]), programs...)))
		f.Programs[file] = slices.Compact(all)
	}
	maps.Copy(f.Stores, more.Stores)
	maps.Copy(f.Begun, more.Begun)
}

// Use is what one place does with a key.
type Use struct {
	keys.Use
	Type     Type           // of a value that is written; Unknown where it can't be told
	TypeName string         // as the language writes it; empty: not known
	Delta    bool           // a state delta writes it, which a session stores
	In       *Function      // that it is in; nil: not known
	Fallback constant.Value // what a Get takes for a missing key; nil: not known
}

// Function is a function that uses keys.
type Function struct {
	Tool bool // a model calls it when it likes to
	Run  bool // it gets the context of a run
	Late bool // it is given a session that is not the one of a run
}

// Assertion is a read that asks a value to have a type.
type Assertion struct {
	Use
	All   []Type // that the same read accepts, Type too
	Fails bool   // another type ends the run, or the function
	Kept  bool   // no database gives the value back in another form
	// Library is whether no program of the project has its package, and Alone whether that runs agents on
	// sessions of its own, which it keeps in memory.
	Library, Alone bool
}

// Storage is where a program keeps its sessions.
type Storage uint8

// The storages. A database gives values back in the forms that JSON has; it can be a service of others, too.
// Sessions in memory keep what they are given. With MaybeDatabase there is a service that may be one, or that a
// program may use; with UnknownStorage none is seen.
const (
	UnknownStorage Storage = iota
	Memory
	MaybeDatabase
	Database
)

// Type is a kind of value, as all languages have it.
type Type uint8

// The types of values.
const (
	Unknown Type = iota
	String
	Bool
	Int
	Float
	List   // of anything, as a database gives it back
	Object // of anything, as a database gives it back
	Null
	TypedList // of one type
	TypedObject
	Struct
	Special // what is a text in JSON, such as a time
)

// Family joins the types that a JSON value can come back as; empty: any.
func (t Type) Family() string {
	switch t {
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

// Shown is the type of a value in words.
func (u Use) Shown() string {
	if u.TypeName == "" {
		return u.Type.Family()
	}
	return diag.Indefinite(u.TypeName)
}

// Text is an instruction.
type Text struct {
	prompt.Text
	Agent    string // its name; empty: not known
	Composed bool   // several texts make it, whose source no fix fits
	Partial  bool   // a part of it is known only when the program runs: keys.UnknownPart
	Test     bool
}

// Open is a place where more is read or written than can be seen: a key that is built when the program
// runs, a state that is handed on as a whole, an instruction that is not known.
type Open struct {
	Span          diag.Span
	Reason        string
	Reads, Writes bool
	Whole         bool // it is about all keys at once
	Test          bool
}
