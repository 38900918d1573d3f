package store

import (
	"slices"

	"github.com/seed92179c4c/stategen/runtime/value"
)

// KeepResolved reports whether the event is to be stored with what its merge
// operations come to. Then a store that accepts the event calls SetResolved with
// the resolved writes, before it encodes the event or others can see it.
func (a *Append) KeepResolved() bool {
	return a.Event.Extra != nil && a.Event.Extra.KeepResolved
}

// SetResolved notes in the event, if KeepResolved says so, what its merge
// operations come to, given all that is written. Nil means that this isn't known
// yet, or any more.
func (a *Append) SetResolved(writes []Write) {
	if !a.KeepResolved() {
		return
	}
	a.Event.Extra.Resolved = a.merged(writes)
}

// merged returns those of the writes that come from merge operations.
func (a *Append) merged(writes []Write) []Write {
	var merged []Write
	for _, w := range writes {
		if a.Event.merges(w.Key) {
			merged = append(merged, w)
		}
	}
	return merged
}

// AskForResolved makes an append of the event keep what its merge operations come
// to, if it has any.
func (e *StoredEvent) AskForResolved() {
	isOp := func(w Write) bool { _, is := w.Value.(value.Op); return is }
	if !slices.ContainsFunc(e.Writes, isOp) {
		return
	}
	if e.Extra == nil {
		e.Extra = &Extra{}
	}
	e.Extra.KeepResolved = true
}

// noteStored takes over what was stored with the event by an earlier append.
func (a *Append) noteStored(stored *StoredEvent) {
	if x := a.Event.Extra; stored != a.Event && a.KeepResolved() {
		x.Resolved, x.stored = stored.resolved(), true
	}
}

// TakeResolved returns what the merge operations of an accepted event came to, if
// that was asked for, and notes it in the event unless the store has.
func (a *Append) TakeResolved(done *Appended) value.Delta {
	if !a.KeepResolved() {
		return nil
	}
	x := a.Event.Extra
	if x.Resolved == nil && !x.stored { // otherwise others may have the event
		a.SetResolved(done.Writes)
	}
	if x.Resolved != nil {
		return a.Event.ResolvedDelta(x.Resolved)
	}
	return a.Event.ResolvedDelta(a.merged(done.Writes))
}

// merges reports whether the event has a merge operation on a key.
func (e *StoredEvent) merges(key string) bool {
	return slices.ContainsFunc(e.Writes, func(w Write) bool {
		_, isOp := w.Value.(value.Op)
		return isOp && w.Key == key
	})
}

// ResolvedDelta returns copies of what the merge operations of the event came to,
// given those values, and nil for the old names that they unset.
func (e *StoredEvent) ResolvedDelta(resolved []Write) value.Delta {
	if len(resolved) == 0 {
		return nil
	}
	delta := make(value.Delta, len(e.Writes))
	for _, w := range e.Writes {
		op, _ := w.Value.(value.Op)
		for _, old := range op.Old {
			delta[old] = nil
		}
	}
	for _, w := range e.Writes {
		delete(delta, w.Key)
	}
	for _, w := range resolved {
		delta[w.Key] = value.Clone(w.Value)
	}
	return delta
}

// setExtra sets what few events have.
func (e *StoredEvent) setExtra(host HostData, resolved []Write, purged []string) {
	if host != "" || len(resolved) > 0 || len(purged) > 0 {
		e.Extra = &Extra{Host: host, Resolved: resolved, Purged: purged}
	}
}

// resolvedWrites is the inverse of ResolvedDelta.
func resolvedWrites(a Actions) []Write {
	var resolved []Write
	for key, v := range a.Resolved {
		if _, isOp := a.StateDelta[key].(value.Op); isOp {
			resolved = append(resolved, Write{key, v})
		}
	}
	return resolved
}
