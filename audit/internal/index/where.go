package index

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
)

// Storage is where the programs that have a reader and one of the writers, if any, keep
// sessions. One with a database is enough to be wrong in; a key is only kept in memory where
// all do so. A reader that is part of no program may be part of any.
func (x *Index) Storage(read audit.Fact, writes []audit.Fact) audit.Storage {
	memory, found := len(read.Programs) > 0, audit.UnknownStorage
	for _, program := range read.Programs {
		s := x.Stores[program]
		memory = memory && s == audit.Memory
		if s != audit.Memory && (len(writes) == 0 || slices.ContainsFunc(writes, func(w audit.Fact) bool { return Meet(w.Programs, []string{program}) })) {
			found = max(found, s)
		}
	}
	switch {
	case memory || read.Alone:
		return audit.Memory
	case read.Library:
		return min(found, audit.MaybeDatabase)
	}
	return found
}

// Reloaded reports whether what a reader gets comes from a database at some time,
// whatever a run does before: a session begins with it, the same function sets it
// afterwards, or a tool sets it, which the model does not call in each run.
func Reloaded(read audit.Fact, writes []audit.Fact) bool {
	return slices.ContainsFunc(writes, func(w audit.Fact) bool {
		same := read.Func != "" && w.Func == read.Func
		return w.Kind == audit.Initial || w.Tool && !same || same && w.Place.Start > read.Place.Start
	})
}
