package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// given is an argument of a call.
type given struct {
	call int
	name string
}

// argument reads name=value in a call.
func (r *reader) argument(i int, word string) {
	open := r.Opens[i]
	if open < 1 || r.Word(open) != "(" || r.Word(open-2) == "def" || r.Word(open-2) == "class" {
		return
	}
	if r.given[given{open, word}] {
		return // Python takes an argument once
	}
	r.given[given{open, word}] = true
	callee := r.Word(open - 1)
	v := r.Value(i + 2)
	switch word {
	case "instruction", "global_instruction":
		if adk.MakesAgent(r.Scope, open) {
			r.instruction(v, word, agentName(r.Scope, open), adk.MakesOwnAgent(r.Scope, open))
		}
	case "output_key":
		if adk.MakesAgent(r.Scope, open) {
			schema, _ := r.Keyword(open, "output_schema")
			if runs, ok := adk.RunsAs(r.ClassName(open)); adk.MakesOwnAgent(r.Scope, open) && (!ok || runs != adk.Model) {
				schema = syntax.Value{End: 1} // what such a class saves is not known
			}
			before := len(r.project.found.Uses)
			r.outputKey(v, schema)
			for i := range r.project.found.Uses[before:] {
				r.project.found.Uses[before+i].Agent = names.Place{In: r.File, At: open}
			}
		}
	case "state_delta", "stateDelta":
		r.stored(v, word)
	case "state":
		switch callee {
		case "create_session", "async_create_session":
			r.began(open, v)
		case "Event":
			r.stored(v, word)
		}
	}
}

// stored reads the delta of an event, which a session stores.
func (r *reader) stored(v syntax.Value, what string) {
	before := len(r.project.found.Uses)
	r.delta(Set, v, what)
	for i := range r.project.found.Uses[before:] {
		r.project.found.Uses[before+i].Delta = true
	}
}

// attribute reads what a class of agents says of all of them.
func (r *reader) attribute(i int, word string) {
	switch word {
	case "instruction", "global_instruction", "output_key":
	default:
		return
	}
	at := i + 1
	if r.Word(at) == ":" {
		at = r.ExprEnd(at + 1)
	}
	class := r.Around(i).Opener
	if r.Word(at) != "=" || !adk.IsAgentClass(r.Scope, class, 0) {
		return
	}
	if v := r.Value(at + 1); word == "output_key" {
		r.outputKey(v, r.AttributeOf(class, "output_schema"))
	} else {
		r.instruction(v, word, r.AttributeOf(class, "name").TextOr(""), adk.IsOwnAgentClass(r.Scope, class, 0))
	}
}

// outputKey reads a key under which an agent's answer is saved: as text, or as what an
// output schema makes of it.
func (r *reader) outputKey(v, schema syntax.Value) {
	if v.Kind == syntax.None {
		return
	}
	typ := "string"
	if schema.End > 0 && schema.Kind != syntax.None {
		typ = ""
		if schema.Kind == syntax.Reference {
			typ = "object"
		}
	}
	list, all := []names.Key{{Literal: r.KeyOf(v)}}, true
	if list[0].Literal == nil {
		list, all = r.PossibleKeys(v, 0)
	}
	for _, one := range list {
		if one.Literal.Text == "" {
			continue // ADK takes it for none
		}
		r.project.found.Uses = append(r.project.found.Uses, Use{Kind: OutputKey, Key: one.Literal, Type: typ})
	}
	if !all {
		r.unread(v, "output_key", OutputKey)
	}
}

// instruction reads a template, once, however many agents have it. A function gives
// a text in which nothing is looked up.
func (r *reader) instruction(v syntax.Value, what, agent string, adk bool) {
	list, all, chosen := r.Texts(v)
	for _, l := range list {
		if !r.project.shown[at(l)] {
			r.project.shown[at(l)] = true
			r.project.found.Prompts = append(r.project.found.Prompts, Prompt{l, agent, l.Composed, adk, chosen})
		}
	}
	if all || isAnothers(r.Scope, v) {
		return
	}
	templates := r.Templates(v)
	within, open := len(list) == 0 && len(templates) > 0, false
	for _, l := range templates {
		within, open = within && !readsAny(l.Text), open || l.Open
		made := textAt{l.Path, l.Start, l.Text} // there may be several
		if len(list) == 0 && !r.project.shown[made] {
			r.project.shown[made], r.project.shown[at(l)] = true, true
			r.project.found.Partial = append(r.project.found.Partial, Prompt{l, agent, true, adk, len(templates) > 1})
		}
	}
	if !within || open {
		r.unread(v, what)
		r.project.found.Unread[len(r.project.found.Unread)-1].Within = within || len(list)+len(templates) == 0 && r.IsWrapped(v)
	}
}

// isAnothers reports whether an instruction is that of another agent, which is read there.
func isAnothers(s *names.Scope, v syntax.Value) bool {
	agent, ok := strings.CutSuffix(v.Name, ".instruction")
	if v.Kind != syntax.Reference || !ok {
		return false
	}
	in, to, found := s.Project.Step(s.File, agent)
	for hop := 0; found && to.Kind == syntax.Reference && hop < names.MostHops; hop++ {
		in, to, found = s.Project.Step(in, to.Name)
	}
	if !found || to.End == 0 {
		return false
	}
	dotted, _, isCall := in.CallOf(to)
	there := s.Project.Scope(in)
	return isCall && adk.IsAgent(there, dotted[strings.LastIndexByte(dotted, '.')+1:])
}

// agentName is the name= of a call, also that of a constant.
func agentName(s *names.Scope, open int) string {
	v, _ := s.Keyword(open, "name")
	if l := s.KnownText(v, 0); l != nil {
		return l.Text
	}
	return ""
}

// readsAny reports whether a part that is not known may be the key of a placeholder.
func readsAny(template string) bool {
	return strings.Contains(template, "{"+syntax.Unknown) || strings.Contains(template, syntax.Unknown+"}")
}
