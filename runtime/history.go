package runtime

import (
	"iter"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// What events are made of, as package store defines it.
type (
	// Event is one entry of a session's history. Its JSON form, which stores keep
	// and other languages may read, names fields as agent frameworks do.
	Event = store.Event
	// Actions holds what an event does besides telling something.
	Actions = store.Actions
	// HostData is what the program around a service, such as an agent framework, keeps
	// with an event: one JSON value, as text, which stores keep byte for byte.
	HostData = store.HostData
	// Content is what was said: text, calls of tools and their answers. JSON names
	// are those of Google's GenAI APIs.
	Content = store.Content
	// Part is one piece of a Content. Exactly one of its fields is used.
	Part = store.Part
	// FunctionCall is a model's request to call a tool.
	FunctionCall = store.FunctionCall
	// FunctionResponse is a tool's answer to the call with the same ID.
	FunctionResponse = store.FunctionResponse
)

// NewText returns a Content of one text part.
func NewText(role, text string) *Content { return store.NewText(role, text) }

// Events is an immutable piece of a session's history, in commit order.
type Events struct {
	stored []*store.StoredEvent // as the store gave it
	added  []*store.StoredEvent // appended through the handle since
}

// Len returns the number of events.
func (e Events) Len() int { return len(e.stored) + len(e.added) }

// At returns a deep copy of the event at index i, from 0.
func (e Events) At(i int) *Event { return e.at(i).Event() }

// All yields a deep copy of each event.
func (e Events) All() iter.Seq[*Event] {
	return func(yield func(*Event) bool) {
		for i := range e.Len() {
			if !yield(e.At(i)) {
				return
			}
		}
	}
}

func (e Events) at(i int) *store.StoredEvent {
	if i < len(e.stored) {
		return e.stored[i]
	}
	return e.added[i-len(e.stored)]
}

func (e Events) lastSeq() int64 {
	if e.Len() == 0 {
		return 0
	}
	return e.at(e.Len() - 1).Seq
}

// HostValue returns what decode makes of event i, whose host data is a host's own
// form of it, and keeps that beside the event: for all handles while the service
// keeps events in memory, otherwise for this one. So an event is decoded once, and
// not at each read. It works for hosts side by side, who each have a type T of
// their own. An event without host data is decoded each time.
//
// decode gets a copy of the event. What it returns is shared by all who call
// HostValue with that T, perhaps at once: it must not be changed any more. decode
// may run more than once. Its error is returned, and nothing is kept.
func HostValue[T any](events Events, i int, decode func(*Event) (T, error)) (T, error) {
	stored := events.at(i)
	if kept, ok := stored.HostValue().(T); ok {
		return kept, nil
	}
	v, err := decode(stored.Event())
	if err == nil {
		stored.SetHostValue(v)
	}
	return v, err
}
