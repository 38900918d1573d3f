package agui

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

// event is any event of AG-UI: which fields it has depends on its type.
type event struct {
	Type         string   `json:"type"`
	ThreadID     string   `json:"threadId,omitempty"`
	RunID        string   `json:"runId,omitempty"`
	MessageID    string   `json:"messageId,omitempty"`
	Role         string   `json:"role,omitempty"`
	StepName     string   `json:"stepName,omitempty"`
	ToolCallID   string   `json:"toolCallId,omitempty"`
	ToolCallName string   `json:"toolCallName,omitempty"`
	Delta        any      `json:"delta,omitempty"` // a text, or a patch
	Content      any      `json:"content,omitempty"`
	Snapshot     any      `json:"snapshot,omitempty"`
	Name         string   `json:"name,omitempty"`
	Value        any      `json:"value,omitempty"`
	Outcome      *outcome `json:"outcome,omitempty"`
	Message      string   `json:"message,omitempty"`
	Code         string   `json:"code,omitempty"`
}

// outcome is how a run ended.
type outcome struct {
	Type       string      `json:"type"`
	Interrupts []interrupt `json:"interrupts,omitempty"`
}

// interrupt is a question to the user, which the next run answers.
type interrupt struct {
	ID             string         `json:"id"`
	Reason         string         `json:"reason"`
	Message        string         `json:"message,omitempty"`
	ToolCallID     string         `json:"toolCallId,omitempty"`
	ResponseSchema map[string]any `json:"responseSchema,omitempty"`
	Metadata       map[string]any `json:"metadata,omitempty"`
}

const (
	// patience is how long a client may take to read what it is sent.
	patience = 30 * time.Second
	// quiet is how long a stream says nothing before it shows that it is alive.
	quiet = 15 * time.Second
)

// stream sends events to one client, and keeps its view of the state up to date. All
// methods are safe for concurrent use.
type stream struct {
	room *room

	mu    sync.Mutex
	w     http.ResponseWriter
	flush *http.ResponseController
	sent  view // what the client has
	own   view // what this stream shows besides what is stored: temp keys of its run
	err   error
}

func newStream(w http.ResponseWriter, of *room) *stream {
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no") // proxies are to pass events on as they come
	return &stream{room: of, w: w, flush: http.NewResponseController(w)}
}

// send sends events in order. Once a client is gone it does nothing.
func (s *stream) send(events ...event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.write(events...)
}

func (s *stream) write(events ...event) {
	for _, e := range events {
		text, err := json.Marshal(e)
		if err != nil { // of values that were JSON before
			s.err = err
			return
		}
		s.line("data: " + string(text))
	}
}

// line writes one line and what ends an event.
func (s *stream) line(text string) {
	if s.err != nil {
		return
	}
	_ = s.flush.SetWriteDeadline(time.Now().Add(patience)) // where the server can
	if _, s.err = s.w.Write([]byte(text + "\n\n")); s.err == nil {
		s.err = s.flush.Flush()
	}
}

// snapshot sends the whole view.
func (s *stream) snapshot() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = s.room.view().with(s.own)
	s.write(event{Type: "STATE_SNAPSHOT", Snapshot: s.sent.state()})
}

// catchUp sends what has changed since the client was last sent something.
func (s *stream) catchUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.room.view().with(s.own)
	if ops := patch(s.sent, now); len(ops) > 0 {
		s.sent = now
		s.write(event{Type: "STATE_DELTA", Delta: ops})
	}
}

// show changes what the stream shows besides what is stored; nil ends that.
func (s *stream) show(own view) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if own == nil {
		s.own = nil
		return
	}
	s.own = s.own.with(own)
}

// follow sends changes as they come, until the context or the session ends.
func (s *stream) follow(ctx context.Context) {
	for {
		changed, gone := s.room.next()
		s.catchUp()
		if gone {
			return
		}
		select {
		case <-changed:
		case <-time.After(quiet):
			s.mu.Lock()
			s.line(":")
			s.mu.Unlock()
		case <-ctx.Done():
			return
		}
		s.mu.Lock()
		err := s.err
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}
