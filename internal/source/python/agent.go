package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
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
	a := agent{in: r.scope, call: e, class: class, name: r.nameOf(e)}
	r.found.agents = append(r.found.agents, a)
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

func (r *reader) nameOf(call *syntax.Expr) string {
	if t := r.text(call.Argument("name")); t != nil && !t.partial() {
		return t.value
	}
	return ""
}

// instruction notes a text in which ADK fills placeholders. In what a function returns it fills none.
func (r *reader) instruction(e, call *syntax.Expr, agent string) {
	if t := r.text(e); t != nil {
		r.found.text(t, call, source.Text{Agent: agent, Partial: t.partial()})
		if t.partial() {
			r.found.open(r.scope, e, "instruction", true, false)
		}
		return
	}
	if to := r.resolve(e); to.stmt == nil && e.Kind != syntax.Lambda && e.Kind != syntax.None {
		r.found.open(r.scope, e, "instruction", true, false)
	}
}

// output notes the key under which an agent's answer is saved: text, unless there is a schema for it.
func (r *reader) output(call, key *syntax.Expr) {
	if key.Kind == syntax.None {
		return
	}
	kind := source.String
	if schema := call.Argument("output_schema"); schema != nil && schema.Kind != syntax.None {
		kind = source.Object
	}
	r.use(source.Output, state{}, key, func(u *use) { u.Type = kind })
}

// text notes what an agent says to a model.
func (f *found) text(t *text, call *syntax.Expr, of source.Text) {
	of.File, of.Text, of.At, of.Escapes = t.file.path, t.value, t.at, true
	of.Test, of.Composed = t.file.test, t.composed
	f.Texts = append(f.Texts, of)
	f.shown[call] = append(f.shown[call], placeholders(of)...)
}

// placeholders are those of a text that ADK fills.
func placeholders(t source.Text) (list []source.Use) {
	checker := prompt.New(&schema.Schema{Grammar: instruction.Grammar{Dialect: instruction.ADK, Brace: true}})
	for _, u := range checker.UsesIn(t) {
		if u.Kind == source.Placeholder {
			list = append(list, u)
		}
	}
	return list
}
