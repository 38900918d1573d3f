package python

// plugged says of the agent that a runner runs, whose arguments begin at a bracket, that code which
// can't be seen runs before it, if the runner has plugins that neither ADK nor the project has.
func (f *forest) plugged(s *scope, agent value, open int) {
	plugins, ok := s.argumentOf(open, "plugins")
	n := f.find(s, agent)
	if !ok || n < 0 {
		return
	}
	items, all := f.listed(s, plugins)
	for _, item := range items {
		dotted, _ := item.in.dotted(item.value.first)
		_, _, known := f.resolve(item.in, value{kind: reference, name: dotted})
		all = all && (known || isADK(item.in.imports[dotted].module))
	}
	f.survey.Agents[n].Prepared = f.survey.Agents[n].Prepared || !all
}

// mayAnswer reports whether a callback may return something, which takes the place of its agent's run.
func (s *scope) mayAnswer(v value) bool {
	in, to, ok := s.resolve(v)
	if !ok || to.kind != function || in.defined[to.name] < 1 {
		return false
	}
	return in.inBody(in.tokens[in.defined[to.name]].line, func(i int) bool {
		return in.word(i) == "return" && in.word(i+1) != "" && in.word(i+1) != "None"
	})
}

// changed notes what a file gives to agents after they were made: agent.output_key = "plan". Then what
// they were made with says nothing.
func (f *forest) changed(s *scope) {
	for i, t := range s.tokens[:s.plain] {
		if t.line != i || s.word(i+1) != "." || s.word(i+3) != "=" {
			continue
		}
		switch word := s.word(i + 2); word {
		case "instruction", "output_key", "sub_agents", "before_agent_callback":
			n := f.find(s, value{kind: reference, name: s.word(i), first: i, end: i + 1})
			if n < 0 {
				continue
			}
			switch a := &f.survey.Agents[n]; word {
			case "instruction":
				a.Instructions = nil
			case "output_key":
				a.Output = nil
			case "sub_agents":
				a.Below = append(a.Below, f.below(s, s.value(i+4))...)
				a.Below = append(a.Below, -1)
			default:
				a.Prepared = true
			}
		}
	}
}
