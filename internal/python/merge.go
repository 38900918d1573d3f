package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// merges reports whether an expression is made of the key's value, and others may set the key
// between the read and the write: state.get(key) + await …, or a name that the same function
// gave the value before. The value alone is no merge.
func (r *recognizer) merges(key string, first int) bool {
	v := r.Value(first)
	if v.End-first > names.MostMerged {
		return false
	}
	if end, ok := r.readsKey(first, key); ok {
		return end < v.End && isInterrupted(r.File, key, first, v.End)
	}
	for i := first; i < v.End; i++ {
		if _, ok := r.readsKey(i, key); ok {
			return isInterrupted(r.File, key, i, v.End)
		}
		if v.Kind == syntax.Other && r.Tokens[i].Kind == syntax.Name && r.Word(i-1) != "." {
			if from := r.holdsKey(r.Word(i), i, key); from >= 0 {
				return isInterrupted(r.File, key, from, v.End)
			}
		}
	}
	return false
}

// isInterrupted reports whether others may set a key while the tokens from one to another are
// run: ADK runs the tools of a session in one thread, so that only another session, which may
// share the key, or a task gets in between, when this one waits.
func isInterrupted(f *names.File, key string, from, to int) bool {
	if strings.HasPrefix(key, "app:") || strings.HasPrefix(key, "user:") {
		return true
	}
	for i := from; i < to; i++ {
		if word := f.Word(i); word == "await" || word == "async" {
			return true
		}
	}
	return false
}

// holdsKey is where a name was last given the key's value, in the function that a token is in;
// -1: it wasn't.
func (r *recognizer) holdsKey(name string, at int, key string) int {
	given, from := r.Assigns[name], -1
	if len(given) > names.MostGiven {
		return -1
	}
	for _, v := range given {
		if v.End == 0 || v.First >= at || r.Around(v.First).Function != r.Around(at).Function {
			continue
		}
		from = -1
		if _, holds := r.readsKey(v.First, key); holds {
			from = v.First
		}
	}
	return from
}

// readsKey reports whether context.state[key] or context.state.get(key) begins at a token,
// and where it ends.
func (r *recognizer) readsKey(i int, key string) (end int, ok bool) {
	dotted, next := r.Dotted(i)
	if r.Tokens[i].Kind != syntax.Name || dotted == "" {
		return 0, false
	}
	open := next
	state := next - 1
	if r.Word(state) == "get" && r.Word(next) == "(" {
		state -= 2
	} else if r.Word(next) != "[" {
		return 0, false
	}
	if state < i || !r.isState(state) {
		return 0, false
	}
	l := r.KeyOf(r.Value(open + 1))
	return r.Closing(open) + 1, l != nil && l.Text == key
}

// InPlace is where the value of a key that is not known is changed in place, and the function
// doesn't set it whatever happens.
type InPlace struct {
	Path       string
	Start, End int  // of the key
	Set        bool // under a condition
	// Copy is whether this is state.update(…) of a session that a service has returned, and Wanted
	// whether something gets that session, or reads it again.
	Copy, Wanted bool
}

// changedInPlace notes such a change of the value of the key in the bracket at a token.
func (r *reader) changedInPlace(open int, key syntax.Value) {
	if l := r.KeyText(key); l != nil && !strings.Contains(l.Text, syntax.Unknown) || r.merelyHolds(open) {
		return
	}
	if list, _ := r.PossibleKeys(key, 0); len(list) > 0 || !r.project.Search(r.Plain) {
		return // each of them is a use
	}
	change := InPlace{Path: r.Path}
	change.Start, change.End = r.Span(key)
	here, words := r.Around(open), r.Words(key)
	for i := range r.Tokens[:r.Plain] {
		shut, ok := r.Pairs[i]
		if !ok || r.Word(i) != "[" || r.Word(shut+1) != "=" || r.Around(i).Function != here.Function || r.Words(syntax.Value{First: i + 1, End: shut}) != words {
			continue
		}
		in := r.Around(i)
		if i > open || in.Block == in.Function || in.Block == here.Block {
			return
		}
		change.Set = true
	}
	r.project.found.InPlace = append(r.project.found.InPlace, change)
}

// merelyHolds reports whether a state is that of a session in a service's memory, or of one that a
// program keeps by itself.
func (r *recognizer) merelyHolds(open int) bool {
	return isKept(r.File, open-1) || r.Around(open).Def < 0
}
