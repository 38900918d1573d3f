package python

import (
	"cmp"
	"slices"
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
	found *found
	byAt  map[diag.Span]*source.Unit // by where they are
	uses  map[*syntax.Stmt][]source.Use
}

func (f *found) units() {
	u := &units{found: f, byAt: map[diag.Span]*source.Unit{}, uses: map[*syntax.Stmt][]source.Use{}}
	for _, use := range f.uses {
		if in := use.owner.outermost(); in != nil && use.Kind != source.Output {
			u.uses[in.stmt] = append(u.uses[in.stmt], use.Use)
		}
	}
	for _, a := range f.agents {
		u.agent(a)
	}
	for _, a := range f.agents {
		u.parts(a)
	}
	for _, use := range f.uses {
		if in := use.owner.outermost(); in != nil && !use.Test {
			u.function(source.Host, thing{in: in.outer, stmt: in.stmt})
		}
	}
}

func (u *units) add(at diag.Span, unit source.Unit) *source.Unit {
	unit.Place = at
	u.byAt[at] = &unit
	u.found.Units = append(u.found.Units, &unit)
	return &unit
}

// agent is the unit of an agent, with what its texts show.
func (u *units) agent(a agent) {
	unit := source.Unit{Kind: source.Agent, Name: a.name, Runs: source.RunsOf(a.class), Uses: u.found.shown[a.call]}
	if unit.Name == "" {
		unit.Name = a.call.X.Last()
	}
	at := a.in.of(a.call)
	for _, use := range u.found.uses {
		if use.Kind == source.Output && use.owner.file == a.in.file && a.call.Argument("output_key") == use.key {
			unit.Uses = append(unit.Uses, use.Use)
		}
	}
	u.add(at, unit)
}

// parts are the sub-agents, tools and callbacks of an agent.
func (u *units) parts(a agent) {
	unit := u.byAt[a.in.of(a.call)]
	for _, arg := range a.call.Items {
		if arg.Kind == syntax.Star {
			unit.Open = append(unit.Open, a.in.of(arg))
		}
	}
	for _, arg := range a.call.Keywords() {
		switch {
		case arg.Name == "sub_agents":
			u.list(unit, a.in, arg.X, source.Agent)
		case arg.Name == "tools":
			u.list(unit, a.in, arg.X, source.Tool)
		case callbacks[arg.Name] != nil && arg.X.Kind == syntax.List:
			u.list(unit, a.in, arg.X, source.Callback)
		case callbacks[arg.Name] != nil:
			u.part(unit, a.in, arg.X, source.Callback)
		}
	}
}

func (u *units) list(of *source.Unit, in *scope, e *syntax.Expr, kind source.UnitKind) {
	to := in.resolve(e)
	if to.expr == nil || to.expr.Kind != syntax.List {
		if kind == source.Agent {
			of.Open = append(of.Open, in.of(e))
		}
		return
	}
	for _, item := range to.expr.Items {
		u.part(of, to.in, item, kind)
	}
}

// part gives an agent what stands in a list of its parts. What ADK has itself uses no keys of a project.
func (u *units) part(of *source.Unit, in *scope, e *syntax.Expr, kind source.UnitKind) {
	to := in.resolve(e)
	if to.expr != nil && to.expr.Kind == syntax.Call && u.byAt[to.in.of(to.expr)] == nil {
		switch class := to.in.ofADK(to.expr.X); {
		case strings.HasSuffix(class, "FunctionTool"), class == "AgentTool":
			call := to.expr
			if inner := cmp.Or(call.Argument("func"), call.Argument("agent"), call.Positional(0)); inner != nil {
				u.part(of, to.in, inner, kind)
			}
			return
		case class != "":
			return
		}
	}
	switch unit := u.unit(to, kind); {
	case unit != nil && unit.Kind == source.Agent:
		of.Parts = append(of.Parts, source.Part{Unit: unit, Kind: source.Sub, Place: in.of(e)})
	case unit != nil:
		of.Parts = append(of.Parts, source.Part{Unit: unit, Kind: source.Has, Place: in.of(e)})
	case kind == source.Agent || e.Kind == syntax.Lambda:
		of.Open = append(of.Open, in.of(e))
	}
}

// unit is that of what an agent has; nil: it is not seen.
func (u *units) unit(to thing, kind source.UnitKind) *source.Unit {
	switch {
	case to.expr != nil:
		return u.byAt[to.in.of(to.expr)]
	case to.stmt != nil && to.stmt.Kind == syntax.Def:
		return u.function(kind, to)
	}
	return nil
}

// function is the unit of a function, which it becomes for what asks first.
func (u *units) function(kind source.UnitKind, to thing) *source.Unit {
	at := to.in.span(to.stmt.NameAt, to.stmt.NameAt+len(to.stmt.Name))
	if unit := u.byAt[at]; unit != nil {
		return unit
	}
	return u.add(at, source.Unit{Kind: kind, Name: to.stmt.Name, Uses: slices.Clone(u.uses[to.stmt])})
}
