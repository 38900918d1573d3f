package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

var callbackArguments = diag.Register(diag.OnPython, diag.Rule{
	ID:       "callback-arguments",
	Severity: diag.Error,
	Summary:  "a callback in Python that doesn't take what ADK gives to it",
	Why: "ADK gives the arguments of callbacks by name: callback_context to those of an agent, with llm_request " +
		"before a model is asked and llm_response after it; tool, args and tool_context to those of a tool, with " +
		"tool_response after it; and error to those for errors. A function without a parameter of such a name, or with " +
		"another one, raises TypeError each time, so what it sets in the state is never set.",
	Bad: `from google.adk.agents import Agent

def greet(context):
    pass

root_agent = Agent(name="trip", before_agent_callback=greet)
`,
	Good: `from google.adk.agents import Agent

def greet(callback_context):
    pass

root_agent = Agent(name="trip", before_agent_callback=greet)
`,
})

// findCallbacks reports functions that fail when ADK calls them, once each.
func (f *found) findCallbacks() {
	seen := map[diag.Span]bool{}
	for _, a := range f.agents {
		for _, arg := range a.arguments {
			name, value := arg.Keyword()
			if callbacks[name] == nil || a.in.ofADK(a.callee) == "" {
				continue
			}
			for _, item := range elements(value) {
				d, fails := a.in.callback(name, item)
				if fails && !seen[d.Span] {
					seen[d.Span] = true
					at := a.in.span(arg.Start(), arg.Start()+len(name))
					d.Related = []diag.Related{{Span: at, Message: "an agent gets it here"}}
					f.find(d, "")
				}
			}
		}
	}
}

// callback says whether a function fails when ADK gives it the arguments of a kind of callback.
func (s *scope) callback(kind string, e syntax.Expr) (d diag.Diagnostic, does bool) {
	var takes []parameter
	var at diag.Span
	switch to := s.resolve(e); {
	case to.declared != nil && to.declared.stmt.Word == "def" && !to.declared.stmt.Decorated && !to.in.test:
		takes, at = parameters(to.declared.bases()), to.declared.place()
	case to.expr.Begins("lambda"):
		list, _ := to.expr.Cut(":")
		takes, at = parameters(list[1:].Split(",")), to.in.of(to.expr)
	default:
		return d, false
	}
	lacks := slices.Clone(callbacks[kind])
	var wants []string
	for _, p := range takes {
		switch i := slices.Index(lacks, p.name); {
		case p.star == "**":
			return d, false
		case p.star != "":
		case i >= 0:
			lacks = slices.Delete(lacks, i, i+1)
		case p.initial == nil:
			wants = append(wants, p.name)
		}
	}
	const fails = ": it fails each time"
	switch to := diag.Indefinite(kind); {
	case len(lacks) > 0:
		d = diag.New(callbackArguments, at, "ADK gives %s to %s by name, which this function doesn't take"+fails,
			strings.Join(lacks, ", "), to)
	case len(wants) > 0:
		d = diag.New(callbackArguments, at, "ADK gives no %s to %s"+fails, strings.Join(wants, ", "), to)
	default:
		return d, false
	}
	return d.WithHint("give it the parameters %s", strings.Join(callbacks[kind], ", ")), true
}
