package flow

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/schema"
)

// Facts is what a graph is made of.
type Facts struct {
	Units   []*Unit
	Prompts []keys.Use   // in prompt files and in the instructions of the schema
	Sources diag.Sources // the files that spans are in
	Begun   bool         // all is seen that sessions begin with
}

// Unit is an agent, a tool, a callback, a prompt or a host function that source shows.
type Unit struct {
	Kind  Kind
	Name  string
	Doc   string
	Runs  Runs
	Ends  bool // a tool that ends the loop around its agent
	Place diag.Span
	Uses  []keys.Use  // by the unit itself and the functions that it calls
	Parts []Part      // in order
	Open  []diag.Span // lists of parts of which not all can be followed
}

// Part is what a unit has, runs or leads to.
type Part struct {
	Unit        *Unit  // nil: an instruction of the schema, or a prompt file
	Instruction string // its folded name
	File        string // of a prompt
	Kind        EdgeKind
	Place       diag.Span
}

// InstructionName is how Part names an instruction of the schema, by its name there or in Go.
func InstructionName(name string) string { return diag.Fold(name) }

func instructionOf(s *schema.Schema, folded string) *schema.Instruction {
	for _, i := range s.Instructions {
		if InstructionName(i.Name) == folded || InstructionName(i.GoName) == folded {
			return i
		}
	}
	return nil
}
