package store

import (
	"bytes"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/runtime/value"
)

// Append is one event on its way into a store, checked and in normal form.
// Stores only read it, but for Event and Answer, and don't keep it when they
// return.
type Append struct {
	Session     SessionKey
	Incarnation int64 // 0: whichever session bears the key
	// Token is that of the Loaded of which the handle was made. It is of any
	// type if that was another store's; and the session may be gone since,
	// or another one bear its key.
	Token any
	// Event's Seq is 0. A store that is about to succeed may keep the
	// event; then it must set its Seq before others can see it.
	Event *StoredEvent
	// NewID says that the event's ID was made for this very append, so that
	// no history can hold it, unless the store itself put it there: one that
	// tries again after a lost connection must not rely on it any more.
	NewID bool
	// Instead, if it isn't nil, is what to write to the state in place of what
	// the event says: plain values. It is for events that have happened
	// elsewhere. A store needn't look at it: Plain, Writes, Keys and Resolve do.
	Instead []Write
	// MaxValue is how long what a merge operation comes to may be as JSON text, in
	// bytes; 0: no bound. Resolve sees to it, and a database that merges itself has to.
	MaxValue int
	// Answer is room for what Store.Append returns, so that a store needn't
	// allocate it.
	Answer Appended

	// What follows is between the service and the methods below.
	Expect  Expectation
	Stamped bool // the caller gave no timestamp
	Again   bool // the event is in the history already: Same has said so
}

// Expectation is what an append relies on.
type Expectation struct {
	Values map[string]any // what the keys must still hold; nil: not set
	All    bool           // Values names every key of the state
}

// Plain reports whether the writes are known without reading anything:
// Resolve(nil) returns them.
func (a *Append) Plain() bool {
	if a.Expect.Values != nil {
		return false
	}
	for _, w := range a.Writes() {
		if _, ok := w.Value.(value.Op); ok {
			return false
		}
	}
	return true
}

// Conditional reports whether the append relies on values that were read
// before, so that Resolve may return a *ConflictError.
func (a *Append) Conditional() bool { return a.Expect.Values != nil }

// Writes returns the writes that the event's delta asks for, before merge
// operations are resolved: the keys in it are those that the event changes,
// old names of merged keys apart.
func (a *Append) Writes() []Write {
	if a.Instead != nil {
		return a.Instead
	}
	return a.Event.Writes
}

// Keys returns the full keys whose current values Resolve needs, sorted.
func (a *Append) Keys() []string {
	keys := slices.Collect(maps.Keys(a.Expect.Values))
	for _, w := range a.Writes() {
		if op, ok := w.Value.(value.Op); ok {
			keys = append(append(keys, w.Key), op.Old...)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// NeedsAll reports whether Resolve needs the current value of every key in
// the session, its user and its app, and not of Keys alone.
func (a *Append) NeedsAll() bool { return a.Expect.All }

// Resolve returns what to write, given the current values by full key; keys
// that aren't set are absent, and of one that can't be decoded the value is a
// *DamagedError. It returns a *ConflictError if a value that the
// writer relied on has changed, or the error of a merge operation. The writes
// name each key once.
func (a *Append) Resolve(current map[string]any) ([]Write, error) {
	if a.Plain() {
		return a.Writes(), nil
	}
	if changed := a.Expect.Changed(current); changed != nil {
		return nil, &ConflictError{Keys: changed}
	}
	writes := make([]Write, 0, len(a.Writes()))
	var named map[string]bool // made when an operation has old names
	for _, w := range a.Writes() {
		op, ok := w.Value.(value.Op)
		if !ok {
			writes = append(writes, w)
			continue
		}
		value, err := op.Resolve(w.Key, func(key string) (any, error) { return readable(current[key]) })
		if err != nil {
			return nil, err
		}
		merged := Write{w.Key, value}
		if a.MaxValue > 0 {
			if err := (Sizes{Value: a.MaxValue}).CheckValue(merged); err != nil {
				return nil, err
			}
		}
		writes = append(writes, merged)
		for _, old := range op.Old {
			if named == nil {
				named = a.named()
			}
			if !named[old] {
				named[old] = true
				writes = append(writes, Write{old, nil})
			}
		}
	}
	return writes, nil
}

// readable returns a current value that a store gave, or the error in its place.
func readable(v any) (any, error) {
	if damage, is := v.(*value.DamagedError); is {
		return nil, damage
	}
	return v, nil
}

// named returns the keys that the writes name.
func (a *Append) named() map[string]bool {
	named := make(map[string]bool, len(a.Writes()))
	for _, w := range a.Writes() {
		named[w.Key] = true
	}
	return named
}

// Changed returns the keys that no longer hold what was expected, sorted.
func (x Expectation) Changed(current map[string]any) []string {
	var keys []string
	for key, want := range x.Values {
		if !reflect.DeepEqual(want, current[key]) {
			keys = append(keys, key)
		}
	}
	if x.All {
		for key := range current {
			if _, ok := x.Values[key]; !ok {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	return keys
}

// Same reports whether a stored event is the one that is being appended. A
// timestamp that the caller left to the service does not count, nor does what
// merge operations came to.
func (a *Append) Same(stored *StoredEvent) bool {
	was, is := *stored, *a.Event
	was.Seq, is.Seq = 0, 0
	if a.Stamped {
		was.Timestamp = is.Timestamp
	}
	x, errX := was.encode(false, nil, nil)
	y, errY := is.encode(false, nil, nil)
	if errX != nil || errY != nil || !bytes.Equal(x, y) {
		return false
	}
	a.Again = true
	a.noteStored(stored)
	return true
}

// Appended is a store's answer to Append.
type Appended struct {
	Seq        int64     // of the event
	LastUpdate time.Time // of the session, after the append
	// Log is the session's whole history up to the event, each event at
	// the index that is its Seq, so that the handle needs no list of its
	// own. Nil if the store doesn't keep such a list, or if Append.Token
	// isn't this session's: then the handle's events may be another's.
	Log []*StoredEvent
	// Writes says what each key that the event wrote holds now; a nil
	// value means that it isn't set. Nil means Append.Writes, if
	// that is what they hold.
	Writes []Write
}
