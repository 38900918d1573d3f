package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// isReadAgain reports whether something is read from the session whose state is at a token, after
// what is written there, so that it may be meant for that alone: the same key, all of the state, or
// all of the session.
func (r *recognizer) isReadAgain(state int) bool {
	owner, def := r.Word(state-2), r.Around(state).Def
	places := r.project.UsesOf(r.File, owner)
	if !r.project.Search(len(places)) {
		return true
	}
	key, own := r.writtenKey(state), r.IsOwn(owner, def)
	return slices.ContainsFunc(places, func(i int) bool {
		at := r.Host(i)
		in := r.Around(at).Def
		switch {
		case r.Tokens[at].Line == r.Tokens[state].Line && !r.isAgain(owner, state, at, def):
			return false
		case in != def && r.IsOwn(owner, in), in == def && own && r.IsReplaced(owner, state, at):
			return false
		case in == def && at < state && !r.isAgain(owner, state, at, def):
			return false
		case own && (at < def || at >= r.EndOf(def)):
			return false
		}
		return r.readsAgain(i, key)
	})
}

// isAgain reports whether a loop comes back to a token after another one, with the same session.
func (r *recognizer) isAgain(owner string, state, at, def int) bool {
	loop := r.LoopAround(state, def)
	return loop != state && r.LoopAround(at, def) == loop && !slices.ContainsFunc(r.Assigns[owner], func(v syntax.Value) bool {
		return r.Around(v.First).Def == def && r.LoopAround(v.First, def) == loop
	})
}

// writtenKey is the key that is written to the state at a token, as its source has it; empty: there may
// be several.
func (r *recognizer) writtenKey(state int) string {
	if r.Word(state+1) != "[" {
		return ""
	}
	return r.Words(syntax.Value{First: state + 2, End: r.Closing(state + 1)})
}

// readsAgain reports whether a key is read from the session that the name at a token stands for. What
// only goes to people is no reader, if it is the state as a whole.
func (r *recognizer) readsAgain(i int, key string) bool {
	state := i + 2
	if r.Word(state) != "state" {
		return r.Word(state+1) == "("
	}
	isKey := func(first int) bool {
		read := r.Words(r.Value(first))
		return key == "" || strings.Trim(read, `'"`) == strings.Trim(key, `'"`) || isQuoted(read) != isQuoted(key)
	}
	switch next := r.Word(state + 1); {
	case next == "=":
		return false
	case next == "[":
		after := r.Word(r.Closing(state+1) + 1)
		return after != "=" && (len(after) != 2 || after[1] != '=' || after == "==") && !r.isDeleted(state+1) && isKey(state+2)
	case next == "." && (r.Word(state+2) == "get" || r.Word(state+2) == "pop"):
		return isKey(state + 4)
	case next == "." && (r.Word(state+2) == "update" || r.Word(state+2) == "setdefault" || r.Word(state+2) == "keys"):
		return false
	}
	return !r.isLogged(state) && !r.isTested(state) && !r.isPrinted(state)
}

// isQuoted reports whether a key is written as a text, rather than a name.
func isQuoted(key string) bool { return strings.ContainsAny(key, `'"`) }

// isPrinted reports whether what is at a token is only printed.
func (r *recognizer) isPrinted(i int) bool {
	for open := r.Opens[r.Host(i)]; open > 0; open = r.Opens[open] {
		if r.Word(open) == "(" && r.Word(open-1) == "print" {
			return true
		}
	}
	return false
}

// updatesCopy notes state.update(…) with keys that are not known, if the state is that of a session which
// a service has returned. What is known of them are uses.
func (r *reader) updatesCopy(state int, keys syntax.Value, since int) {
	_, to, ok := r.Resolve(keys)
	isKnown := ok && to.Kind == syntax.Dict || len(r.project.found.Uses) > since || r.Word(keys.End) != ")"
	if isKnown || !r.project.IsReturned(r.Scope, state) || r.isOthers(state) {
		return
	}
	c := InPlace{Path: r.Path, Copy: true, Wanted: r.isHandedOn(state) || r.isReadAgain(state)}
	if c.Wanted && r.Word(keys.End-1) == "state_delta" {
		return // what is stored, for those who read this session
	}
	c.Start, c.End = r.Span(keys)
	r.project.found.InPlace = append(r.project.found.InPlace, c)
}
