package generator

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

var uncompilablePlaceholder = diag.Register(diag.OnOutput, diag.Rule{
	ID:      "uncompilable-placeholder",
	Summary: "an instruction has a placeholder of eino's that is not compiled",
	Why: "With dialect: eino, generated code inserts values and nothing else. It formats none, reaches into none, never " +
		"inserts all of them, and can't render braces at which eino fails the run.",
	Bad:  "version: 1\ndialect: eino\nkeys: {price: float}\ninstructions:\n  a: {text: \"It costs {price:.2f}.\"}\n",
	Good: "version: 1\ndialect: eino\nkeys: {price: float}\ninstructions:\n  a: {text: \"It costs {price}.\"}\n",
})

// uncompilable reports what eino would make of an instruction and generated code
// can't.
func uncompilable(s *schema.Schema) diag.List {
	if s.Grammar.Dialect != instruction.Eino {
		return nil
	}
	var list diag.List
	for _, in := range s.Instructions {
		for tok := range instruction.Tokens(in.Text, s.Grammar) {
			problem := tok.EinoProblem()
			if problem == nil || tok.Angle {
				continue
			}
			at := diag.Span{File: in.Source, Start: in.At(tok.Start), End: in.At(tok.End-1) + 1}
			list = append(list, diag.New(uncompilablePlaceholder, at, "generated code can't insert %s: %s", diag.Name(tok.Text(in.Text)), problem).
				WithHint("write a key between single braces, and double those that are text"))
		}
	}
	return list
}
