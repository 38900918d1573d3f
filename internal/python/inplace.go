package python

import "strings"

// InPlace is where the value of a key that is not known is changed in place, and the function
// doesn't set it whatever happens.
type InPlace struct {
	Path       string
	Start, End int  // of the key
	Set        bool // under a condition
}

// changedInPlace notes such a change of the value of the key in the bracket at a token.
func (r *reader) changedInPlace(open int, key value) {
	if l := r.textOf(key); l != nil && !strings.Contains(l.Text, Unknown) || r.merelyHolds(open) {
		return
	}
	if list, _ := r.possible(key, 0); len(list) > 0 || !r.project.search(r.plain) {
		return // each of them is a use
	}
	change := InPlace{Path: r.path}
	change.Start, change.End = r.place(key)
	here, words := r.around(open), r.words(key)
	for i := range r.tokens[:r.plain] {
		shut, ok := r.pairs[i]
		if !ok || r.word(i) != "[" || r.word(shut+1) != "=" || r.around(i).function != here.function || r.words(value{first: i + 1, end: shut}) != words {
			continue
		}
		in := r.around(i)
		if i > open || in.block == in.function || in.block == here.block {
			return
		}
		change.Set = true
	}
	r.project.found.InPlace = append(r.project.found.InPlace, change)
}

// merelyHolds reports whether a state is that of a session in a service's memory, or of one that a
// program keeps by itself.
func (r *reader) merelyHolds(open int) bool { return r.isKept(open-1) || r.around(open).def < 0 }
