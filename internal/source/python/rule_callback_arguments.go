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

// findCallbacks reports functions that fail when ADK calls them.
func (f *found) findCallbacks() {
	for _, a := range f.agents {
		for _, arg := range a.call.Keywords() {
			if callbacks[arg.Name] == nil || a.in.ofADK(a.call.X) == "" {
				continue
			}
			items := []*syntax.Expr{arg.X}
			if arg.X.Kind == syntax.List {
				items = arg.X.Items
			}
			for _, item := range items {
				f.callback(a, arg, a.in.resolve(item))
			}
		}
	}
}

func (f *found) callback(a agent, arg *syntax.Expr, to thing) {
	gets := callbacks[arg.Name]
	var parameters []syntax.Parameter
	var at diag.Span
	switch {
	case to.stmt != nil && to.stmt.Kind == syntax.Def && len(to.stmt.Decorators) == 0 && !to.in.test:
		parameters, at = to.stmt.Parameters, to.in.span(to.stmt.NameAt, to.stmt.NameAt+len(to.stmt.Name))
	case to.expr != nil && to.expr.Kind == syntax.Lambda:
		parameters, at = to.expr.Parameters, to.in.of(to.expr)
	default:
		return
	}
	lacks := slices.Clone(gets)
	var wants []string
	for _, p := range parameters {
		switch i := slices.Index(lacks, p.Name); {
		case p.Star == "**":
			return
		case p.Star != "":
		case i >= 0:
			lacks = slices.Delete(lacks, i, i+1)
		case p.Default == nil:
			wants = append(wants, p.Name)
		}
	}
	if len(lacks)+len(wants) == 0 {
		return
	}
	d := diag.New(callbackArguments, at, "ADK gives %s to %s by name, which this function doesn't take: it fails each time",
		strings.Join(lacks, ", "), diag.Indefinite(arg.Name)).
		WithHint("give it the parameters %s", strings.Join(gets, ", "))
	if len(lacks) == 0 {
		d.Message = "ADK gives no " + strings.Join(wants, ", ") + " to " + diag.Indefinite(arg.Name) + ": it fails each time"
	}
	isSame := func(other diag.Diagnostic) bool { return other.ID == d.ID && other.Span == d.Span }
	if slices.ContainsFunc(f.Findings, isSame) { // another agent has it, too
		return
	}
	d.Related = []diag.Related{{Span: a.in.span(arg.Start, arg.Start+len(arg.Name)), Message: "an agent gets it here"}}
	f.find(a.in, d)
}
