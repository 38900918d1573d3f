package agui

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// events is what agents do in a run.
type events = iter.Seq2[*runtime.Event, error]

// site is a handler on a server, and what is behind it.
type site struct {
	testing.TB
	*httptest.Server
	svc    *runtime.Service
	config Config
	agents func(ctx context.Context, inv *runtime.Invocation, said *runtime.Content) events
}

// open starts a server; the user is who the header User names.
func open(t testing.TB, change ...func(*Config)) *site {
	t.Helper()
	s := &site{TB: t, svc: memory.New()}
	s.config = Config{
		AppName: "app", Service: s.svc, Clients: contract(t), Poll: time.Hour,
		User: func(r *http.Request) (string, error) {
			if name := r.Header.Get("User"); name != "" {
				return name, nil
			}
			return "", errors.New("nobody")
		},
		Run: func(ctx context.Context, user, id string, said *runtime.Content) events {
			return s.agents(ctx, runtime.NewInvocation(s.svc, s.session(user, id)), said)
		},
	}
	for _, c := range change {
		c(&s.config)
	}
	s.svc = s.config.Service
	h, err := NewHandler(s.config)
	if err != nil {
		t.Fatal(err)
	}
	s.Server = httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

func (s *site) session(user, id string) *runtime.Session {
	s.Helper()
	session, err := s.svc.Get(s.Context(), runtime.GetRequest{AppName: "app", UserID: user, SessionID: id})
	if err != nil {
		s.Fatal(err)
	}
	return session
}

// write is what another program does to a session of ann.
func (s *site) write(id string, delta runtime.Delta) {
	s.Helper()
	e := &runtime.Event{Author: "job", Actions: runtime.Actions{StateDelta: delta}}
	if err := s.svc.AppendEvent(s.Context(), s.session("ann", id), e); err != nil {
		s.Fatal(err)
	}
}

// does is a run that commits events, one by one.
func does(list ...*runtime.Event) func(context.Context, *runtime.Invocation, *runtime.Content) events {
	return func(ctx context.Context, inv *runtime.Invocation, _ *runtime.Content) events {
		return func(yield func(*runtime.Event, error) bool) {
			for _, e := range list {
				event := *e
				if !yield(&event, inv.AppendEvent(ctx, &event)) {
					return
				}
			}
		}
	}
}

func says(author, text string) *runtime.Event {
	return &runtime.Event{Author: author, Content: runtime.NewText("model", text)}
}

func sets(delta runtime.Delta) *runtime.Event {
	return &runtime.Event{Author: "desk", Actions: runtime.Actions{StateDelta: delta}}
}

// ask sends a request as ann and returns the answer.
func (s *site) ask(method, path, body string, header ...string) *http.Response {
	s.Helper()
	r, err := http.NewRequestWithContext(s.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User", "ann")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := s.Client().Do(r)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

// tab is a client: it has a state, as AG-UI's clients have, and applies what it is sent.
type tab struct {
	*site
	thread string
	runs   int
	state  map[string]any
	seen   []map[string]any // the events of the last run
	wire   bytes.Buffer
}

func (s *site) tab(thread string) *tab { return &tab{site: s, thread: thread, state: map[string]any{}} }

// run starts a run; an empty text says nothing.
func (t *tab) run(text string) {
	t.Helper()
	t.runs++
	in := map[string]any{"threadId": t.thread, "runId": fmt.Sprintf("%p-%d", t, t.runs), "state": t.state, "messages": []any{}}
	if text != "" {
		in["messages"] = []any{map[string]any{"id": "m", "role": "user", "content": text}}
	}
	t.send(in)
}

func (t *tab) send(in map[string]any) {
	t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	answer := t.ask("POST", "/agui", string(body))
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(answer.Body)
		t.Fatalf("%s: %s", answer.Status, text)
	}
	t.seen = nil
	t.read(answer.Body, func() bool { return false })
}

// read takes events until enough is true, or they end.
func (t *tab) read(from io.Reader, enough func() bool) {
	t.Helper()
	lines := bufio.NewReader(io.TeeReader(from, &t.wire))
	for !enough() {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		var e map[string]any
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			t.Fatalf("%v: %s", err, data)
		}
		t.seen = append(t.seen, e)
		t.apply(e)
	}
}

func (t *tab) apply(e map[string]any) {
	t.Helper()
	switch e["type"] {
	case "STATE_SNAPSHOT":
		t.state = e["snapshot"].(map[string]any)
	case "STATE_DELTA":
		for _, o := range e["delta"].([]any) {
			t.operate(o.(map[string]any))
		}
	}
}

// operate is RFC 6902 as far as paths lead through objects, strictly.
func (t *tab) operate(op map[string]any) {
	t.Helper()
	in, names := t.state, strings.Split(op["path"].(string), "/")[1:]
	for i := range names {
		names[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(names[i])
	}
	for _, name := range names[:len(names)-1] {
		in = in[name].(map[string]any)
	}
	name := names[len(names)-1]
	if _, had := in[name]; had == (op["op"] == "add") {
		t.Errorf("%v where there is a value: %t", op, had)
	}
	if op["op"] == "remove" {
		delete(in, name)
		return
	}
	in[name] = op["value"]
}

// types are those of the last events, with what tells them apart. One change may come in
// two patches, if another one is seen meanwhile.
func (t *tab) types() string {
	var list []string
	for _, e := range t.seen {
		line := e["type"].(string)
		for _, field := range []string{"stepName", "toolCallName", "content", "code", "name"} {
			if text, ok := e[field].(string); ok {
				line += " " + text
			}
		}
		if text, ok := e["delta"].(string); ok {
			line += " " + text
		}
		list = append(list, line)
	}
	list = slices.CompactFunc(list, func(a, b string) bool { return a == "STATE_DELTA" && a == b })
	return strings.Join(list, "\n")
}

// last returns the last event of a type.
func (t *tab) last(kind string) map[string]any {
	for i := len(t.seen) - 1; i >= 0; i-- {
		if t.seen[i]["type"] == kind {
			return t.seen[i]
		}
	}
	return nil
}

// counted counts how often a store is asked for a session.
type counted struct {
	store.Store
	loads chan struct{}
}

func (c *counted) Load(ctx context.Context, key store.SessionKey, q store.EventQuery) (store.Loaded, error) {
	c.loads <- struct{}{}
	return c.Store.Load(ctx, key, q)
}
