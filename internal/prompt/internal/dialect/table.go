package dialect

import "github.com/seed92179c4c/stategen/runtime/instruction"

var table = [...]*Dialect{
	instruction.ADK: &adk, instruction.Stategen: &stategen, instruction.TRPC: &trpc, instruction.Eino: &eino,
}

// Of returns what there is to say of a dialect.
func Of(d instruction.Dialect) *Dialect { return table[d] }
