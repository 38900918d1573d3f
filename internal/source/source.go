// Package source is what a project's source says about session state, in whatever language it
// is written: plain values. Readers return them; rules, drafts and graphs take them.
package source

import (
	"go/constant"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/check/prompt"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/flow"
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
	// Programs are the names of the programs that have a file, by file. A file without one may be part of any.
	Programs map[string][]string
}

// Use is what one place does with a key.
type Use struct {
	keys.Use
	Type     Type           // of a value that is written; Unknown where it can't be told
	Required bool           // a Get that fails without the key
	Fallback constant.Value // what a Get takes for a missing key; nil: not known
}

// Type is a kind of value, as all languages have it.
type Type uint8

// The types of values.
const (
	Unknown Type = iota
	String
	Bool
	Int
	Float
	List
	Object
)

// Text is an instruction.
type Text struct {
	prompt.Text
	Agent    string // its name; empty: not known
	Composed bool   // several texts make it, whose source no fix fits
	Partial  bool   // a part of it is known only when the program runs: keys.UnknownPart
	Raw      bool   // the framework takes it as it is, and fills no placeholders
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
