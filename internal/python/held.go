package python

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// changesHeld reports whether the value that is read from the state at a token is given to a name,
// of which the function then changes it in place: order = state.get("order"); order["paid"] = True.
// What it hands on may be stored.
func (r *recognizer) changesHeld(state int) bool {
	if r.changesAtOnce(state) {
		return true
	}
	line, first, sure := r.holderOf(state)
	if line < 0 {
		return false
	}
	name, def := r.Word(line), r.Around(line).Def
	changes := r.ChangesOf(name)
	if len(changes) == 0 || !r.project.Search(len(r.Assigns[name])+len(changes)) {
		return false
	}
	given, ok := r.GivenIn(name, def)
	if !ok || slices.ContainsFunc(given, func(v syntax.Value) bool { return v.First != first && !r.IsEmpty(v) }) {
		return false
	}
	changed := slices.ContainsFunc(changes, func(at int) bool {
		return at > first && r.Around(at).Def == def && (sure || r.Word(at+1) == "[" || ofLists[r.Word(at+2)])
	})
	return changed && r.project.Search(names.MostBody) && !r.InBody(def, func(i int) bool { return r.Word(i) == name && r.HandsOn(i) })
}

// changesAtOnce reports whether that is done without a name: state.setdefault("seen", []).append(1).
func (r *recognizer) changesAtOnce(state int) bool {
	end := r.Closing(state+3) + 1
	if r.Word(state+1) != "." || r.Word(state+3) != "(" || !r.ChangesValue(end) {
		return false
	}
	missing := r.Value(r.Value(state+4).End + 1)
	return r.Word(end) == "[" || ofLists[r.Word(end+1)] || missing.End < end && r.IsEmpty(missing)
}

// ofLists are methods of lists and dicts that other things seldom have: what is kept in a state may
// be an object of a class.
var ofLists = map[string]bool{"append": true, "extend": true, "setdefault": true, "popitem": true, "sort": true, "reverse": true}

// holderOf is the line NAME = state.get(key), or with state[key], and where the value begins; -1:
// it is something else. It is sure that this is a list or a dict where one is taken for a missing
// key.
func (r *recognizer) holderOf(state int) (line, first int, sure bool) {
	open := state + 1
	if r.Word(open) == "." {
		open += 2
	}
	first, end := r.FirstOf(state), r.Closing(open)+1
	line = r.Tokens[state].Line
	at := line + 1
	if r.Word(at) == ":" {
		at = r.ExprEnd(at + 1)
	}
	if state >= r.Plain || first < 0 || at+1 != first || r.Word(at) != "=" {
		return -1, 0, false
	}
	if v := r.Value(open + 1); r.Word(v.End) == "," {
		sure = r.IsEmpty(r.Value(v.End + 1))
	}
	if r.Word(end) == "or" && r.IsEmpty(r.Value(end+1)) {
		sure, end = true, end+3
	}
	if r.Word(end) != "" {
		return -1, 0, false
	}
	return line, first, sure
}
