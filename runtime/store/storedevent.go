package store

import (
	"sync/atomic"
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

// Extra is what few events have. It is shared by all copies of its event.
type Extra struct {
	Host HostData
	// KeepResolved asks for Resolved. It is not stored.
	KeepResolved bool
	// Resolved says what each merge operation among the event's writes came
	// to, if that was asked for.
	Resolved []Write
	// Purged are the state keys of which the event's content or host data tells a value
	// that was purged, sorted. It plays no part in what makes two events the same.
	Purged []string

	stored    bool // by an earlier append, with this Resolved
	hostValue atomic.Pointer[any]
}

// host returns the event's host data.
func (e *StoredEvent) host() HostData {
	if e.Extra == nil {
		return ""
	}
	return e.Extra.Host
}

// resolved returns what the event's operations came to, if that was kept.
func (e *StoredEvent) resolved() []Write {
	if e.Extra == nil {
		return nil
	}
	return e.Extra.Resolved
}

// purged returns Extra.Purged.
func (e *StoredEvent) purged() []string {
	if e.Extra == nil {
		return nil
	}
	return e.Extra.Purged
}

// HostValue returns what SetHostValue has put beside the event's host data last, or
// nil.
func (e *StoredEvent) HostValue() any {
	if e.Extra == nil {
		return nil
	}
	if kept := e.Extra.hostValue.Load(); kept != nil {
		return *kept
	}
	return nil
}

// SetHostValue keeps a value in memory, beside the event's host data and for as
// long. It is never stored or compared. An event without host data keeps none.
func (e *StoredEvent) SetHostValue(v any) {
	if e.Extra != nil && e.Extra.Host != "" {
		e.Extra.hostValue.Store(&v)
	}
}
