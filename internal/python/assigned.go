package python

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// reaching are the values of which one is what a name has at a state: the last assignment before
// that happens whatever happens, and those after it that may not; or else all in the function.
func (f *file) reaching(owner string, state int) []syntax.Value {
	def, last := f.around(state).def, -1
	given := f.assigns[owner]
	if def < 0 || len(given) > mostGiven || slices.ContainsFunc(given, func(v syntax.Value) bool { return v.End == 0 }) {
		return f.givenAt(owner, def)
	}
	for i, v := range given {
		if v.First < state && f.around(v.First).def == def && f.blockEnd(f.Tokens[v.First].Line) > state {
			last = i
		}
	}
	if last < 0 || f.isLooped(owner, def) {
		return f.givenAt(owner, def)
	}
	end := f.loopAround(state, given[last].First)
	return slices.DeleteFunc(slices.Clone(given[last:]), func(v syntax.Value) bool { return v.First > end || f.around(v.First).def != def })
}

// givenAt are the values that a function assigns to a name of its own, or else its file does, if
// nothing else can.
func (f *file) givenAt(want string, def int) []syntax.Value {
	if given, ok := f.givenIn(want, def); ok {
		return given
	}
	if f.bound[want] {
		return nil
	}
	return f.assigns[want]
}

// givenIn are the values that a function assigns to a name of its own; false: it has none.
func (f *file) givenIn(want string, def int) (list []syntax.Value, ok bool) {
	if def < 0 || f.isParameter(def, want) || f.isLooped(want, def) {
		return nil, false
	}
	for _, v := range f.assigns[want] {
		if f.around(v.First).def == def || v.End == 0 {
			list = append(list, v)
		}
	}
	return list, len(list) > 0
}

// isOwn reports whether a name is a variable or a parameter of a function.
func (f *file) isOwn(name string, def int) bool {
	_, ok := f.givenIn(name, def)
	return ok || def >= 0 && f.isParameter(def, name)
}

// isReplaced reports whether a name gets another value between two tokens, whatever happens.
func (f *file) isReplaced(name string, from, to int) bool {
	return slices.ContainsFunc(f.assigns[name], func(v syntax.Value) bool {
		return v.First > from && v.End <= to && f.blockEnd(f.Tokens[v.First].Line) > to
	})
}

// isLooped reports whether a loop in a function gives values to a name.
func (f *file) isLooped(name string, def int) bool {
	return len(f.loops[name]) > mostGiven || slices.ContainsFunc(f.loops[name], func(line int) bool { return f.around(line).def == def })
}

// isGiven reports whether something in the block that a line begins, too, gives a value
// to a name.
func (f *file) isGiven(name string, line int) bool {
	if len(f.assigns[name]) > mostGiven {
		return true
	}
	for _, v := range f.assigns[name] {
		if v.End == 0 || f.isWithin(v.First, line) {
			return true
		}
	}
	return false
}
