package python

import "strings"

// answers notes which output keys are those of agents whose text is the answer itself: of a root
// agent, a tool, one that a model hands over to, or the last one in a sequence of such.
func (p *project) answers() {
	known := map[place]bool{}
	for i := range p.found.Uses {
		u := p.found.Uses[i]
		if u.agent.in == nil {
			continue
		}
		if _, ok := known[u.agent]; !ok {
			known[u.agent] = p.isAnswer(u.agent, 0)
		}
		if known[u.agent] {
			p.survey.Answers[i] = true
		}
	}
}

// isAnswer reports whether nothing follows an agent, which the call with a bracket makes, as far as
// all places show that name it.
func (p *project) isAnswer(agent place, deep int) bool {
	f := agent.in
	first := f.firstOf(agent.at - 1)
	if first < 0 {
		return false
	}
	if line := f.tokens[first].line; f.word(line+1) != "=" || line+2 != first {
		return p.isLast(place{f, first}, deep)
	}
	name := f.word(f.tokens[first].line)
	mentions, all := p.mentions(agent.in, name, first)
	for _, at := range mentions {
		if !p.isLast(at, deep) {
			return false
		}
	}
	return all && (name == "root_agent" || len(mentions) > 0)
}

// mentions are the places that name an agent, other than imports; all: there are no others.
func (p *project) mentions(in *file, agent string, first int) (list []place, all bool) {
	for _, path := range p.paths() {
		f := p.files[path]
		if f != in && !strings.Contains(f.text, agent) {
			continue
		}
		if !p.search(len(f.tokens)) {
			return list, false
		}
		for i, t := range f.tokens {
			if t.kind != name || f.word(i) != agent || f.isImport(i) || f.word(i+1) == "." || f.word(t.line) == "assert" || t.line == i && f.word(i+1) == "=" || f.opens[i] >= 0 && f.word(i+1) == "=" {
				continue
			}
			at := i
			for f.word(at-1) == "." {
				at -= 2
			}
			dotted, _ := f.dotted(max(at, 0))
			if to, v, ok := p.resolve(f, value{kind: reference, name: dotted, first: i, end: i + 1}); ok && to == in && v.first == first {
				list = append(list, place{f, max(at, 0)})
			}
			if len(list) > mostGiven {
				return list, false
			}
		}
	}
	return list, true
}

// isLast reports whether what is at a place is an agent after which no other one runs.
func (p *project) isLast(at place, deep int) bool {
	f, i := at.in, at.at
	open := f.opens[i]
	if open < 0 { // other = agent
		return f.word(f.tokens[i].line) == "root_agent" && f.tokens[i].line+2 == i
	}
	if f.word(open) == "(" {
		if argument := f.word(i - 2); f.word(i-1) == "=" && (argument == "agent" || argument == "root_agent" || argument == "adk_agent") {
			return true
		}
		class := f.className(open)
		return class == "AgentTool" || class == "App" || strings.HasSuffix(class, "Runner")
	}
	call := f.opens[open]
	if f.word(open) != "[" || call < 0 || f.word(call) != "(" || f.word(open-2) != "sub_agents" {
		return false
	}
	switch class := f.className(call); {
	case class == "LoopAgent", class == "ParallelAgent":
		return false
	case class == "SequentialAgent":
		next := f.exprEnd(i)
		if f.word(next) == "," {
			next++
		}
		return next == f.closing(open) && deep < mostDicts && p.isAnswer(place{f, call}, deep+1)
	case strings.HasSuffix(class, "Agent"):
		return true
	}
	return false
}

// className is that of the class which is called at a bracket, by its own name if it is imported.
func (f *file) className(open int) string {
	if from, ok := f.imports[f.word(open-1)]; ok && from.name != "" {
		return from.name
	}
	return f.word(open - 1)
}
