package finding

import "github.com/seed92179c4c/stategen/diag"

var foreignText = diag.Rule{
	ID:       "foreign-text",
	Severity: diag.Warning,
	Summary:  "a text from outside of the program is put into an instruction",
	Why: "ADK looks up each {name} in an instruction, also in a part that is the output of a command, a file or an answer from a server. " +
		"Code, logs and documents are full of such braces: the run fails where no key is called so, and {name?} is taken away.",
}

// ForeignText is the finding about a text from outside of the program that is put into an
// instruction at a place; from is where it comes from, if that is seen.
func ForeignText(what string, at, from, instruction diag.Span) diag.Diagnostic {
	d := diag.Diagnostic{
		ID: foreignText.ID, Severity: diag.Warning, Span: at,
		Message: "ADK looks up each {name} in " + what + " that is put into an instruction here: the run fails where there is no such key",
		Hint: "give the instruction by an InstructionProvider, whose text ADK takes as it is, or hand this text over in a message, or under a key of which the instruction has the placeholder; " +
			"nothing is wrong if no {name} can be in it",
	}
	if !from.IsZero() && from != at {
		d.Related = append(d.Related, diag.Related{Span: from, Message: "it comes from here"})
	}
	if instruction != at {
		d.Related = append(d.Related, diag.Related{Span: instruction, Message: "this is the instruction"})
	}
	return d
}
