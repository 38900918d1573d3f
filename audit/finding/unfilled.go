package finding

import (
	"github.com/seed92179c4c/stategen/audit/internal/words"
	"github.com/seed92179c4c/stategen/diag"
)

var unfilledPlaceholder = diag.Rule{
	ID:       "unfilled-placeholder",
	Severity: diag.Warning,
	Summary:  "a placeholder in a text of an agent that ADK takes as it is",
	Why: "ADK fills the placeholders of an instruction. A description and a static_instruction reach the model as they are written, and so does " +
		"what a function returns for an instruction (since ADK 1.0 for Python): the model reads the key's name in braces, and not its value.",
}

// Unfilled is the finding about the placeholders of keys in a text that an agent gets by an argument;
// returned: a function returns it.
func Unfilled(argument string, returned bool, names []string, at []diag.Span) diag.Diagnostic {
	what, hint := "a "+argument, "move "+words.One(names, "it", "them")+" to the instruction, where ADK fills placeholders"
	if returned {
		what, hint = "what a function returns for an instruction", "return await inject_session_state(text, context), or read the "+words.One(names, "value", "values")+" from context.state"
	}
	d := diag.Diagnostic{
		ID: unfilledPlaceholder.ID, Severity: diag.Warning, Span: at[0],
		Message: "ADK fills no placeholders in " + what + ": a model reads " + words.Placeholders(names) + " as written",
		Hint:    hint + "; nothing is wrong if the braces are meant",
	}
	return AlsoNamed(d, names[1:], at[1:])
}
