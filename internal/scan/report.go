package scan

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// Report is what a scan found. No sensitive value is in it, nor one of a key that the
// schema doesn't declare.
type Report struct {
	Database string          `json:"database"`
	Tables   string          `json:"tables"` // whose they are
	Apps     int64           `json:"apps"`
	Users    int64           `json:"users"`
	Sessions int64           `json:"sessions"`
	Values   int64           `json:"values"`
	Foreign  int64           `json:"foreignValues"`    // values of keys that others own
	Events   *int64          `json:"events,omitempty"` // nil: they were not read
	Findings []*Finding      `json:"findings"`
	Keys     []*KeyStats     `json:"keys"` // the declared ones
	Removed  []*RemovedStats `json:"removed,omitempty"`
}

// KeyStats counts the values of a declared key.
type KeyStats struct {
	Key        string    `json:"key"`
	Sensitive  bool      `json:"sensitive,omitempty"`
	Values     int64     `json:"values"`             // in the state of today, under whatever name
	InEvents   int64     `json:"inEvents,omitempty"` // in events
	OldNames   []OldName `json:"oldNames,omitempty"`
	OlderForms *int64    `json:"olderForms,omitempty"` // values in one of them; nil: the schema has none (was)
	olderForms int64
}

// OldName counts the values of a key that are under another name.
type OldName struct {
	Name     string `json:"name"`
	Next     bool   `json:"-"` // the name of the next release: renamed_to
	Left     int64  `json:"left"`
	InEvents int64  `json:"inEvents,omitempty"`
}

// RemovedStats counts the values of a key that the schema lists under removed.
type RemovedStats struct {
	Key      string `json:"key"`
	Purge    bool   `json:"purge,omitempty"`
	Left     int64  `json:"left"`
	InEvents int64  `json:"inEvents,omitempty"`
}

func (k *KeyStats) oldName(name string) *OldName {
	for i := range k.OldNames {
		if k.OldNames[i].Name == name {
			return &k.OldNames[i]
		}
	}
	return nil
}

// WriteJSON writes the whole report as one JSON object.
func (r *Report) WriteJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(r)
}

// Diagnostics returns the findings at the places of the schema, at the levels that it
// sets.
func (r *Report) Diagnostics(s *schema.Schema) diag.List {
	var list diag.List
	for _, f := range r.Findings {
		d := diag.New(f.rule, f.span, "%s", f.message()).WithHint("%s", words[f.Rule].hint)
		if f.Key != "" {
			d.Args = []diag.Arg{diag.Key(f.Key)}
		}
		if d.Span.File == "" {
			d.Span = diag.Span{File: s.File}
		}
		list = append(list, d)
	}
	return s.Check.Apply(list)
}

func (f *Finding) message() string {
	var b strings.Builder
	b.WriteString(f.what())
	if len(f.Examples) == 0 {
		return b.String()
	}
	e := f.Examples[0]
	fmt.Fprintf(&b, "; for example, %s", e.where())
	if e.Error != "" {
		b.WriteString(": " + strings.TrimPrefix(e.Error, fmt.Sprintf("state key %q: ", e.Key)))
	}
	return b.String()
}

// what says how many values are meant.
func (f *Finding) what() string {
	key := diag.Quote(f.Key)
	if f.Key == "" {
		key = "further keys"
	}
	values := diag.Count(f.Count, "value")
	if f.Of > 0 {
		values = fmt.Sprintf("%s of %s", diag.Number(f.Count), diag.Count(f.Of, "value"))
	}
	in := ", in " + diag.Count(f.Owners, f.owners())
	if f.Name != "" {
		in += ", under its other name " + diag.Quote(f.Name)
	}
	if f.Prompt != "" {
		return fmt.Sprintf(words[f.Rule].what, diag.Quote(f.Prompt), f.sessions(), f.Key)
	}
	said := words[f.Rule].what
	if f.Rule == damagedValue.ID && f.Unit == "event" {
		said = damagedEvents
	}
	return fmt.Sprintf(said, values, key, in, diag.Count(f.Count, f.Unit), f.Problem)
}

// sessions is in how many of them a prompt fails.
func (f *Finding) sessions() string {
	if f.History {
		return fmt.Sprintf("%s, as of %s", diag.Count(f.Owners, "session"), diag.Count(f.Count, "event"))
	}
	return fmt.Sprintf("%s of %s", diag.Number(f.Count), diag.Count(f.Of, "session"))
}

// owners is of whom Owners counts.
func (f *Finding) owners() string {
	if f.History {
		return "event"
	}
	return f.Examples[0].Scope().String()
}

// where names the owner of an example as app, user and session.
func (e Example) where() string {
	var b strings.Builder
	switch e.Scope() {
	case runtime.ScopeApp:
		fmt.Fprintf(&b, "app %s", diag.Quote(e.App))
	case runtime.ScopeUser:
		fmt.Fprintf(&b, "app %s, user %s", diag.Quote(e.App), diag.Quote(e.User))
	default:
		fmt.Fprintf(&b, "app %s, user %s, session %s", diag.Quote(e.App), diag.Quote(e.User), diag.Quote(e.Session))
	}
	if e.Event != 0 {
		fmt.Fprintf(&b, ", event %d", e.Event)
	}
	if e.Writer != "" {
		fmt.Fprintf(&b, " (written by %s)", diag.Quote(e.Writer))
	}
	return b.String()
}

// Notes says what is not a finding: which entries of the schema may go.
func (r *Report) Notes() []string {
	var notes []string
	for _, k := range r.Keys {
		if k.Sensitive && k.InEvents > 0 {
			notes = append(notes, fmt.Sprintf("%s is sensitive: %s in events", diag.Quote(k.Key), diag.Count(k.InEvents, "value")))
		}
		for _, o := range k.OldNames {
			notes = append(notes, r.oldNameNote(k, o))
		}
	}
	for _, k := range r.Keys {
		if k.OlderForms != nil {
			notes = append(notes, fmt.Sprintf("%s in an older form (was): %s left", diag.Quote(k.Key), diag.Count(*k.OlderForms, "value")))
		}
	}
	for _, entry := range r.Removed {
		if entry.Left == 0 {
			notes = append(notes, fmt.Sprintf("removed key %s: 0 values left%s", diag.Quote(entry.Key), r.inEvents(entry.InEvents)))
		}
	}
	return notes
}

func (r *Report) oldNameNote(k *KeyStats, o OldName) string {
	note := fmt.Sprintf("%s under its other name %s: %s left%s", diag.Quote(k.Key), diag.Quote(o.Name), diag.Count(o.Left, "value"), r.inEvents(o.InEvents))
	if o.Left == 0 && !o.Next {
		note += "; the name may go"
		if r.Events == nil {
			note += " unless AsOf must read it in old events (--history counts them)"
		}
	}
	return note
}

func (r *Report) inEvents(n int64) string {
	if r.Events == nil {
		return ""
	}
	return ", " + diag.Number(n) + " in events"
}

func kindOf(v any) string {
	switch v.(type) {
	case string:
		return "text"
	case bool:
		return "boolean"
	case []any:
		return "list"
	case map[string]any:
		return "object"
	}
	return "number"
}
