package python

import (
	"slices"
	"strings"
)

// What is copied from a state, or from what an event has set, brings no keys that nothing sets.

// carries reports whether an expression is a copy of a state, or the delta of an event, and reads what
// is added to it under a name.
func (r *reader) carries(k Kind, v value, what string, deep int) bool {
	if v.kind != reference || strings.Contains(v.name, ".") {
		return r.isSource(v.first, v.end) && r.setsAgain(v, what)
	}
	given, ok := r.local(v)
	if !ok || deep > mostDicts || !r.isSource(given.first, given.end) || !r.isKeptHere(v.name, r.around(v.first).def) {
		return false
	}
	r.later(k, given, what, deep)
	return r.setsAgain(v, what)
}

// setsAgain notes a place that may write any key which something else has set.
func (r *reader) setsAgain(v value, what string) bool {
	start, end := r.place(v)
	r.project.found.Whole = append(r.project.found.Whole, Unread{Path: r.path, Start: start, End: end, What: what, Writes: true, Copied: true})
	return true
}

// isKeptHere reports whether a function gives nothing else what a name stands for, but sessions.
func (r *reader) isKeptHere(name string, def int) bool {
	return r.project.search(len(r.handings(name))) && !slices.ContainsFunc(r.handings(name), func(i int) bool {
		open := r.opens[i]
		return r.around(i).def == def && (open < 0 || r.word(open-1) != "update")
	})
}

// isCarried reports whether a key is one that a loop takes from a state, or from the delta of an event.
func (r *reader) isCarried(key value) bool {
	at := r.loopOf(key)
	if at < 0 || r.target(at, key.name) != 0 {
		return false
	}
	first := at + 1
	for first < at+mostTargets && r.word(first) != "in" && r.word(first) != "" {
		first++
	}
	end := first + 1
	for end < first+mostMerged && r.word(end) != "if" && r.word(end) != "for" && r.word(end) != "async" && end < r.exprEnd(end) {
		if shut, ok := r.pairs[end]; ok && shut > end {
			end = shut
		}
		end++
	}
	return r.word(first) == "in" && r.isSource(first+1, end) && r.setsAgain(key, "state key")
}

// isSource reports whether the expression from a token to another is a state, or the delta of an event,
// or made of one by what changes no keys.
func (r *reader) isSource(first, end int) bool {
	for first >= 0 && end > first {
		switch {
		case (r.word(first) == "dict" || r.word(first) == "list" || r.word(first) == "deepcopy") && r.word(first+1) == "(" && r.closing(first+1) == end-1:
			first, end = first+2, end-1
		case end-4 > first && r.word(end-1) == ")" && r.word(end-2) == "(" && r.word(end-4) == "." && keeps[r.word(end-3)]:
			end -= 4
		default:
			for at := end - 2; at > first; at -= 2 {
				if r.word(at) != "." || r.tokens[at-1].kind != name {
					return false
				}
			}
			return r.isState(end-1) || r.word(end-1) == "state_delta" && r.word(end-3) == "actions"
		}
	}
	return false
}

// keeps are methods that give all keys of a dict.
var keeps = map[string]bool{"to_dict": true, "copy": true, "items": true, "keys": true}

// isCarriedOn reports whether the state at a token is only copied into sessions that are created, whose
// agents read what they need.
func (r *reader) isCarriedOn(i int) bool {
	if line := r.tokens[i].line; r.word(line+1) == "=" && r.opens[line] < 0 && r.isCopyOf(r.value(line+2), i) {
		return r.onlyBegins(r.word(line), r.around(i).def)
	}
	for n, open := 0, r.opens[i]; n < mostDicts && open > 0; n, open = n+1, r.opens[open] {
		if r.word(open) == "(" && r.word(open-1) == "create_session" {
			given, ok := r.argumentOf(open, "state")
			return ok && r.isCopyOf(given, i)
		}
	}
	return false
}

// isCopyOf reports whether an expression is a copy of the state at a token, or has all of its keys.
func (r *reader) isCopyOf(v value, state int) bool {
	if state < v.first || state >= v.end {
		return false
	}
	first := state
	for r.word(first-1) == "." {
		first -= 2
	}
	before := r.word(first - 1)
	return r.isSource(v.first, v.end) || r.word(v.first) == "{" && r.opens[state] == v.first && (before == "in" || before == "**")
}

// onlyBegins reports whether a function gives what a name stands for to sessions that it creates, and
// does nothing else with it but to add to it.
func (r *reader) onlyBegins(name string, def int) bool {
	begins := false
	return def >= 0 && r.project.search(mostBody) && !r.inBody(def, func(i int) bool {
		if r.word(i) != name || r.word(i-1) == "." || r.word(i+1) == "=" {
			return false
		}
		if open := r.opens[i]; r.word(i-1) == "=" && r.word(i-2) == "state" && r.word(open) == "(" && r.word(open-1) == "create_session" {
			begins = true
			return false
		}
		return r.tokens[i].line != i || r.word(i+1) != "[" || r.word(r.closing(i+1)+1) != "="
	}) && begins
}
