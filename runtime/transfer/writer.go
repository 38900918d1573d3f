package transfer

import (
	"bufio"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Version is that of the format that this package writes. It reads all up to it.
const Version = 1

// Writer writes the lines of an export. What it returns is the error of the
// io.Writer, or of a value that isn't in normal form.
type Writer struct {
	to    *bufio.Writer
	keep  func(key string) bool
	err   error
	of    int // events of the session
	total counts
	first *line // of the session; nil: it is written
	// shared says that it is no session, but what sessions share
	shared bool
	held   *store.StoredEvent // the creation of a shared history that may have no events
}

// NewWriter writes the first line. If keep isn't nil the export is redacted: of the
// state it has only keys that keep accepts, and of events neither content nor host
// data, of which nobody knows what is in them.
func NewWriter(w io.Writer, keep func(key string) bool) *Writer {
	out := &Writer{to: bufio.NewWriterSize(w, 1<<16), keep: keep}
	out.line(line{Format: "export", Version: Version, Redacted: keep != nil})
	return out
}

// Session begins a session, or what sessions share if the key has no SessionID, with
// its own state by full key. Of what sessions share nothing is written if there is
// neither state nor history.
func (w *Writer) Session(key store.SessionKey, state map[string]any) error {
	kept := make(map[string]any, len(state))
	for k, v := range state {
		if w.keep == nil || w.keep(k) {
			kept[k] = v
		}
	}
	text, err := runtime.EncodeValue(kept)
	if err != nil {
		return err
	}
	w.of, w.held = 0, nil
	w.shared = key.SessionID == ""
	w.first = &line{Session: &owner{key.AppName, key.UserID, key.SessionID}, State: text}
	if !w.shared || len(kept) > 0 {
		w.begin()
	}
	return w.err
}

// begin writes a session's first line, unless it is written.
func (w *Writer) begin() {
	if w.first != nil {
		w.line(*w.first)
		w.first = nil
		w.total.Sessions++
	}
}

// Event writes the session's next event. The creation of a shared history that has no
// other events says nothing, and is left out.
func (w *Writer) Event(e *store.StoredEvent) error {
	if w.shared && e.Seq == 0 {
		w.held = e
		return nil
	}
	if held := w.held; held != nil {
		w.held = nil
		if err := w.event(held); err != nil {
			return err
		}
	}
	return w.event(e)
}

func (w *Writer) event(e *store.StoredEvent) error {
	w.begin()
	if w.keep != nil {
		e = w.redacted(e)
	}
	var host *string
	if e.Extra != nil && strings.ContainsAny(string(e.Extra.Host), "\r\n") {
		text := string(e.Extra.Host)
		host, e = &text, withoutHost(e)
	}
	text, err := e.MarshalJSON()
	if err != nil {
		return err
	}
	w.of++
	w.total.Events++
	if host != nil {
		w.line(line{Host: host, Event: text})
		return w.err
	}
	w.write(eventPrefix, text, "}\n")
	return w.err
}

// withoutHost returns a copy of an event without its host data.
func withoutHost(e *store.StoredEvent) *store.StoredEvent {
	bare := *e
	bare.Extra = &store.Extra{Resolved: e.Extra.Resolved, Purged: e.Extra.Purged}
	return &bare
}

// redacted returns a copy of an event with the keys that are kept.
func (w *Writer) redacted(e *store.StoredEvent) *store.StoredEvent {
	drop := func(x store.Write) bool { return !w.keep(x.Key) }
	bare := *e
	bare.Content, bare.Extra = nil, nil
	bare.Writes = slices.DeleteFunc(slices.Clone(e.Writes), drop)
	if e.Extra != nil && e.Extra.Resolved != nil {
		bare.Extra = &store.Extra{Resolved: slices.DeleteFunc(slices.Clone(e.Extra.Resolved), drop)}
	}
	return &bare
}

// End ends the session. A problem that isn't empty says why not all of it is there.
func (w *Writer) End(problem string) error {
	if problem != "" {
		w.begin()
	}
	if w.first == nil {
		w.line(line{End: &w.of, Error: problem})
	}
	return w.err
}

// Close writes the last line and all that is still to be written.
func (w *Writer) Close() error {
	w.line(line{Done: &w.total})
	if w.err == nil {
		w.err = w.to.Flush()
	}
	return w.err
}

func (w *Writer) line(l line) {
	var text strings.Builder
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(l); err != nil && w.err == nil {
		w.err = err
		return
	}
	w.write(text.String(), nil, "")
}

func (w *Writer) write(before string, text []byte, after string) {
	for _, part := range [][]byte{[]byte(before), text, []byte(after)} {
		if w.err == nil {
			_, w.err = w.to.Write(part)
		}
	}
}

// line is any line.
type line struct {
	Format   string          `json:"stategen,omitempty"`
	Version  int             `json:"version,omitempty"`
	Redacted bool            `json:"redacted,omitempty"`
	Session  *owner          `json:"session,omitempty"`
	State    json.RawMessage `json:"state,omitempty"`
	Host     *string         `json:"host,omitempty"`
	Event    json.RawMessage `json:"event,omitempty"`
	End      *int            `json:"end,omitempty"`
	Error    string          `json:"error,omitempty"`
	Done     *counts         `json:"done,omitempty"`
}

const eventPrefix = `{"event":`

type owner struct {
	App  string `json:"app"`
	User string `json:"user,omitempty"`
	ID   string `json:"id,omitempty"`
}

func (o owner) key() store.SessionKey {
	return store.SessionKey{AppName: o.App, UserID: o.User, SessionID: o.ID}
}

// scope is that of the keys of its own.
func (o owner) scope() runtime.Scope { return o.key().Scope() }

type counts struct {
	Sessions int64 `json:"sessions"`
	Events   int64 `json:"events"`
}

// ownState returns the values of a session's own scope by full key.
func ownState(o owner, l *store.Loaded) map[string]any {
	state := make(map[string]any)
	if values := l.State[o.scope()]; values != nil {
		for name, v := range maps.Collect(values.All()) {
			state[o.scope().Key(name)] = v
		}
	}
	return state
}
