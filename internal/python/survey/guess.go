package survey

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// Guess is a text that may be the key of a state which is not seen to be one: that of a session
// that comes from a function of the project's own.
type Guess struct {
	Path       string
	Start, End int
	Key        string
	// Written is whether it may be set, rather than read; Optional is whether a text for people says so.
	Written, Optional bool
}

// guesses are what a file takes out of something whose name speaks of a state, and texts such as
// "state.name", as queries of databases have them; and texts that code may set as keys of such a state:
// those of dicts whose names speak of one, such as update(state_updates={…}), of copies that something gets,
// and what texts for people say of it.
func (p *surveyor) guesses(f *names.File, known map[names.Place]bool) (list []Guess) {
	if !strings.Contains(f.Text, "state") {
		return nil
	}
	copies := &handedCopies{p, f, map[local]bool{}}
	for i, t := range f.Tokens {
		if t.Kind != syntax.String || known[names.Place{In: f, At: t.Start}] {
			continue
		}
		l, _ := f.Literal(i)
		if l != nil {
			key, isPath := strings.CutPrefix(l.Text, "state.")
			if isPath || ofState(f, i) {
				list = append(list, Guess{Path: f.Path, Start: l.Start, End: l.End, Key: key})
			}
			if isEntryOfState(f, i) || copies.isSet(i) {
				list = append(list, Guess{Path: f.Path, Start: l.Start, End: l.End, Key: l.Text, Written: true})
			}
		}
		for _, key := range documentedIn(f.Word(i)) {
			list = append(list, Guess{Path: f.Path, Start: t.Start, End: t.End, Key: key, Written: true, Optional: true})
		}
	}
	return list
}

// ofState reports whether a text is what ["…"] or .get("…") takes out of something, in a line
// that speaks of a state.
func ofState(f *names.File, i int) bool {
	if isSet := f.Word(i+2) == "=" && f.Word(i+1) == "]"; isSet || f.Word(i-1) != "[" && (f.Word(i-1) != "(" || f.Word(i-2) != "get") {
		return false
	}
	for at := i - 1; at >= f.Tokens[i].Line && at > i-mostBefore; at-- {
		word := strings.ToLower(f.Word(at))
		if f.Tokens[at].Kind != syntax.Operator && strings.Contains(word, "state") && word != "session_state" { // Streamlit's
			return true
		}
	}
	return false
}

// mostBefore bounds how far back a word is looked for, so that the time stays linear.
const mostBefore = 30
