package store

import (
	"time"

	"github.com/seed92179c4c/stategen/runtime/value"
)

// StoredEvent is an event as stores keep it: checked, in normal form and
// without temp keys, its state delta as a list of writes. Stores and handles
// share it, so nobody changes it once a store has accepted it.
type StoredEvent struct {
	ID           string
	Seq          int64 // of the event that records the creation: 0
	InvocationID string
	Author       string
	Branch       string
	Timestamp    time.Time
	Content      *Content
	// Writes are the state delta. Each key is in it once, in no
	// particular order; a value may be an Op.
	Writes []Write
	Extra  *Extra // nil: nothing
}

// Event returns the event as its readers get it: a deep copy.
func (e *StoredEvent) Event() *Event {
	out := e.shared()
	out.Content = out.Content.clone()
	for key, entry := range out.Actions.StateDelta {
		out.Actions.StateDelta[key] = value.CloneEntry(entry)
	}
	out.Actions.Resolved = e.ResolvedDelta(e.resolved())
	return out
}

// shared returns the event with the content and values of this one.
func (e *StoredEvent) shared() *Event {
	out := &Event{
		ID: e.ID, Seq: e.Seq, InvocationID: e.InvocationID, Author: e.Author, Branch: e.Branch,
		Timestamp: e.Timestamp, Content: e.Content, Host: e.host(),
	}
	if len(e.Writes) > 0 {
		out.Actions.StateDelta = make(value.Delta, len(e.Writes))
	}
	for _, w := range e.Writes {
		out.Actions.StateDelta[w.Key] = w.Value
	}
	return out
}

// Write sets a key, or unsets it if the value is nil.
type Write struct {
	Key   string // in full, as ParseKey splits it; never a temp key
	Value any
}
