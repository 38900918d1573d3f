package evidence

import (
	"fmt"
	"go/constant"
	"go/types"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
)

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
	// Fallback is what the code goes on with when the key is missing; nil
	// if it is not known.
	Fallback constant.Value
	// Builder is the form of the key where it was built, if what
	// filled its unknown part is known here; empty otherwise.
	Builder string
	// Passed is whether what fills the unknown part was followed further, so
	// that other evidence with this Builder may say what it is.
	Passed bool
	// Package is the import path of the package that says so.
	Package string
	// About is whether this is only about a value that was read elsewhere.
	About bool
}

// Once leaves out what was said before: the files of a package are read again
// as part of its tests.
func Once(all []Evidence) (list []Evidence) {
	seen := map[string]bool{}
	for _, e := range all {
		e.Package = strings.TrimSuffix(e.Package, "_test")
		id := fmt.Sprint(e.Use, e.Types, e.Decoded, e.Presence, e.Builder, e.About, e.Passed)
		if !seen[id] {
			seen[id] = true
			list = append(list, e)
		}
	}
	return list
}
