package python

import "slices"

// changesHeld reports whether the value that is read from the state at a token is given to a name,
// of which the function then changes it in place: order = state.get("order"); order["paid"] = True.
// What it hands on may be stored.
func (r *reader) changesHeld(state int) bool {
	line, first, sure := r.holderOf(state)
	if line < 0 {
		return false
	}
	name, def := r.word(line), r.around(line).def
	given, ok := r.givenIn(name, def)
	if !ok || slices.ContainsFunc(given, func(v value) bool { return v.first != first && !r.isEmpty(v) }) {
		return false
	}
	changed := slices.ContainsFunc(r.changesOf(name), func(at int) bool {
		return at > first && r.around(at).def == def && (sure || r.word(at+1) == "[" || ofLists[r.word(at+2)])
	})
	return changed && r.project.search(mostBody) && !r.inBody(def, func(i int) bool { return r.word(i) == name && r.handsOn(i) })
}

// ofLists are methods of lists and dicts that other things seldom have: what is kept in a state may
// be an object of a class.
var ofLists = map[string]bool{"append": true, "extend": true, "setdefault": true, "popitem": true, "sort": true, "reverse": true}

// holderOf is the line NAME = state.get(key), or with state[key], and where the value begins; -1:
// it is something else. It is sure that this is a list or a dict where one is taken for a missing
// key.
func (r *reader) holderOf(state int) (line, first int, sure bool) {
	open := state + 1
	if r.word(open) == "." {
		open += 2
	}
	first, end := r.firstOf(state), r.closing(open)+1
	line = r.tokens[state].line
	at := line + 1
	if r.word(at) == ":" {
		at = r.exprEnd(at + 1)
	}
	if state >= r.plain || first < 0 || at+1 != first || r.word(at) != "=" {
		return -1, 0, false
	}
	if v := r.value(open + 1); r.word(v.end) == "," {
		sure = r.isEmpty(r.value(v.end + 1))
	}
	if r.word(end) == "or" && r.isEmpty(r.value(end+1)) {
		sure, end = true, end+3
	}
	if r.word(end) != "" {
		return -1, 0, false
	}
	return line, first, sure
}

// handsOn reports whether the name at a token gives what it stands for to something that may store
// it.
func (s *file) handsOn(i int) bool {
	before, next, open := s.word(i-1), s.word(i+1), s.opens[i]
	switch {
	case before == ".", next == "[", next == ".", s.tokens[i].line == i:
		return false
	case before == "in", before == "if", before == "elif", before == "while", before == "not":
		return false
	case open < 1:
		return true
	case before == ":" && s.word(open) == "{":
		return s.word(s.tokens[i].line) != "return" || s.word(open-1) != "return"
	}
	return next == "=" || s.word(open) != "(" || !readers[s.word(open-1)]
}
