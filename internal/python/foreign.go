package python

import (
	"slices"
	"strings"
)

// Foreign is a part of an instruction that comes from outside of the program when it runs.
type Foreign struct {
	Path       string
	Start, End int    // of the part
	From       [2]int // where it is got, in the same file
	In         [2]int // the instruction
	What       string // "the output of a command"
}

// sources are the calls that get a text from outside, by their last words.
var sources = map[string]string{
	"requests.get": "an answer of a server", "requests.post": "an answer of a server", "httpx.get": "an answer of a server",
	"httpx.post": "an answer of a server", "urlopen": "an answer of a server", "subprocess.run": "the output of a command",
	"check_output": "the output of a command", "getoutput": "the output of a command", "os.popen": "the output of a command",
	"input": "what a user types", "fetchall": "rows of a database", "fetchone": "a row of a database",
}

// ofUsers are names that the words of a user, or another model's, have where an agent is made for
// them.
var ofUsers = map[string]string{
	"user_input": "what a user says", "user_query": "what a user asks", "user_message": "what a user says", "user_prompt": "what a user says",
	"user_question": "what a user asks", "user_request": "what a user asks", "query": "what a user asks", "question": "what a user asks",
	"agent_response": "a model's answer", "model_response": "a model's answer", "user_text": "what a user says",
}

// numbers are functions of which braces can't come.
var numbers = map[string]bool{"len": true, "int": true, "float": true, "bool": true, "sum": true, "isinstance": true, "round": true}

// mostParts is how many words of an instruction are looked at.
const mostParts = 500

// foreign notes the first part of an agent's instruction that comes from outside: beside a text that
// is written there, or this is how the instruction is loaded.
func (f *forest) foreign(s *scope, v value) {
	in, to, ok := s.resolve(v)
	if !ok || to.kind != text && to.kind != other || !f.search(mostParts) {
		return
	}
	there := &scope{in, f.project}
	if !slices.ContainsFunc(in.tokens[to.first:to.end], func(t token) bool { return t.kind == str && t.end-t.start > shortText }) {
		return
	}
	n := 0
	there.each(to.first, to.end, func(i int) bool {
		n++
		from, what := there.comesFrom(i, 0)
		if what != "" {
			start, end := there.place(value{first: to.first, end: to.end})
			f.survey.Foreign = append(f.survey.Foreign, Foreign{
				Path: in.path, Start: in.tokens[i].start, End: in.tokens[i].end, What: what,
				From: [2]int{in.tokens[from].start, in.tokens[from].end}, In: [2]int{start, min(end, start+1)},
			})
		}
		return what == "" && n < mostParts
	})
}

// shortText is how long the name of a key may be, or what joins parts.
const shortText = 40

// comesFrom says what the name at a token stands for, if that is a text from outside, and where it
// comes from.
func (s *scope) comesFrom(i, deep int) (from int, what string) {
	if s.tokens[i].kind != name || s.word(i-1) == "." || s.word(i+1) == "=" && s.opens[i] >= 0 {
		return 0, ""
	}
	for n, open := 0, s.opens[i]; open > 0 && n < mostBlocks; n, open = n+1, s.opens[open] {
		if s.word(open) == "(" && numbers[s.word(open-1)] {
			return 0, ""
		}
	}
	dotted, next := s.dotted(i)
	if s.word(next) == "(" {
		for source, what := range sources {
			if dotted == source || strings.HasSuffix(dotted, "."+source) {
				return i, what
			}
		}
	}
	first, _, _ := strings.Cut(dotted, ".")
	v := value{kind: reference, name: first, first: i, end: i + 1}
	if what = ofUsers[first]; what != "" && first == dotted && s.word(next) != "(" && s.isMessage(v) {
		return i, what
	}
	to, ok := s.local(v)
	if given := s.assigns[first]; !ok && len(given) == 1 && !s.bound[first] && s.around(given[0].first).def < 0 {
		to, ok = given[0], true
	}
	if !ok || deep == mostCalls || to.end-to.first > mostMerged || !s.project.search(to.end-to.first) {
		return 0, ""
	}
	for at := to.first; at < to.end; at++ {
		if from, what = s.comesFrom(at, deep+1); what != "" {
			return from, what
		}
	}
	return 0, ""
}

// isMessage reports whether a name is a parameter of the function around, to which no call gives a
// text that is written there.
func (s *scope) isMessage(v value) bool {
	def := s.around(v.first).def
	if def < 0 || !s.isParameter(def, v.name) {
		return false
	}
	given, _ := s.arguments(v)
	return !slices.ContainsFunc(given, func(g located) bool { return (&scope{g.in, s.project}).known(g.value, 0) != nil })
}
