package python

import "strings"

// given is an argument of a call.
type given struct {
	call int
	name string
}

// argument reads name=value in a call.
func (r *reader) argument(i int, word string) {
	open := r.opens[i]
	if open < 1 || r.word(open) != "(" || r.word(open-2) == "def" || r.word(open-2) == "class" {
		return
	}
	if r.given[given{open, word}] {
		return // Python takes an argument once
	}
	r.given[given{open, word}] = true
	callee := r.word(open - 1)
	v := r.value(i + 2)
	switch word {
	case "instruction", "global_instruction":
		if r.isAgent(callee) {
			r.instruction(v, word, open)
		}
	case "output_key":
		if r.isAgent(callee) {
			r.outputKey(v, open)
		}
	case "state_delta":
		r.delta(Set, v, word)
	case "state":
		if callee == "create_session" {
			r.delta(Initial, v, word)
		}
	}
}

// otherKits have agents of their own, whose instructions mean something else.
var otherKits = map[string]bool{
	"agents": true, "agno": true, "autogen": true, "autogen_agentchat": true, "beeai_framework": true, "crewai": true,
	"haystack": true, "langchain": true, "langgraph": true, "llama_index": true, "phi": true, "pydantic_ai": true,
	"semantic_kernel": true, "smolagents": true, "strands": true, "swarm": true,
}

// isAgent reports whether a call makes an agent.
func (r *reader) isAgent(callee string) bool {
	from := r.imports[callee]
	if kit, _, _ := strings.Cut(from.module, "."); from.level == 0 && otherKits[kit] && r.project.module(r.file, from, []string{kit}) == nil {
		return false
	}
	return strings.HasSuffix(callee, "Agent") || isADK(from.module) && from.level == 0
}

// outputKey reads a key under which an agent's answer is saved: as text, or as what an
// output schema makes of it.
func (r *reader) outputKey(v value, call int) {
	if v.kind == none {
		return
	}
	typ := "string"
	if schema, ok := r.argumentOf(call, "output_schema"); ok && schema.kind != none {
		typ = ""
		if schema.kind == reference {
			typ = "object"
		}
	}
	if l := r.keyOf(v); l != nil {
		r.project.found.Uses = append(r.project.found.Uses, Use{Kind: OutputKey, Key: l, Type: typ})
		return
	}
	r.unread(v, "output_key", OutputKey)
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
	if v, ok := r.argumentOf(open, "name"); ok && v.kind == text {
		return v.literal.Text
	}
	return ""
}

// argumentOf is the value of name=value in a call.
func (r *reader) argumentOf(open int, want string) (value, bool) {
	for i := open + 1; i < r.closing(open); i++ {
		if shut, ok := r.pairs[i]; ok {
			i = shut
		} else if r.word(i) == want && r.word(i+1) == "=" {
			return r.value(i + 2), true
		}
	}
	return value{}, false
}
