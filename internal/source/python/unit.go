package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// callbacks are the names by which ADK gives the arguments of each kind of callback.
var callbacks = map[string][]string{
	"before_agent_callback":   {"callback_context"},
	"after_agent_callback":    {"callback_context"},
	"before_model_callback":   {"callback_context", "llm_request"},
	"after_model_callback":    {"callback_context", "llm_response"},
	"on_model_error_callback": {"callback_context", "llm_request", "error"},
	"before_tool_callback":    {"tool", "args", "tool_context"},
	"after_tool_callback":     {"tool", "args", "tool_context", "tool_response"},
	"on_tool_error_callback":  {"tool", "args", "tool_context", "error"},
}

// units makes the units of tools and callbacks, and of the other functions that use keys.
func (f *found) units() {
	for _, a := range f.agents {
		f.parts(a)
	}
	for _, use := range f.uses {
		in := use.owner.outermost()
		if in == nil || in.unit == nil && use.Test {
			continue
		}
		if unit := f.function(source.Host, in); use.Kind != source.Output {
			unit.Uses = append(unit.Uses, use.Use)
		}
	}
}

// parts are the sub-agents, tools and callbacks of an agent.
func (f *found) parts(a *agent) {
	for _, arg := range a.arguments {
		switch name, value := arg.Keyword(); {
		case arg.Begins("*"), arg.Begins("**"):
			a.Open = append(a.Open, a.in.of(arg))
		case name == "sub_agents":
			f.list(a, value, source.Agent)
		case name == "tools":
			f.list(a, value, source.Tool)
		case callbacks[name] != nil:
			for _, item := range elements(value) {
				f.part(a.Unit, a.in, item, source.Callback)
			}
		}
	}
}

func (f *found) list(of *agent, e syntax.Expr, kind source.UnitKind) {
	to := of.in.resolve(e)
	items, isList := to.expr.In("[")
	if !isList && kind == source.Agent {
		of.Open = append(of.Open, of.in.of(e))
	}
	for _, item := range items {
		f.part(of.Unit, to.in, item, kind)
	}
}

// part gives an agent what stands in a list of its parts. What ADK has itself uses no keys of a project.
func (f *found) part(of *source.Unit, in *scope, e syntax.Expr, kind source.UnitKind) {
	to := in.resolve(e)
	var unit *source.Unit
	if len(to.expr) > 0 {
		unit = f.byCall[to.in.of(to.expr)]
	}
	if callee, arguments := to.expr.Call(); callee != nil && unit == nil {
		class := to.in.ofADK(callee)
		isWrapper := strings.HasSuffix(class, "FunctionTool") || class == "AgentTool"
		inner := arguments.Named("func", "agent")
		if inner == nil {
			inner = arguments.Positional(0)
		}
		if isWrapper && inner != nil {
			f.part(of, to.in, inner, kind)
		}
		if class != "" {
			return
		}
	}
	if to.declared != nil && to.declared.stmt.Word == "def" {
		unit = f.function(kind, to.declared)
	}
	switch {
	case unit != nil && unit.Kind == source.Agent:
		of.Parts = append(of.Parts, source.Part{Unit: unit, Kind: source.Sub, Place: in.of(e)})
	case unit != nil:
		of.Parts = append(of.Parts, source.Part{Unit: unit, Kind: source.Has, Place: in.of(e)})
	case kind == source.Agent || e.Begins("lambda"):
		of.Open = append(of.Open, in.of(e))
	}
}

// function is the unit of a function, which it becomes for what asks first.
func (f *found) function(kind source.UnitKind, in *scope) *source.Unit {
	if in.unit == nil {
		in.unit = &source.Unit{Kind: kind, Name: in.name, Place: in.place()}
		f.Units = append(f.Units, in.unit)
	}
	return in.unit
}
