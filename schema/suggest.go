package schema

import (
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// longestChoice is how many alternatives a hint lists.
const longestChoice = 25

// didYouMean hints at the nearest candidates and offers to write one, or else
// hints at all of them if they are few.
func (f finding) didYouMean(name string, candidates []string) finding {
	if near := f.to.nearest(name, candidates); len(near) > 0 {
		return f.suggestAll(f.span(), near)
	}
	if len(candidates) > 0 && len(candidates) <= longestChoice {
		return f.hint("write %s", oneOf(candidates))
	}
	return f
}

// suggestAll asks whether one of the words was meant.
func (f finding) suggestAll(span diag.Span, words []string) finding {
	var quoted []string
	for _, word := range words {
		quoted = append(quoted, diag.Quote(word))
		f.suggest(span, word)
	}
	return f.hint("did you mean %s?", oneOf(quoted))
}

// nearest is diag.Nearest while the load has not compared too many words.
func (r *report) nearest(name string, candidates []string) []string {
	if r.compared += len(candidates); r.compared > maxCompared {
		return nil
	}
	return diag.Nearest(name, candidates)
}

// hintPlain says to write plain text where a string is, in quotes or not.
func (f finding) hintPlain(text, plain string) {
	f.fix(f.span(), plain)
	if text == plain {
		f.hint("write %s, without quotes", plain)
		return
	}
	f.hint("write %s", plain)
}

// oneOf lists alternatives for a message: a, b or c.
func oneOf(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// tired reports whether no more words are compared.
func (f finding) tired() bool { return f.to.compared >= maxCompared }

// nearest is diag.Nearest while the load has not compared too many words.
func (f finding) nearest(name string, candidates []string) []string {
	return f.to.nearest(name, candidates)
}
