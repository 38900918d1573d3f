package names

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// Reaching are the values of which one is what a name has at a state: the last assignment before
// that happens whatever happens, and those after it that may not; or else all in the function.
func (f *File) Reaching(owner string, state int) []syntax.Value {
	def, last := f.Around(state).Def, -1
	given := f.Assigns[owner]
	if def < 0 || len(given) > MostGiven || slices.ContainsFunc(given, func(v syntax.Value) bool { return v.End == 0 }) {
		return f.givenAt(owner, def)
	}
	for i, v := range given {
		if v.First < state && f.Around(v.First).Def == def && f.BlockEnd(f.Tokens[v.First].Line) > state {
			last = i
		}
	}
	if last < 0 || f.isLooped(owner, def) {
		return f.givenAt(owner, def)
	}
	end := f.LoopAround(state, given[last].First)
	return slices.DeleteFunc(slices.Clone(given[last:]), func(v syntax.Value) bool { return v.First > end || f.Around(v.First).Def != def })
}

// givenAt are the values that a function assigns to a name of its own, or else its file does, if
// nothing else can.
func (f *File) givenAt(want string, def int) []syntax.Value {
	if given, ok := f.GivenIn(want, def); ok {
		return given
	}
	if f.Bound[want] {
		return nil
	}
	return f.Assigns[want]
}

// GivenIn are the values that a function assigns to a name of its own; false: it has none.
func (f *File) GivenIn(want string, def int) (list []syntax.Value, ok bool) {
	if def < 0 || f.IsParameter(def, want) || f.isLooped(want, def) {
		return nil, false
	}
	for _, v := range f.Assigns[want] {
		if f.Around(v.First).Def == def || v.End == 0 {
			list = append(list, v)
		}
	}
	return list, len(list) > 0
}

// IsOwn reports whether a name is a variable or a parameter of a function.
func (f *File) IsOwn(name string, def int) bool {
	_, ok := f.GivenIn(name, def)
	return ok || def >= 0 && f.IsParameter(def, name)
}

// IsReplaced reports whether a name gets another value between two tokens, whatever happens.
func (f *File) IsReplaced(name string, from, to int) bool {
	return slices.ContainsFunc(f.Assigns[name], func(v syntax.Value) bool {
		return v.First > from && v.End <= to && f.BlockEnd(f.Tokens[v.First].Line) > to
	})
}

// isLooped reports whether a loop in a function gives values to a name.
func (f *File) isLooped(name string, def int) bool {
	return len(f.loops[name]) > MostGiven || slices.ContainsFunc(f.loops[name], func(line int) bool { return f.Around(line).Def == def })
}

// IsGiven reports whether something in the block that a line begins, too, gives a value
// to a name.
func (f *File) IsGiven(name string, line int) bool {
	if len(f.Assigns[name]) > MostGiven {
		return true
	}
	for _, v := range f.Assigns[name] {
		if v.End == 0 || f.isWithin(v.First, line) {
			return true
		}
	}
	return false
}

// sameText are the names of a line that gives them all one text: NAME = NAME = "text".
func (f *statements) sameText(to string, v syntax.Value) (names []string, text syntax.Value) {
	names = []string{to}
	for f.Word(v.End) == "=" && v.Kind == syntax.Reference && len(names) < MostGiven {
		names = append(names, f.attribute(v.Name))
		v = f.Value(v.End + 1)
	}
	if len(names) == 1 || v.First >= len(f.Tokens) || f.Tokens[v.First].Kind != syntax.String || f.Word(v.End) != "" && f.Word(v.End) != ";" {
		return nil, syntax.Value{}
	}
	slices.Sort(names)
	return slices.Compact(names), v
}
