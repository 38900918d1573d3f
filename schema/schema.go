package schema

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// Schema is a stategen.yaml that has been read and found right, or the part of
// one that was: every name is resolved and every default typed. Slices are in
// the order of the file.
type Schema struct {
	File         string // as the caller named it
	Package      string // empty: the Go package of the output folder
	PackageSpan  diag.Span
	Out          string // relative to the schema's folder; "." by default
	OutSpan      diag.Span
	Targets      []Target
	Grammar      instruction.Grammar
	Types        []*Named
	Keys         []*Key
	Instructions []*Instruction
	Languages    []string // whose ADK reads the prompts, too: go, python, javascript
	Foreign      []string // patterns of keys owned by others
	Check        Check
	Imports      []*Import // Go packages that hold the types of included schemas
	Removed      []Removed // keys that were once declared

	// Partial is whether it is a part: what is declared where a mistake is, such as another key, is not known.
	// Whoever goes on with it must stay silent about that: a finding that is gone once the mistake is fixed would
	// only confuse.
	Partial bool
	Unclear []*Key // then: the keys whose declarations have a mistake, of which Scope, Name and Params alone are known
	Hidden  bool   // and whether a mistake may hide other keys

	// Drafted is whether nobody wrote it: its keys are those that code uses, and their spans are the first
	// places of that. Findings speak of no declarations and no generated code then.
	Drafted bool
}

// Instruction is a template whose expansion is compiled to Go.
type Instruction struct {
	Name   string
	GoName string
	Doc    string
	File   string               // of the template; empty for text in the schema
	Raw    []byte               // File as it is: Text has no byte order mark and no \r\n; must not change
	Text   string               // the template
	At     func(offset int) int // offset in Text to offset in Source
	Source string               // the file that Text is in, for spans
	Span   diag.Span            // of the name
}

// MayDeclare reports whether a key that is not among Keys may be declared where a mistake is, or may be meant to be a
// key that is.
func (s *Schema) MayDeclare(wire string) bool {
	_, name := runtime.ParseKey(wire)
	return s.Hidden || slices.ContainsFunc(s.Unclear, func(k *Key) bool { return k.Name == name || diag.Near(name, k.Name) })
}

// SingleKeys returns the full keys, declared or removed, that are no families. A
// family does not have them, even if they have its shape.
func (s *Schema) SingleKeys() []string {
	var keys []string
	for _, k := range s.Keys {
		if len(k.Params) == 0 {
			keys = append(keys, k.Wire())
		}
	}
	for _, gone := range s.Removed {
		if !strings.Contains(gone.Key, "{") {
			keys = append(keys, gone.Key)
		}
	}
	return keys
}
