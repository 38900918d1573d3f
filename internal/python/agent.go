package python

import "strings"

// argument reads name=value in a call.
func (r *reader) argument(i int, word string) {
	open := r.opens[i]
	if open < 1 || r.word(open) != "(" || r.word(open-2) == "def" || r.word(open-2) == "class" {
		return
	}
	callee := r.word(open - 1)
	v := r.value(i + 2)
	switch word {
	case "instruction", "global_instruction":
		if r.isAgent(callee) {
			r.instruction(v, word, open)
		}
	case "output_key":
		if r.isAgent(callee) {
			r.outputKey(v)
		}
	case "state_delta":
		r.delta(Set, v, word)
	case "state":
		if callee == "create_session" {
			r.delta(Initial, v, word)
		}
	}
}

// isAgent reports whether a call makes an agent.
func (r *reader) isAgent(callee string) bool {
	from := r.imports[callee]
	return strings.HasSuffix(callee, "Agent") || isADK(from.module) && from.level == 0
}

func (r *reader) outputKey(v value) {
	if v.kind == none {
		return
	}
	if l := r.keyOf(v); l != nil {
		r.project.found.Uses = append(r.project.found.Uses, Use{OutputKey, l, "string"})
		return
	}
	r.unread(v, "output_key")
}

// instruction reads a template, once, however many agents have it. A function gives
// a text in which nothing is looked up.
func (r *reader) instruction(v value, what string, call int) {
	_, to, ok := r.project.resolve(r.file, v)
	switch {
	case ok && to.kind == text:
		if !r.project.shown[to.literal] {
			r.project.shown[to.literal] = true
			r.project.found.Prompts = append(r.project.found.Prompts, Prompt{to.literal, r.agentName(call)})
		}
	case ok && to.kind == function:
	default:
		r.unread(v, what)
	}
}

// agentName is the name= of a call.
func (r *reader) agentName(open int) string {
	for i := open + 1; i < r.closing(open); i++ {
		if shut, ok := r.pairs[i]; ok {
			i = shut
		} else if r.word(i) == "name" && r.word(i+1) == "=" {
			if v := r.value(i + 2); v.kind == text {
				return v.literal.Text
			}
		}
	}
	return ""
}
