package evidence

import (
	"fmt"
	"go/constant"
	"go/types"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
)

// Gathered is the evidence of several packages, each once.
type Gathered struct {
	list []Evidence
	seen map[string]bool
}

// NewGathered begins with none.
func NewGathered() *Gathered { return &Gathered{seen: map[string]bool{}} }

// Add leaves out what was seen before: the files of a package are read again
// as part of its tests.
func (s *Gathered) Add(list []Evidence) {
	for _, e := range list {
		e.Package = strings.TrimSuffix(e.Package, "_test")
		id := fmt.Sprint(e.Use, e.Types, e.Decoded, e.Presence, e.Floats, e.Builder, e.About, e.Passed)
		if !s.seen[id] {
			s.seen[id] = true
			s.list = append(s.list, e)
		}
	}
}

// All is all evidence.
func (s *Gathered) All() []Evidence { return s.list }

// Evidence is one thing that Go source says about a state key.
type Evidence struct {
	source.Use
	// Types are those of the written value, or those that the code around a
	// read takes the value for. Decoded are the types of what is in the
	// value, which is JSON text in a string.
	Types, Decoded []types.Type
	// Constant is the written value, if the compiler knows it; else nil.
	Constant constant.Value
	Presence source.Presence
	// Floats is whether the code around a read makes floats of whole numbers.
	Floats bool
	// Fallback is what the code goes on with when the key is missing; nil
	// if it is not known.
	Fallback constant.Value
	// Holes are the expressions that fill the unknown parts of the key.
	Holes []string
	// Builder is the form of the key where it was built, if what
	// filled its unknown part is known here; empty otherwise.
	Builder string
	// Passed is whether what fills the unknown part was followed further, so
	// that other evidence with this Builder may say what it is.
	Passed bool
	// Package is the import path of the package that says so.
	Package string
	// Delta is whether the key is one of a state delta.
	Delta bool
	// About is whether this is only about a value that was read elsewhere.
	About bool
}
