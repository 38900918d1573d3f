package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
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

// units makes the units of agents, of their tools and callbacks, and of the other functions that use keys.
type units struct {
	found  *found
	agents map[diag.Span]*source.Unit // by where they are
	byDef  map[*scope]*source.Unit
	uses   map[*scope][]source.Use // of functions
}

func (f *found) units() {
	u := &units{f, map[diag.Span]*source.Unit{}, map[*scope]*source.Unit{}, map[*scope][]source.Use{}}
	for _, use := range f.uses {
		if in := use.owner.outermost(); in != nil && use.Kind != source.Output {
			u.uses[in] = append(u.uses[in], use.Use)
		}
	}
	for _, a := range f.agents {
		u.agents[a.Place] = a.Unit
		f.Units = append(f.Units, a.Unit)
	}
	for _, a := range f.agents {
		u.parts(a)
	}
	for _, use := range f.uses {
		if in := use.owner.outermost(); in != nil && !use.Test {
			u.function(source.Host, in)
		}
	}
}

// parts are the sub-agents, tools and callbacks of an agent.
func (u *units) parts(a *agent) {
	for _, arg := range a.arguments {
		switch name, value := arg.Keyword(); {
		case arg.Begins("*"), arg.Begins("**"):
			a.Open = append(a.Open, a.in.of(arg))
		case name == "sub_agents":
			u.list(a, value, source.Agent)
		case name == "tools":
			u.list(a, value, source.Tool)
		case callbacks[name] != nil:
			for _, item := range elements(value) {
				u.part(a.Unit, a.in, item, source.Callback)
			}
		}
	}
}

func (u *units) list(of *agent, e syntax.Expr, kind source.UnitKind) {
	to := of.in.resolve(e)
	items, isList := to.expr.In("[")
	if !isList && kind == source.Agent {
		of.Open = append(of.Open, of.in.of(e))
	}
	for _, item := range items {
		u.part(of.Unit, to.in, item, kind)
	}
}

// part gives an agent what stands in a list of its parts. What ADK has itself uses no keys of a project.
func (u *units) part(of *source.Unit, in *scope, e syntax.Expr, kind source.UnitKind) {
	to := in.resolve(e)
	var unit *source.Unit
	if len(to.expr) > 0 {
		unit = u.agents[to.in.of(to.expr)]
	}
	if callee, arguments := to.expr.Call(); callee != nil && unit == nil {
		class := to.in.ofADK(callee)
		isWrapper := strings.HasSuffix(class, "FunctionTool") || class == "AgentTool"
		inner := arguments.Named("func", "agent")
		if inner == nil {
			inner = arguments.Positional(0)
		}
		if isWrapper && inner != nil {
			u.part(of, to.in, inner, kind)
		}
		if class != "" {
			return
		}
	}
	if to.declared != nil && to.declared.stmt.Word == "def" {
		unit = u.function(kind, to.declared)
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
func (u *units) function(kind source.UnitKind, in *scope) *source.Unit {
	if u.byDef[in] == nil {
		u.byDef[in] = &source.Unit{Kind: kind, Name: in.name, Uses: u.uses[in], Place: in.place()}
		u.found.Units = append(u.found.Units, u.byDef[in])
	}
	return u.byDef[in]
}
