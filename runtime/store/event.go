package store

import (
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/jsontext"
	"github.com/seed92179c4c/stategen/runtime/internal/keylist"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// Event is one entry of a session's history. Its JSON form, which stores keep
// and other languages may read, names fields as agent frameworks do.
type Event struct {
	// ID identifies the event within its session. AppendEvent fills in a
	// random one if it is empty. Appending the same event again under the
	// same ID changes nothing and succeeds.
	ID string
	// Seq is the event's number in its session's commit order, from 1. The
	// store assigns it; what a caller puts here is ignored.
	Seq int64
	// InvocationID says which run of the agent the event belongs to.
	InvocationID string
	// Author is "user" or the name of an agent or program.
	Author string
	// Branch is the path of agents to the author, such as "root.search".
	Branch string
	// Timestamp is kept in UTC, in whole microseconds. AppendEvent fills in
	// the current time if it is zero. It does not order the history: Seq
	// does.
	Timestamp time.Time
	// Partial marks a piece of an answer that is still being streamed. A
	// partial event is never stored and changes nothing.
	Partial bool
	Content *Content
	// Host is what the program around the service keeps with the event: a
	// framework's own fields, for instance. It must be one JSON value,
	// without white space around it, of at most 64 MiB. It is stored byte
	// for byte, and a part of what makes two events the same. Empty is none.
	Host    HostData
	Actions Actions
}

// Actions holds what an event does besides telling something.
type Actions struct {
	// StateDelta is the change of state. As stored it has no temp keys,
	// and merge operations are in it as Op values.
	StateDelta value.Delta
	// Resolved says what the merge operations in StateDelta came to, if
	// AppendResolved stored the event: each of their keys with its value
	// right after the event, and nil for the old names that they unset, so
	// that maps.Copy(StateDelta, Resolved) leaves plain values. What a
	// caller puts here is ignored.
	Resolved value.Delta
}

// Content is what was said: text, calls of tools and their answers. JSON names
// are those of Google's GenAI APIs.
type Content struct {
	Role  string `json:"role,omitempty"` // "user" or "model"
	Parts []Part `json:"parts,omitempty"`
}

// Part is one piece of a Content. Exactly one of its fields is used.
type Part struct {
	Text             string            `json:"text,omitempty"`
	FunctionCall     *FunctionCall     `json:"functionCall,omitempty"`
	FunctionResponse *FunctionResponse `json:"functionResponse,omitempty"`
}

// FunctionCall is a model's request to call a tool.
type FunctionCall struct {
	ID   string         `json:"id,omitempty"`
	Name string         `json:"name,omitempty"`
	Args map[string]any `json:"args,omitempty"`
}

// FunctionResponse is a tool's answer to the call with the same ID.
type FunctionResponse struct {
	ID       string         `json:"id,omitempty"`
	Name     string         `json:"name,omitempty"`
	Response map[string]any `json:"response,omitempty"`
}

// NewText returns a Content of one text part.
func NewText(role, text string) *Content {
	return &Content{Role: role, Parts: []Part{{Text: text}}}
}

// Text returns the text parts of a content, joined without a separator; "" for
// nil.
func (c *Content) Text() string {
	if c == nil {
		return ""
	}
	var b strings.Builder
	for _, p := range c.Parts {
		b.WriteString(p.Text)
	}
	return b.String()
}

// Clone returns a deep copy of an event whose values are in normal form, as
// those of stored events are.
func (e *Event) Clone() *Event {
	out := *e
	out.Content = e.Content.clone()
	out.Actions.StateDelta = e.Actions.StateDelta.Clone()
	out.Actions.Resolved = e.Actions.Resolved.Clone()
	return &out
}

func (c *Content) clone() *Content {
	if c == nil {
		return nil
	}
	out := &Content{Role: c.Role, Parts: append([]Part(nil), c.Parts...)}
	for i := range out.Parts {
		p := &out.Parts[i]
		if call := p.FunctionCall; call != nil {
			p.FunctionCall = &FunctionCall{ID: call.ID, Name: call.Name, Args: cloneMap(call.Args)}
		}
		if answer := p.FunctionResponse; answer != nil {
			p.FunctionResponse = &FunctionResponse{ID: answer.ID, Name: answer.Name, Response: cloneMap(answer.Response)}
		}
	}
	return out
}

func cloneMap(m map[string]any) map[string]any {
	if m == nil {
		return nil
	}
	return value.Clone(m).(map[string]any)
}

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
