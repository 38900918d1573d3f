package survey

import (
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// plugged says of the agent that a runner runs, whose arguments begin at a bracket, that code which
// can't be seen runs before it, if the runner has plugins that neither ADK nor the project has.
func (f *forest) plugged(s *names.Scope, agent syntax.Value, open int) {
	plugins, ok := s.Keyword(open, "plugins")
	n := f.find(s, agent)
	if !ok || n < 0 {
		return
	}
	items, all := f.listed(s, plugins)
	for _, item := range items {
		dotted, _ := item.In.Dotted(item.Value.First)
		_, _, known := f.Resolve(item.In, syntax.Value{Kind: syntax.Reference, Name: dotted})
		all = all && (known || names.IsADK(item.In.Imports[dotted].Module))
	}
	f.survey.Agents[n].Prepared = f.survey.Agents[n].Prepared || !all
}

// mayAnswer reports whether a callback may return something, which takes the place of its agent's run.
func mayAnswer(s *names.Scope, v syntax.Value) bool {
	in, to, ok := s.Resolve(v)
	if !ok || to.Kind != syntax.Function || in.Defined[to.Name] < 1 {
		return false
	}
	return in.InBody(in.Tokens[in.Defined[to.Name]].Line, func(i int) bool {
		return in.Word(i) == "return" && in.Word(i+1) != "" && in.Word(i+1) != "None"
	})
}

// changed notes what a file gives to agents after they were made: agent.output_key = "plan". Then what
// they were made with says nothing.
func (f *forest) changed(s *names.Scope) {
	for i, t := range s.Tokens[:s.Plain] {
		if t.Line != i || s.Word(i+1) != "." || s.Word(i+3) != "=" {
			continue
		}
		switch word := s.Word(i + 2); word {
		case "instruction", "output_key", "sub_agents", "before_agent_callback":
			n := f.find(s, syntax.Value{Kind: syntax.Reference, Name: s.Word(i), First: i, End: i + 1})
			if n < 0 {
				continue
			}
			switch a := &f.survey.Agents[n]; word {
			case "instruction":
				a.Instructions = nil
			case "output_key":
				a.Output = nil
			case "sub_agents":
				a.Below = append(a.Below, f.below(s, s.Value(i+4))...)
				a.Below = append(a.Below, -1)
			default:
				a.Prepared = true
			}
		}
	}
}
