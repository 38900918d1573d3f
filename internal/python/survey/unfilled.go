package survey

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// Unfilled is a text of an agent in which ADK fills no placeholders.
type Unfilled struct {
	*syntax.Literal
	// Argument is what the agent gets it by; Returned is whether a function returns it.
	Argument string
	Returned bool
}

// unfilledArguments are what an agent may get such a text by; an instruction is one if a function
// gives it.
var unfilledArguments = map[string]bool{"description": true, "static_instruction": true, "instruction": true, "global_instruction": true}

// unfilled notes the texts in an argument of an agent, whose name is at a token, that ADK takes as
// they are.
func (r *checker) unfilled(argument int) {
	open, word := r.Opens[argument], r.Word(argument)
	if open < 1 || r.Word(open) != "(" || !adk.MakesAgent(r.Scope, open) || !adk.MakesOwnAgent(r.Scope, open) {
		return
	}
	given := names.Expression{In: r.File, Value: r.Value(argument + 2)}
	if word == "description" || word == "static_instruction" {
		r.unfilledText(given, word, false)
		return
	}
	if f, ok := r.Callable(given.Value, 0); ok {
		for _, text := range f.Returned() {
			r.unfilledText(text, word, true)
		}
	}
}

func (r *checker) unfilledText(given names.Expression, argument string, returned bool) {
	s := r.project.Scope(given.In)
	l := s.KnownText(given.Value, 0)
	if l == nil {
		l = s.Template(given.Value)
	}
	if l != nil && strings.Contains(strings.ToLower(l.Text), "placeholder") {
		return // it explains them
	}
	if l != nil && !r.project.found.IsFilled(l) {
		r.project.survey.Unfilled = append(r.project.survey.Unfilled, Unfilled{l, argument, returned})
	}
}
