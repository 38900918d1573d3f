package finding

import (
	"strings"

	"github.com/seed92179c4c/stategen/audit/internal/words"
	"github.com/seed92179c4c/stategen/diag"
)

var callbackArguments = diag.Rule{
	ID:       "callback-arguments",
	Severity: diag.Error,
	Summary:  "a callback in Python that doesn't take what ADK gives to it",
	Why: "ADK gives the arguments of callbacks by name: callback_context to those of an agent, with llm_request before a model is asked and " +
		"llm_response after it; tool, args and tool_context to those of a tool, with tool_response after it; and error to those for errors. " +
		"A function without a parameter of such a name, or with another one, raises TypeError each time, so what it sets in the state is never set. " +
		"What it looks for under another name in what ** takes is never there.",
}

// Callback is what is wrong with the parameters of a function that is a callback.
type Callback struct {
	At, Agent diag.Span
	Kind      string   // "before_agent_callback"
	Gets      []string // the names by which ADK gives the arguments
	// Lacks are those that the function doesn't take, Wants its parameters that it gets nothing for.
	Lacks, Wants []string
	// Named is the parameter that is meant for the only argument that it lacks; empty: none is. Passed
	// is whether ** takes that argument.
	Named  string
	Passed bool
	// Asked are the names that it looks for in what ** takes, and that ADK never gives to it, and AskedAt
	// where: the finding is about these, then.
	Asked   []string
	AskedAt []diag.Span
}

// Uncallable is the finding about a callback.
func Uncallable(c Callback) diag.Diagnostic {
	if len(c.Asked) > 0 {
		return neverGiven(c)
	}
	d := diag.Diagnostic{
		ID: callbackArguments.ID, Severity: diag.Error, Span: c.At,
		Message: "ADK gives " + strings.Join(c.Lacks, ", ") + " to " + of(c.Kind) + " by name, which this function doesn't take: it fails each time",
		Hint:    "its parameters are to be " + strings.Join(c.Gets, ", "),
		Related: []diag.Related{{Span: c.Agent, Message: "an agent gets it here"}},
	}
	switch {
	case c.Passed:
		d.Message = "ADK gives " + c.Lacks[0] + " to " + of(c.Kind) + " by name, and no " + c.Named + ": it always has its default"
	case len(c.Lacks) == 0:
		d.Message = "ADK gives no " + strings.Join(c.Wants, ", ") + " to " + of(c.Kind) + ": it fails each time"
	}
	if c.Named != "" {
		d.Hint = "name the parameter " + c.Lacks[0] + ", as ADK does"
	}
	return d
}

// neverGiven is about names that are never in what ** takes.
func neverGiven(c Callback) diag.Diagnostic {
	d := diag.Diagnostic{
		ID: callbackArguments.ID, Severity: diag.Warning, Span: c.At,
		Message: "ADK never gives " + diag.Quote(c.Asked[0]) + " to " + of(c.Kind) + ": what is taken here is never there",
		Hint:    "ask for " + strings.Join(c.Gets, ", ") + "; nothing is wrong if something else calls the function with it, too",
	}
	for i, at := range c.AskedAt[1:min(len(c.AskedAt), words.MostShown+1)] {
		d.Related = append(d.Related, diag.Related{Span: at, Message: diag.Quote(c.Asked[i+1]) + " is never there, either"})
	}
	d.Related = append(d.Related, diag.Related{Span: c.Agent, Message: "an agent gets it here"})
	return d
}

// of is the name of a callback with its article.
func of(kind string) string {
	if strings.HasPrefix(kind, "b") {
		return "a " + kind
	}
	return "an " + kind
}
