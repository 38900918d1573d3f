package adksession

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"

	"google.golang.org/adk/v2/session"

	"github.com/seed92179c4c/stategen/runtime"
)

// events are a session's events.
type events []*session.Event

func (e events) Len() int { return len(e) }

// At returns nil for an index out of range, as ADK's do.
func (e events) At(i int) *session.Event {
	if i < 0 || i >= len(e) {
		return nil
	}
	return e[i]
}

func (e events) All() iter.Seq[*session.Event] {
	return func(yield func(*session.Event) bool) {
		for _, event := range e {
			if !yield(event) {
				return
			}
		}
	}
}

// decodeEvent is the inverse of encodeEvent. An event that another program appended
// to the session through package runtime has no host data.
func decodeEvent(kept *runtime.Event) (*session.Event, error) {
	event := new(session.Event)
	if kept.Host == "" {
		adopt(event, kept)
	} else if err := unmarshal([]byte(kept.Host), event); err != nil {
		return nil, fmt.Errorf("stored event %q: %w", kept.ID, err)
	}
	delta := kept.Actions.StateDelta
	if len(delta) > 0 {
		maps.Copy(delta, kept.Actions.Resolved)
		event.Actions.StateDelta = unmark(delta)
	}
	return event, nil
}

// unmarshal is json.Unmarshal, without a look at the text for each of ADK's own layers:
// it is valid, the store took nothing else.
func unmarshal(text []byte, event any) error {
	if own, ok := event.(json.Unmarshaler); ok {
		return own.UnmarshalJSON(text)
	}
	return json.Unmarshal(text, event)
}

func decodeEvents(kept runtime.Events) ([]*session.Event, error) {
	decoded := make([]*session.Event, kept.Len())
	for i := range decoded {
		var err error
		if decoded[i], err = runtime.HostValue(kept, i, decodeEvent); err != nil {
			return nil, err
		}
	}
	return decoded, nil
}

// decodeOwn is decodeEvents for events that this process has encoded or decoded
// before. One that ADK can write and not read shows as an error of its own.
func decodeOwn(kept runtime.Events) []*session.Event {
	decoded := make([]*session.Event, kept.Len())
	for i := range decoded {
		event, err := runtime.HostValue(kept, i, decodeEvent)
		if err != nil {
			event = new(session.Event)
			adopt(event, kept.At(i))
			event.ErrorCode, event.ErrorMessage = "UNREADABLE_EVENT", err.Error()
		}
		decoded[i] = event
	}
	return decoded
}

// adopt fills in an event that wasn't stored by ADK. The JSON names of a runtime
// Content are those of ADK's.
func adopt(event *session.Event, kept *runtime.Event) {
	event.ID, event.InvocationID, event.Author, event.Branch = kept.ID, kept.InvocationID, kept.Author, kept.Branch
	event.Timestamp = kept.Timestamp
	if kept.Content == nil {
		return
	}
	if text, err := json.Marshal(kept.Content); err == nil {
		_ = json.Unmarshal(text, &event.Content) // a content of another form is none to ADK
	}
}
