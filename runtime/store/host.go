package store

import (
	"fmt"
	"log/slog"

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
