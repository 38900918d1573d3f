package scan

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// Report is what a scan found. No sensitive value is in it, nor one of a key that the
// schema doesn't declare.
type Report struct {
	Apps, Users, Sessions int64
	Values                int64
	Foreign               int64 // values of keys that others own
	Prompts               bool  // the instructions were rendered, too
	History               bool  // the events were read, too
	Events                int64
	Keys                  []*KeyStats // the declared ones
	Removed               []*RemovedStats
	Findings              []*Finding
}

// FindWriters looks up who set the values of the examples.
func (r *Report) FindWriters(ctx context.Context, db *sessiondb.DB) error {
	for _, f := range r.Findings {
		if f.History || f.Problem == notSet || f.Rule.ID == missingValue.ID || f.Rule.ID == damagedValue.ID {
			continue
		}
		for i := range f.Examples {
			e := &f.Examples[i]
			writer, err := db.LastWriter(ctx, e.Owner, e.Key)
			if err != nil {
				return err
			}
			e.Writer = writer
		}
	}
	return nil
}

// Diagnostics returns the findings at the places of the schema, at the levels that it
// sets.
func (r *Report) Diagnostics(s *schema.Schema) diag.List {
	var list diag.List
	for _, f := range r.Findings {
		d := diag.New(f.Rule, f.Span, "%s", f.message()).WithHint("%s", words[f.Rule.ID].hint)
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
		return fmt.Sprintf(words[f.Rule.ID].what, diag.Quote(f.Prompt), f.sessions(), f.Key)
	}
	said := words[f.Rule.ID].what
	if f.Rule.ID == damagedValue.ID && f.Unit == "event" {
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
		if k.HasForms {
			notes = append(notes, fmt.Sprintf("%s in an older form (was): %s left", diag.Quote(k.Key), diag.Count(k.OlderForms, "value")))
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
		if !r.History {
			note += " unless AsOf must read it in old events (--history counts them)"
		}
	}
	return note
}

func (r *Report) inEvents(n int64) string {
	if !r.History {
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
