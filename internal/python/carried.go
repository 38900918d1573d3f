package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// What is copied from a state, or from what an event has set, brings no keys that nothing sets.

// carries reports whether an expression is a copy of a state, or the delta of an event, and reads what
// is added to it under a name.
func (r *reader) carries(k Kind, v syntax.Value, what string, deep int) bool {
	if v.Kind != syntax.Reference || strings.Contains(v.Name, ".") {
		isSource := r.isSource(v.First, v.End)
		if isSource {
			r.setsAgain(v, what)
		}
		return isSource
	}
	given, ok := r.Local(v)
	if !ok || deep > mostDicts || !r.isSource(given.First, given.End) || !r.isKeptHere(v.Name, r.Around(v.First).Def) {
		return false
	}
	r.later(k, given, what, deep)
	r.setsAgain(v, what)
	return true
}

// setsAgain notes a place that may write any key which something else has set.
func (r *reader) setsAgain(v syntax.Value, what string) {
	start, end := r.Span(v)
	r.project.found.Whole = append(r.project.found.Whole, Unread{Path: r.Path, Start: start, End: end, What: what, Writes: true, Copied: true})
}

// isKeptHere reports whether a function gives nothing else what a name stands for, but sessions.
func (r *recognizer) isKeptHere(name string, def int) bool {
	places := r.project.HandedOn(r.File, name)
	return r.project.Search(len(places)) && !slices.ContainsFunc(places, func(i int) bool {
		open := r.Opens[i]
		return r.Around(i).Def == def && (open < 0 || r.Word(open-1) != "update")
	})
}

// isCarried reports whether a key is one that a loop takes from a state, or from the delta of an event.
func (r *recognizer) isCarried(key syntax.Value) bool {
	at := r.LoopOf(key)
	if at < 0 || r.Target(at, key.Name) != 0 {
		return false
	}
	first := at + 1
	for first < at+mostLoop && r.Word(first) != "in" && r.Word(first) != "" {
		first++
	}
	end := first + 1
	for end < first+names.MostMerged && r.Word(end) != "if" && r.Word(end) != "for" && r.Word(end) != "async" && end < r.ExprEnd(end) {
		if shut, ok := r.Pairs[end]; ok && shut > end {
			end = shut
		}
		end++
	}
	return r.Word(first) == "in" && r.isSource(first+1, end)
}

// isSource reports whether the expression from a token to another is a state, or the delta of an event,
// or made of one by what changes no keys.
func (r *recognizer) isSource(first, end int) bool {
	for first >= 0 && end > first {
		switch {
		case (r.Word(first) == "dict" || r.Word(first) == "list" || r.Word(first) == "deepcopy") && r.Word(first+1) == "(" && r.Closing(first+1) == end-1:
			first, end = first+2, end-1
		case end-4 > first && r.Word(end-1) == ")" && r.Word(end-2) == "(" && r.Word(end-4) == "." && keeps[r.Word(end-3)]:
			end -= 4
		default:
			for at := end - 2; at > first; at -= 2 {
				if r.Word(at) != "." || r.Tokens[at-1].Kind != syntax.Name {
					return false
				}
			}
			return r.isState(end-1) || r.Word(end-1) == "state_delta" && r.Word(end-3) == "actions"
		}
	}
	return false
}

// keeps are methods that give all keys of a dict.
var keeps = map[string]bool{"to_dict": true, "copy": true, "items": true, "keys": true}

// isCarriedOn reports whether the state at a token is only copied into sessions that are created, whose
// agents read what they need.
func (r *recognizer) isCarriedOn(i int) bool {
	if line := r.Tokens[i].Line; r.Word(line+1) == "=" && r.Opens[line] < 0 && r.isCopyOf(r.Value(line+2), i) {
		return r.onlyBegins(r.Word(line), r.Around(i).Def)
	}
	for n, open := 0, r.Opens[i]; n < mostDicts && open > 0; n, open = n+1, r.Opens[open] {
		if r.Word(open) == "(" && r.Word(open-1) == "create_session" {
			given, ok := r.Keyword(open, "state")
			return ok && r.isCopyOf(given, i)
		}
	}
	return false
}

// isCopyOf reports whether an expression is a copy of the state at a token, or has all of its keys.
func (r *recognizer) isCopyOf(v syntax.Value, state int) bool {
	if state < v.First || state >= v.End {
		return false
	}
	before := r.Word(r.StartOf(state) - 1)
	return r.isSource(v.First, v.End) || r.Word(v.First) == "{" && r.Opens[state] == v.First && (before == "in" || before == "**")
}

// onlyBegins reports whether a function gives what a name stands for to sessions that it creates, and
// does nothing else with it but to add to it.
func (r *recognizer) onlyBegins(name string, def int) bool {
	begins := false
	return def >= 0 && r.project.Search(names.MostBody) && !r.InBody(def, func(i int) bool {
		if r.Word(i) != name || r.Word(i-1) == "." || r.Word(i+1) == "=" {
			return false
		}
		if open := r.Opens[i]; r.Word(i-1) == "=" && r.Word(i-2) == "state" && r.Word(open) == "(" && r.Word(open-1) == "create_session" {
			begins = true
			return false
		}
		return r.Tokens[i].Line != i || r.Word(i+1) != "[" || r.Word(r.Closing(i+1)+1) != "="
	}) && begins
}

// mostLoop is how many words of a loop's names are looked at.
const mostLoop = 12
