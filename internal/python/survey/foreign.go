package survey

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
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
func (f *forest) foreign(s *names.Scope, v syntax.Value) {
	in, to, ok := s.Resolve(v)
	if !ok || to.Kind != syntax.Text && to.Kind != syntax.Other || !f.Search(mostParts) {
		return
	}
	there := f.Scope(in)
	if !slices.ContainsFunc(in.Tokens[to.First:to.End], func(t syntax.Token) bool { return t.Kind == syntax.String && t.End-t.Start > shortText }) {
		return
	}
	n := 0
	there.Each(to.First, to.End, func(i int) bool {
		n++
		from, what := comesFrom(there, i, 0)
		if what != "" {
			start, end := there.Span(syntax.Value{First: to.First, End: to.End})
			f.survey.Foreign = append(f.survey.Foreign, Foreign{
				Path: in.Path, Start: in.Tokens[i].Start, End: in.Tokens[i].End, What: what,
				From: [2]int{in.Tokens[from].Start, in.Tokens[from].End}, In: [2]int{start, min(end, start+1)},
			})
		}
		return what == "" && n < mostParts
	})
}

// shortText is how long the name of a key may be, or what joins parts.
const shortText = 40

// comesFrom says what the name at a token stands for, if that is a text from outside, and where it
// comes from.
func comesFrom(s *names.Scope, i, deep int) (from int, what string) {
	if s.Tokens[i].Kind != syntax.Name || s.Word(i-1) == "." || s.Word(i+1) == "=" && s.Opens[i] >= 0 {
		return 0, ""
	}
	for n, open := 0, s.Opens[i]; open > 0 && n < names.MostBlocks; n, open = n+1, s.Opens[open] {
		if s.Word(open) == "(" && numbers[s.Word(open-1)] {
			return 0, ""
		}
	}
	dotted, next := s.Dotted(i)
	if s.Word(next) == "(" {
		for source, what := range sources {
			if dotted == source || strings.HasSuffix(dotted, "."+source) {
				return i, what
			}
		}
	}
	first, _, _ := strings.Cut(dotted, ".")
	v := syntax.Value{Kind: syntax.Reference, Name: first, First: i, End: i + 1}
	if what = ofUsers[first]; what != "" && first == dotted && s.Word(next) != "(" && isMessage(s, v) {
		return i, what
	}
	to, ok := s.Local(v)
	if given := s.Assigns[first]; !ok && len(given) == 1 && !s.Bound[first] && s.Around(given[0].First).Def < 0 {
		to, ok = given[0], true
	}
	if !ok || deep == names.MostCalls || to.End-to.First > names.MostMerged || !s.Project.Search(to.End-to.First) {
		return 0, ""
	}
	for at := to.First; at < to.End; at++ {
		if from, what = comesFrom(s, at, deep+1); what != "" {
			return from, what
		}
	}
	return 0, ""
}

// isMessage reports whether a name is a parameter of the function around, to which no call gives a
// text that is written there.
func isMessage(s *names.Scope, v syntax.Value) bool {
	def := s.Around(v.First).Def
	if def < 0 || !s.IsParameter(def, v.Name) {
		return false
	}
	given, _ := s.Arguments(v)
	return !slices.ContainsFunc(given, func(g names.Expression) bool { return s.Project.Scope(g.In).KnownText(g.Value, 0) != nil })
}
