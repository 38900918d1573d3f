package store

import (
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/jsontext"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// What databases have as text, stores read and answer as follows, each in the same way.

// DecodeValue returns a stored value, or what takes the place of a damaged one.
func DecodeValue(scope value.Scope, name, text string) any {
	v, err := jsontext.Decode(text)
	if err != nil {
		return DamagedValue(scope.Key(name), err)
	}
	return v
}

// DecodeEvent returns a stored event, or what takes the place of a damaged one.
func DecodeEvent(seq int64, record string) (*StoredEvent, *value.DamagedError) {
	e, err := decodeEvent(record)
	if err != nil {
		return DamagedEvent(seq, err)
	}
	e.Seq = seq
	return e, nil
}

// NewLoaded returns a Loaded to which values and events are to be added.
func NewLoaded() Loaded {
	return Loaded{State: [3]Values{PlainValues(nil), PlainValues(nil), PlainValues(nil)}}
}

// Add adds a value, or what takes the place of a damaged one.
func (l *Loaded) Add(scope value.Scope, name string, v any) {
	if damage, is := v.(*value.DamagedError); is {
		l.Damaged = append(l.Damaged, damage)
	}
	part, _ := l.State[scope].(PlainValues)
	if part == nil {
		part = make(PlainValues)
		l.State[scope] = part
	}
	part[name] = v
}

// AddEvent adds an event, or what takes the place of a damaged one.
func (l *Loaded) AddEvent(seq int64, record string) {
	e, damage := DecodeEvent(seq, record)
	if damage != nil {
		l.Damaged = append(l.Damaged, damage)
	}
	if l.Events == nil {
		l.Events = make([]*StoredEvent, 0, 10) // as many as are often asked for
	}
	l.Events = append(l.Events, e)
}

// Values returns the values of all scopes by full key.
func (l *Loaded) Values() map[string]any {
	all := make(map[string]any)
	for scope, values := range l.State {
		if values == nil {
			continue
		}
		for name, v := range values.All() {
			all[value.Scope(scope).Key(name)] = v
		}
	}
	return all
}

// Repeat answers an append whose event ID the history holds already, given the session's
// last update and what the keys of the append hold now.
func (a *Append) Repeat(stored *StoredEvent, updated time.Time, current map[string]any) (*Appended, error) {
	if damage := stored.Damage(); damage != nil {
		return nil, damage
	}
	if !a.Same(stored) {
		return nil, ErrEventExists
	}
	done := &Appended{Seq: stored.Seq, LastUpdate: updated}
	for _, w := range a.Writes() {
		w.Value = current[w.Key]
		done.Writes = append(done.Writes, w)
	}
	return done, nil
}

// Events returns the events that the query asks for, given what loads those of its session.
func (q RewriteQuery) Events(load func(EventQuery) ([]*StoredEvent, error)) ([]*StoredEvent, error) {
	events, err := load(EventQuery{AfterSeq: q.AfterSeq, First: q.First})
	if err != nil || q.From > q.AfterSeq {
		return events, err
	}
	first, err := load(EventQuery{AfterSeq: q.From - 1, First: 1})
	if len(first) == 1 && first[0].Seq <= q.AfterSeq {
		events = append(first, events...)
	}
	return events, err
}

// DamagedValue is what a store puts in the place of a value that can't be decoded.
func DamagedValue(key string, err error) *value.DamagedError {
	return &value.DamagedError{Keys: []string{key}, Err: err}
}

// DamagedEvent is what a store puts in the place of an event that can't be
// decoded, and the event's entry in Loaded.Damaged. The error is that of UnmarshalJSON, which
// holds no piece of the text.
func DamagedEvent(seq int64, err error) (*StoredEvent, *value.DamagedError) {
	damage := &value.DamagedError{Events: []int64{seq}, Err: err}
	return &StoredEvent{Seq: seq, Writes: []Write{{Value: damage}}}, damage
}

// Damage returns the error if the event is one that DamagedEvent made, or nil.
func (e *StoredEvent) Damage() *value.DamagedError {
	if len(e.Writes) != 1 || e.Writes[0].Key != "" {
		return nil
	}
	damage, _ := e.Writes[0].Value.(*value.DamagedError)
	return damage
}
