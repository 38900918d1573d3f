package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/source"
)

// storage is where the programs keep sessions that have a read and one of the writes, if any. One with a database is
// enough to be wrong in; a key is only kept in memory where all do so. A reader that is part of no program may be part
// of any.
func (a *asserting) storage(writes []source.Use) source.Storage {
	if a.Alone {
		return source.Memory
	}
	found := a.audited.storage(slices.DeleteFunc(slices.Clone(a.of(a.Place())), func(program string) bool {
		has := func(u source.Use) bool { return a.has(program, u.Place()) }
		return len(writes) > 0 && a.Stores[program] != source.Memory && !slices.ContainsFunc(writes, has)
	}))
	if a.Library {
		return min(found, source.MaybeDatabase)
	}
	return found
}

// storage is where programs keep sessions: in a database if one of them does, in memory if all do.
func (p *audited) storage(programs []string) source.Storage {
	found, inMemory := source.UnknownStorage, len(programs) > 0
	for _, program := range programs {
		if s := p.Stores[program]; s != source.Memory {
			found, inMemory = max(found, s), false
		}
	}
	if inMemory {
		return source.Memory
	}
	return found
}

// isReloaded reports whether what a reader gets comes from a database at some time, whatever a run does before: a
// session begins with it, the same function sets it afterwards, or a tool sets it, which the model does not call in
// each run.
func (a *asserting) isReloaded(writes []source.Use) bool {
	return slices.ContainsFunc(writes, func(w source.Use) bool {
		if a.In != nil && w.In == a.In {
			return w.Span.Start > a.Span.Start || w.Kind == source.Begin
		}
		return w.Kind == source.Begin || w.In != nil && w.In.Tool
	})
}
