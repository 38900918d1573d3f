package audit

import "slices"

// storage is where the programs that have a reader and one of the writers, if any, keep
// sessions. One with a database is enough to be wrong in; a key is only kept in memory where
// all do so. A reader that is part of no program may be part of any.
func (x *index) storage(read Fact, writes []Fact) Storage {
	memory, found := len(read.Programs) > 0, UnknownStorage
	for _, program := range read.Programs {
		s := x.Stores[program]
		memory = memory && s == Memory
		if s != Memory && (len(writes) == 0 || slices.ContainsFunc(writes, func(w Fact) bool { return meets(w.Programs, []string{program}) })) {
			found = max(found, s)
		}
	}
	switch {
	case memory || read.Alone:
		return Memory
	case read.Library:
		return min(found, MaybeDatabase)
	}
	return found
}

// reloaded reports whether what a reader gets comes from a database at some time,
// whatever a run does before: a session begins with it, the same function sets it
// afterwards, or a tool sets it, which the model does not call in each run.
func reloaded(read Fact, writes []Fact) bool {
	return slices.ContainsFunc(writes, func(w Fact) bool {
		same := read.Func != "" && w.Func == read.Func
		return w.Kind == Initial || w.Tool && !same || same && w.Place.Start > read.Place.Start
	})
}
