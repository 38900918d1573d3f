package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// isHandedOn reports whether the session whose state is at a token goes on to something that may read
// it: after the write, or anywhere if the name is not the function's own.
func (r *recognizer) isHandedOn(state int) bool {
	owner, def := r.Word(state-2), r.Around(state).Def
	places := r.project.HandedOn(r.File, owner)
	if !r.project.Search(len(places) + len(r.project.Files)) {
		return true
	}
	if !r.IsOwn(owner, def) {
		return r.isImported(owner) || slices.ContainsFunc(places, func(i int) bool { return !r.IsOwn(owner, r.Around(i).Def) })
	}
	loop, end := r.LoopAround(state, def), r.EndOf(def)
	return slices.ContainsFunc(places, func(i int) bool {
		in := r.Around(i).Def
		return i > def && i < end && (in == def || !r.IsOwn(owner, in)) && (i > state || r.LoopAround(i, def) == loop) && !r.IsReplaced(owner, state, i)
	})
}

// isImported reports whether another file imports a name of this one.
func (r *recognizer) isImported(name string) bool {
	for _, other := range r.project.Files {
		from, ok := other.Imports[name]
		if ok && other != r.File && from.Name == name && r.project.Module(other, from, strings.Split(from.Module, ".")) == r.File {
			return true
		}
	}
	return false
}

// mostRun is how many writes are taken for one.
const mostRun = 50

// runOf is the offset of the first of the statements that write to the same session one after
// another, of which one has its state at a token.
func (r *recognizer) runOf(state int) int {
	owner, line := r.Word(state-2), r.Tokens[state].Line
	for range mostRun {
		last := line - 1
		for last > 0 && r.Tokens[last].Kind == syntax.Newline {
			last--
		}
		if last < 0 {
			break
		}
		before := r.Tokens[last].Line
		if r.Word(before) != owner || r.Word(before+1) != "." || r.Word(before+2) != "state" || r.Tokens[before].Indent != r.Tokens[line].Indent {
			break
		}
		line = before
	}
	return r.Tokens[line].Start
}
