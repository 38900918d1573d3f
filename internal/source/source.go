// Package source is what a project's source says about session state: plain values, whatever
// language it is written in. Readers return them; rules, drafts and graphs take them.
package source

import (
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// Found is what the files of a project say.
type Found struct {
	Files int // that use the framework
	Uses  []Use
	Texts []Text
	// Units are agents, tools and callbacks, with the uses in them.
	Units []*Unit
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
}

// Storage is where a program keeps its sessions.
type Storage uint8

// The storages. Sessions in memory keep what they are given. A database gives values back in the forms that JSON has;
// with MaybeDatabase there is a service that may be one, or that a program may use.
const (
	Memory Storage = iota
	MaybeDatabase
	Database
)

// Add adds what other files say.
func (f *Found) Add(more Found) {
	f.Files += more.Files
	f.Uses, f.Texts = append(f.Uses, more.Uses...), append(f.Texts, more.Texts...)
	f.Units, f.Open = append(f.Units, more.Units...), append(f.Open, more.Open...)
	f.Broken = append(f.Broken, more.Broken...)
	f.Findings = append(f.Findings, more.Findings...)
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

// Open is a place where more is read or written than can be seen: a key that is built when the program
// runs, a state that is handed on as a whole, an instruction that is not known.
type Open struct {
	Span          diag.Span
	Reason        string
	Reads, Writes bool
	Whole         bool // it is about all keys at once
	Test          bool
}
