package store

import (
	"iter"
	"maps"
)

// Values is an immutable map of stored values. What it gives out must not be
// changed.
type Values interface {
	Get(name string) (any, bool)
	All() iter.Seq2[string, any]
	Len() int // at least the number of values; for sizing
}

// PlainValues are Values in a map, which must not be changed afterwards.
type PlainValues map[string]any

// Get returns the value of a name.
func (m PlainValues) Get(name string) (any, bool) { v, ok := m[name]; return v, ok }

// All yields every name and value.
func (m PlainValues) All() iter.Seq2[string, any] { return maps.All(m) }

// Len returns the number of values.
func (m PlainValues) Len() int { return len(m) }

// StateMap is a map of values that can be snapshotted at any time at no cost:
// writes go to a small overlay, which is copied only by the first write after
// a snapshot. The zero value is empty. It is not safe for concurrent use; its
// snapshots are.
type StateMap struct {
	under  Values         // nil: empty
	over   map[string]any // nil value: unset
	frozen bool           // over belongs to a snapshot
}

// NewStateMap returns a StateMap that starts with the given values.
func NewStateMap(start Values) StateMap { return StateMap{under: start} }

// Get returns the value of a name.
func (m *StateMap) Get(name string) (any, bool) {
	return layers{m.under, m.over}.Get(name)
}

// Empty reports whether no name is set.
func (m *StateMap) Empty() bool {
	for range (layers{m.under, m.over}).All() {
		return false
	}
	return true
}

// Put sets a name, or unsets it if the value is nil.
func (m *StateMap) Put(name string, value any) {
	if m.frozen {
		m.thaw()
	}
	if value == nil && !m.beneath(name) {
		delete(m.over, name) // no need to record that it is unset
		return
	}
	if m.over == nil {
		m.over = make(map[string]any)
	}
	m.over[name] = value
}

// beneath reports whether a name is set under the overlay.
func (m *StateMap) beneath(name string) bool {
	if m.under == nil {
		return false
	}
	_, ok := m.under.Get(name)
	return ok
}

// Snapshot returns what the map holds now; later writes don't change it.
func (m *StateMap) Snapshot() Values {
	if m.over == nil {
		if m.under == nil {
			return PlainValues(nil)
		}
		return m.under
	}
	m.frozen = true
	if m.under == nil {
		return PlainValues(m.over) // which then holds no nil
	}
	return layers{m.under, m.over}
}

// thaw gives the map an overlay of its own. An overlay that has outgrown the
// square root of what lies under it is merged down instead, which keeps both
// copies small on average.
func (m *StateMap) thaw() {
	m.frozen = false
	const small = 16
	n := len(m.over)
	if n > small && (m.under == nil || n*n > m.under.Len()) {
		whole := make(map[string]any, n+lenOf(m.under))
		maps.Insert(whole, layers{m.under, m.over}.All())
		m.under, m.over = PlainValues(whole), nil
		return
	}
	m.over = maps.Clone(m.over)
}

// layers are values with changes over them.
type layers struct {
	under Values
	over  map[string]any
}

func (l layers) Get(name string) (any, bool) {
	if v, ok := l.over[name]; ok {
		return v, v != nil
	}
	if l.under == nil {
		return nil, false
	}
	return l.under.Get(name)
}

func (l layers) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for name, value := range l.over {
			if value != nil && !yield(name, value) {
				return
			}
		}
		if l.under == nil {
			return
		}
		for name, value := range l.under.All() {
			if _, changed := l.over[name]; !changed && !yield(name, value) {
				return
			}
		}
	}
}

func (l layers) Len() int { return len(l.over) + lenOf(l.under) }

func lenOf(v Values) int {
	if v == nil {
		return 0
	}
	return v.Len()
}
