package store

import (
	"fmt"
	"log/slog"

	"github.com/seed92179c4c/stategen/runtime/internal/keylist"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// Only generated code knows which keys are sensitive. So whatever holds state prints
// its keys and never its values, whatever the verb, and logs the same.

// Format prints what the event is and which keys it changes, with any verb: no
// values, and nothing that was said.
func (e Event) Format(f fmt.State, _ rune) { keylist.Print(f, e.String()) }

// String is what Format prints.
func (e Event) String() string {
	text := fmt.Sprintf("Event{id: %q, seq: %d, invocation: %q, author: %q, branch: %q, time: %s",
		e.ID, e.Seq, e.InvocationID, e.Author, e.Branch, e.Timestamp.Format("2006-01-02T15:04:05.000000Z07:00"))
	if e.Partial {
		text += ", partial"
	}
	if e.Content != nil {
		text += fmt.Sprintf(", content: %q with %d parts", e.Content.Role, len(e.Content.Parts))
	}
	if e.Host != "" {
		text += ", host: " + e.Host.length()
	}
	return text + ", changes: " + keylist.OfMap(e.Actions.StateDelta) + "}"
}

// LogValue is String.
func (e Event) LogValue() slog.Value { return slog.StringValue(e.String()) }

// Format prints the keys that change, with any verb.
func (a Actions) Format(f fmt.State, _ rune) {
	keylist.Print(f, "Actions{changes: "+keylist.OfMap(a.StateDelta)+"}")
}

// LogValue is what Format prints. A struct with Actions or an Event in it has no
// such method: a JSON handler of slog writes the values in it.
func (a Actions) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(a)) }

// Format prints what Event.Format does.
func (e StoredEvent) Format(f fmt.State, verb rune) { e.shared().Format(f, verb) }

// LogValue is that of Event.
func (e StoredEvent) LogValue() slog.Value { return e.shared().LogValue() }

// Format prints the key, with any verb.
func (w Write) Format(f fmt.State, _ rune) { keylist.Print(f, "Write{"+keylist.Quote(w.Key)+"}") }

// LogValue is the key.
func (w Write) LogValue() slog.Value { return slog.StringValue(w.Key) }

// Format prints the keys and the number of events, with any verb.
func (l Loaded) Format(f fmt.State, _ rune) {
	keylist.Print(f, fmt.Sprintf("Loaded{keys: %s, events: %d}", l.keys(), len(l.Events)))
}

// LogValue is what Format prints.
func (l Loaded) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(l)) }

// Format prints the session and the event, with any verb.
func (a *Append) Format(f fmt.State, _ rune) {
	keylist.Print(f, fmt.Sprintf("Append{session: %+v, event: %v}", a.Session, a.Event))
}

// LogValue is what Format prints.
func (a *Append) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(a)) }

// Format prints the number of the event, with any verb.
func (r Appended) Format(f fmt.State, _ rune) {
	keylist.Print(f, fmt.Sprintf("Appended{seq: %d}", r.Seq))
}

// LogValue is what Format prints.
func (r Appended) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(r)) }

// keys lists the keys of the state.
func (l Loaded) keys() string {
	var keys []string
	for scope, values := range l.State {
		if values == nil {
			continue
		}
		for name := range values.All() {
			keys = append(keys, value.Scope(scope).Key(name))
		}
	}
	return keylist.Format(keys)
}
