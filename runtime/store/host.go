package store

import (
	"fmt"
	"log/slog"
	"sync/atomic"

	"github.com/seed92179c4c/stategen/runtime/internal/jsontext"
	"github.com/seed92179c4c/stategen/runtime/internal/keylist"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// HostData is what the program around a service, such as an agent framework, keeps
// with an event: one JSON value, as text. Stores keep it byte for byte and never
// look into it. It can't be changed, and so is never copied. It prints its length
// only.
type HostData string

// Valid reports whether the text is one JSON value that every reader of JSON takes,
// without white space around it.
func (h HostData) Valid() bool {
	d := jsontext.Decoder{Text: string(h)}
	raw, err := d.Raw(value.MaxDepth)
	return err == nil && len(raw) == len(h) && value.TextProblem(raw) == ""
}

// MarshalJSON returns the text as it is; package encoding/json then rewrites white
// space and some escapes in it.
func (h HostData) MarshalJSON() ([]byte, error) {
	if h == "" {
		return []byte("null"), nil
	}
	return []byte(h), nil
}

// UnmarshalJSON keeps the text.
func (h *HostData) UnmarshalJSON(text []byte) error {
	*h = HostData(text)
	return nil
}

// Format prints the length, with any verb.
func (h HostData) Format(f fmt.State, _ rune) { keylist.Print(f, h.length()) }

// LogValue is what Format prints.
func (h HostData) LogValue() slog.Value { return slog.StringValue(h.length()) }

func (h HostData) length() string { return fmt.Sprintf("HostData{%d bytes}", len(h)) }

// Extra is what few events have. It is shared by all copies of its event.
type Extra struct {
	Host HostData
	// KeepResolved asks for Resolved. It is not stored.
	KeepResolved bool
	// Resolved says what each merge operation among the event's writes came
	// to, if that was asked for.
	Resolved []Write

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

// host reads a host's data.
func (r *layoutReader) host() HostData {
	if r.strange {
		return ""
	}
	raw, err := r.Raw(value.MaxDepth)
	r.strange = err != nil
	return HostData(raw)
}
