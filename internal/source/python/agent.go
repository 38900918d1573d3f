package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// agent notes the agent that a call makes, and what it says to models.
func (r *reader) agent(e *syntax.Expr) {
	if e.X.Last() == "inject_session_state" && len(e.Items) > 0 {
		r.instruction(e.Items[0], nil, "")
		return
	}
	class := r.agentClass(e.X, mostSteps)
	if class == "" {
		return
	}
	a := agent{in: r.scope, call: e, class: class}
	if t := r.text(e.Argument("name")); t != nil && !t.partial() {
		a.name = t.value
	}
	if !r.test {
		r.found.agents = append(r.found.agents, a)
	}
	for _, arg := range e.Keywords() {
		switch arg.Name {
		case "instruction", "global_instruction":
			r.instruction(arg.X, e, a.name)
		case "output_key":
			r.output(e, arg.X)
		}
	}
}

// agentClass is the class of ADK that makes an agent, or from which a class of the project is derived; empty: none.
func (s *scope) agentClass(e *syntax.Expr, left int) string {
	if name := s.ofADK(e); strings.HasSuffix(name, "Agent") {
		return name
	}
	to := s.resolve(e)
	if left == 0 || to.stmt == nil || to.stmt.Kind != syntax.Class {
		return ""
	}
	for _, base := range to.stmt.Exprs {
		if class := to.in.agentClass(base, left-1); class != "" {
			return class
		}
	}
	return ""
}

// instruction notes a text in which ADK fills placeholders. In what a function returns it fills none.
func (r *reader) instruction(e, call *syntax.Expr, agent string) {
	t := r.text(e)
	hasNone := r.resolve(e).stmt != nil || e.Kind == syntax.Lambda || e.Kind == syntax.None
	if t == nil && !hasNone || t != nil && t.partial() {
		r.found.open(r.scope, e, "instruction", true, false)
	}
	if t == nil {
		return
	}
	text := source.Text{
		File: t.file.path, Text: t.value, At: t.at, Escapes: true, Agent: agent,
		Composed: t.composed, Partial: t.partial(), Test: t.file.test,
	}
	r.found.Texts = append(r.found.Texts, text)
	for _, u := range r.found.shows(text) {
		if u.Kind == source.Placeholder {
			r.found.shown[call] = append(r.found.shown[call], u)
		}
	}
}

// output notes the key under which an agent's answer is saved: text, unless there is a schema for it.
func (r *reader) output(call, key *syntax.Expr) {
	if key.Kind == syntax.None {
		return
	}
	r.use(source.Output, state{}, key, func(u *use) {
		u.Type = source.String
		if form := call.Argument("output_schema"); form != nil && form.Kind != syntax.None {
			u.Type = source.Object
		}
	})
}
