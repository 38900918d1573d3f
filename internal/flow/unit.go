package flow

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/schema"
)

// Facts is what a graph is made of.
type Facts struct {
	Units   []*source.Unit
	Prompts []source.Use // in prompt files and in the instructions of the schema
	Sources diag.Sources // the files that spans are in
	Begun   bool         // all is seen that sessions begin with
}

func instructionOf(s *schema.Schema, folded string) *schema.Instruction {
	for _, i := range s.Instructions {
		if source.InstructionName(i.Name) == folded || source.InstructionName(i.GoName) == folded {
			return i
		}
	}
	return nil
}

// What units and their parts are in a graph.
var (
	kindOfUnit = map[source.UnitKind]Kind{
		source.Agent: Agent, source.Tool: Tool, source.Callback: Callback, source.Prompt: Prompt, source.Host: Host,
	}
	kindOfPart = map[source.PartKind]EdgeKind{source.Has: Has, source.Sub: Sub, source.Next: Next}
)
