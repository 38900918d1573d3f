package python

import (
	"slices"
	"strings"
)

// isReadAgain reports whether something is read from the session whose state is at a token, after
// what is written there, so that it may be meant for that alone: the same key, all of the state, or
// all of the session.
func (r *reader) isReadAgain(state int) bool {
	owner, def := r.word(state-2), r.around(state).def
	places := r.askedOf(owner)
	if !r.project.search(len(places)) {
		return true
	}
	key, own := r.writtenKey(state), r.isOwn(owner, def)
	return slices.ContainsFunc(places, func(i int) bool {
		at := r.host(i)
		in := r.around(at).def
		switch {
		case r.tokens[at].line == r.tokens[state].line && !r.isAgain(owner, state, at, def):
			return false
		case in != def && r.isOwn(owner, in), in == def && own && r.isReplaced(owner, state, at):
			return false
		case in == def && at < state && !r.isAgain(owner, state, at, def):
			return false
		case own && (at < def || at >= r.endOf(def)):
			return false
		}
		return r.readsAgain(i, key)
	})
}

// isAgain reports whether a loop comes back to a token after another one, with the same session.
func (r *reader) isAgain(owner string, state, at, def int) bool {
	loop := r.loopAround(state, def)
	return loop != state && r.loopAround(at, def) == loop && !slices.ContainsFunc(r.assigns[owner], func(v value) bool {
		return r.around(v.first).def == def && r.loopAround(v.first, def) == loop
	})
}

// writtenKey is the key that is written to the state at a token, as its source has it; empty: there may
// be several.
func (r *reader) writtenKey(state int) string {
	if r.word(state+1) != "[" {
		return ""
	}
	return r.words(value{first: state + 2, end: r.closing(state + 1)})
}

// readsAgain reports whether a key is read from the session that the name at a token stands for. What
// only goes to people is no reader, if it is the state as a whole.
func (r *reader) readsAgain(i int, key string) bool {
	state := i + 2
	if r.word(state) != "state" {
		return r.word(state+1) == "("
	}
	isKey := func(first int) bool {
		read := r.words(r.value(first))
		return key == "" || strings.Trim(read, `'"`) == strings.Trim(key, `'"`) || isQuoted(read) != isQuoted(key)
	}
	switch next := r.word(state + 1); {
	case next == "=":
		return false
	case next == "[":
		after := r.word(r.closing(state+1) + 1)
		return after != "=" && (len(after) != 2 || after[1] != '=' || after == "==") && !r.isDeleted(state+1) && isKey(state+2)
	case next == "." && (r.word(state+2) == "get" || r.word(state+2) == "pop"):
		return isKey(state + 4)
	case next == "." && (r.word(state+2) == "update" || r.word(state+2) == "setdefault" || r.word(state+2) == "keys"):
		return false
	}
	return !r.isLogged(state) && !r.isTested(state) && !r.isPrinted(state)
}

// isQuoted reports whether a key is written as a text, rather than a name.
func isQuoted(key string) bool { return strings.ContainsAny(key, `'"`) }

// isPrinted reports whether what is at a token is only printed.
func (r *reader) isPrinted(i int) bool {
	for open := r.opens[r.host(i)]; open > 0; open = r.opens[open] {
		if r.word(open) == "(" && r.word(open-1) == "print" {
			return true
		}
	}
	return false
}

// askedOf are where the state is taken of what a name stands for, or a method of it is called.
func (f *file) askedOf(want string) []int {
	if f.asked == nil {
		f.asked = map[string][]int{}
		for i, t := range f.tokens {
			if t.kind == name && f.word(i+1) == "." && f.word(i-1) != "." && (f.word(i+2) == "state" || f.word(i+3) == "(") {
				f.asked[f.word(i)] = append(f.asked[f.word(i)], i)
			}
		}
	}
	return f.asked[want]
}

// updatesCopy notes state.update(…) with keys that are not known, if the state is that of a session which
// a service has returned. What is known of them are uses.
func (r *reader) updatesCopy(state int, keys value, since int) {
	_, to, ok := r.resolve(keys)
	isKnown := ok && to.kind == dict || len(r.project.found.Uses) > since || r.word(keys.end) != ")"
	if isKnown || !r.isReturned(state) || r.isOthers(state) {
		return
	}
	c := InPlace{Path: r.path, Copy: true, Wanted: r.isHandedOn(state) || r.isReadAgain(state)}
	c.Start, c.End = r.place(keys)
	r.project.found.InPlace = append(r.project.found.InPlace, c)
}
