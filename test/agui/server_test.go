package agui

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/agui"
	"github.com/seed92179c4c/stategen/runtime/client"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// events is what agents do in a run.
type events = iter.Seq2[*runtime.Event, error]

// shop is a program whose tools write random keys, each time with another value.
type shop struct {
	svc   *runtime.Service
	marks atomic.Int64
	mu    sync.Mutex
	wire  bytes.Buffer // all that was sent to clients
}

func newShop() *shop { return &shop{svc: memory.New()} }

// keys are those that the tools write; clients set the first three, see one more, and none of the others.
var keys = []string{"a", "b", "user:c", "seen/by~clients", "user:hidden", "app:hidden", "hidden"}

func contract() *client.Contract {
	var declared []client.Declared
	for i, key := range keys[:4] {
		declared = append(declared, client.Key[string]{
			Name: key, As: typed.AsString, From: typed.FromString, Optional: true, Write: i < 3,
		})
	}
	return client.NewContract(declared...)
}

func (s *shop) run(ctx context.Context, user, id string, said *runtime.Content) events {
	if said.Text() == "write" {
		return s.write(ctx, user, id)
	}
	return s.tour(ctx, user, id, said)
}

// write is a tool that writes in several steps.
func (s *shop) write(ctx context.Context, user, id string) events {
	return func(yield func(*runtime.Event, error) bool) {
		session, err := s.svc.Get(ctx, runtime.GetRequest{AppName: "shop", UserID: user, SessionID: id, NumRecentEvents: -1})
		if err != nil {
			yield(nil, err)
			return
		}
		for range 1 + rand.IntN(3) {
			delta := runtime.Delta{}
			for range 1 + rand.IntN(3) {
				key := keys[rand.IntN(len(keys))]
				delta[key] = fmt.Sprintf("tool-%d-%s", s.marks.Add(1), key)
			}
			e := &runtime.Event{Author: "tool", Actions: runtime.Actions{StateDelta: delta}}
			if !yield(e, s.svc.AppendEvent(ctx, session, e)) {
				return
			}
		}
	}
}

// tour says and does a little of all.
func (s *shop) tour(ctx context.Context, user, id string, said *runtime.Content) events {
	part := said.Parts[0]
	content := func(role string, p ...runtime.Part) *runtime.Content { return &runtime.Content{Role: role, Parts: p} }
	list := []*runtime.Event{
		{Author: "desk", Partial: true, Content: content("model", runtime.Part{Text: "Let me "})},
		{Author: "desk", Content: content("model", runtime.Part{Text: "Let me look."})},
		{Author: "clerk", Content: content("model", runtime.Part{
			FunctionCall: &runtime.FunctionCall{ID: "f1", Name: "look", Args: map[string]any{"at": "a"}},
		})},
		{
			Author: "clerk", Content: content("user", runtime.Part{
				FunctionResponse: &runtime.FunctionResponse{ID: "f1", Name: "look", Response: map[string]any{"ok": true}},
			}),
			Actions: runtime.Actions{StateDelta: runtime.Delta{"seen/by~clients": "x", "hidden": "y"}},
		},
		{Author: "clerk", Content: content("model", runtime.Part{FunctionCall: &runtime.FunctionCall{
			ID: "q1", Name: "adk_request_confirmation", Args: map[string]any{"toolConfirmation": map[string]any{"hint": "Sure?"}},
		}})},
	}
	if part.FunctionResponse != nil {
		text := fmt.Sprint("confirmed: ", part.FunctionResponse.Response["confirmed"])
		list = []*runtime.Event{{Author: "desk", Content: runtime.NewText("model", text)}}
	}
	return func(yield func(*runtime.Event, error) bool) {
		session, err := s.svc.Get(ctx, runtime.GetRequest{AppName: "shop", UserID: user, SessionID: id})
		for i, e := range list {
			e.ID = fmt.Sprintf("%s-%d", part.Text, i)
			if err == nil {
				err = s.svc.AppendEvent(ctx, session, e)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// handler is ours.
func (s *shop) handler(t *testing.T) http.Handler {
	h, err := agui.NewHandler(agui.Config{
		AppName: "shop", Service: s.svc, Clients: contract(), Run: s.run, Poll: time.Hour,
		User: func(r *http.Request) (string, error) { return r.Header.Get("User"), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// bridge is a handler as the bridges of other frameworks are: the client is shown the whole state, and
// what it sends becomes the state.
func (s *shop) bridge(w http.ResponseWriter, r *http.Request) {
	var in struct {
		ThreadID, RunID string
		State           map[string]any
		Messages        []struct{ Role, Content string }
	}
	send := func(e map[string]any) {
		text, _ := json.Marshal(e)
		_, _ = fmt.Fprintf(w, "data: %s\n\n", text)
	}
	w.Header().Set("Content-Type", "text/event-stream")
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		return
	}
	send(map[string]any{"type": "RUN_STARTED", "threadId": in.ThreadID, "runId": in.RunID})
	_, _ = s.svc.Create(r.Context(), runtime.CreateRequest{AppName: "shop", UserID: "ann", SessionID: in.ThreadID}) // it may be there
	get := runtime.GetRequest{AppName: "shop", UserID: "ann", SessionID: in.ThreadID, NumRecentEvents: -1}
	session, err := s.svc.Get(r.Context(), get)
	if err == nil && len(in.State) > 0 {
		e := &runtime.Event{Author: "user", Actions: runtime.Actions{StateDelta: in.State}}
		err = s.svc.AppendEvent(r.Context(), session, e)
	}
	if n := len(in.Messages); err == nil && n > 0 && in.Messages[n-1].Content == "write" {
		for _, err = range s.write(r.Context(), "ann", in.ThreadID) {
			if err != nil {
				break
			}
		}
	}
	if session, err = s.svc.Get(r.Context(), get); err != nil {
		send(map[string]any{"type": "RUN_ERROR", "message": err.Error()})
		return
	}
	state := map[string]any{}
	for key, value := range session.State().All() {
		state[key] = value
	}
	send(map[string]any{"type": "STATE_SNAPSHOT", "snapshot": state})
	send(map[string]any{"type": "RUN_FINISHED", "threadId": in.ThreadID, "runId": in.RunID})
}

// serve serves a handler, and keeps what it sends.
func (s *shop) serve(t *testing.T, h http.Handler) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(&tap{w, s}, r) }))
	t.Cleanup(server.Close)
	return server.URL + "/agui"
}

type tap struct {
	http.ResponseWriter
	shop *shop
}

func (t *tap) Unwrap() http.ResponseWriter { return t.ResponseWriter }

func (t *tap) Write(text []byte) (int, error) {
	t.shop.mu.Lock()
	t.shop.wire.Write(text)
	t.shop.mu.Unlock()
	return t.ResponseWriter.Write(text)
}
