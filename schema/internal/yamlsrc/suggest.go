package yamlsrc

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// LongestChoice is how many alternatives a hint lists.
const LongestChoice = 25

// DidYouMean hints at the nearest candidates and offers to write one, or else
// hints at all of them if they are few.
func (f Finding) DidYouMean(name string, candidates []string) Finding {
	if near := f.to.Nearest(name, candidates); len(near) > 0 {
		return f.SuggestAll(f.Span(), near)
	}
	if len(candidates) > 0 && len(candidates) <= LongestChoice {
		return f.Hint("write %s", OneOf(candidates))
	}
	return f
}

// SuggestAll asks whether one of the words was meant.
func (f Finding) SuggestAll(span diag.Span, words []string) Finding {
	var quoted []string
	for _, word := range words {
		quoted = append(quoted, diag.Quote(word))
		f.Suggest(span, word)
	}
	return f.Hint("did you mean %s?", OneOf(quoted))
}

// Nearest is diag.Nearest while the load has not compared too many words.
func (r *Report) Nearest(name string, candidates []string) []string {
	if r.compared += len(candidates); r.compared > maxCompared {
		return nil
	}
	return diag.Nearest(name, candidates)
}

// HintPlain says to write plain text where a string is, in quotes or not.
func (f Finding) HintPlain(text, plain string) {
	f.Fix(f.Span(), plain)
	if text == plain {
		f.Hint("write %s, without quotes", plain)
		return
	}
	f.Hint("write %s", plain)
}

// OneOf lists alternatives for a message: a, b or c.
func OneOf(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// Tired reports whether no more words are compared.
func (f Finding) Tired() bool { return f.to.compared >= maxCompared }

// Nearest is diag.Nearest while the load has not compared too many words.
func (f Finding) Nearest(name string, candidates []string) []string {
	return f.to.Nearest(name, candidates)
}
