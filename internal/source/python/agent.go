package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// agent is a call that makes one, and its unit.
type agent struct {
	*source.Unit
	in        *scope
	callee    syntax.Expr
	arguments syntax.Arguments
}

// agent notes the agent that a call makes, and what it says to models.
func (r *reader) agent(e, callee syntax.Expr, arguments syntax.Arguments) {
	if callee.Last() == "inject_session_state" && len(arguments) > 0 {
		r.instruction(arguments[0], &source.Unit{})
		return
	}
	class := r.agentClass(callee, mostSteps)
	if class == "" {
		return
	}
	unit := &source.Unit{Kind: source.Agent, Runs: source.RunsOf(class), Place: r.file.of(e)}
	if t := r.text(arguments.Named("name")); t != nil && !t.partial() {
		unit.Name = t.value
	}
	for _, arg := range arguments {
		switch name, value := arg.Keyword(); name {
		case "instruction", "global_instruction":
			r.instruction(value, unit)
		case "output_key":
			r.output(arguments, value, unit)
		}
	}
	if unit.Name == "" {
		unit.Name = callee.Last()
	}
	if !r.test {
		r.found.agents = append(r.found.agents, &agent{unit, r.scope, callee, arguments})
		r.found.Units, r.found.byCall[unit.Place] = append(r.found.Units, unit), unit
	}
}

// agentClass is the class of ADK that makes an agent, or from which a class of the project is derived; empty: none.
func (s *scope) agentClass(e syntax.Expr, left int) string {
	if name := s.ofADK(e); strings.HasSuffix(name, "Agent") {
		return name
	}
	to := s.resolve(e)
	if left == 0 || to.declared == nil || to.declared.stmt.Word != "class" {
		return ""
	}
	for _, base := range to.declared.bases() {
		if class := to.in.agentClass(base, left-1); class != "" {
			return class
		}
	}
	return ""
}

// instruction notes a text in which ADK fills placeholders. In what a function returns it fills none.
func (r *reader) instruction(e syntax.Expr, agent *source.Unit) {
	t := r.text(e)
	hasNone := r.resolve(e).declared != nil || e.Begins("lambda") || e.Is("None")
	if t == nil && !hasNone || t != nil && t.partial() {
		r.found.open(r.scope, e, "instruction", true, false)
	}
	if t == nil {
		return
	}
	text := source.Text{
		File: t.file.path, Text: t.value, At: t.at, Escapes: true, Agent: agent.Name,
		Composed: t.composed, Partial: t.partial(), Test: t.file.test,
	}
	r.found.Texts = append(r.found.Texts, text)
	for _, u := range r.found.shows(text) {
		if u.Kind == source.Placeholder {
			agent.Uses = append(agent.Uses, u)
		}
	}
}

// output notes the key under which an agent's answer is saved: text, unless there is a schema for it.
func (r *reader) output(arguments syntax.Arguments, key syntax.Expr, agent *source.Unit) {
	if key.Is("None") {
		return
	}
	before := len(r.found.uses)
	r.use(source.Output, state{}, key, key, func(u *use) {
		u.Type = source.String
		if form := arguments.Named("output_schema"); form != nil && !form.Is("None") {
			u.Type = source.Object
		}
	})
	for _, u := range r.found.uses[before:] {
		agent.Uses = append(agent.Uses, u.Use)
	}
}
