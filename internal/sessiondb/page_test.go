//go:build unix

package sessiondb_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/inspect"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres"
)

// browser serves a database for reading, and returns what gets its pages.
func browser(t *testing.T, dsn string) (get func(path string) string) {
	t.Helper()
	svc, name, _, err := sessiondb.Reader(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inspect.New(inspect.Options{Service: svc, Name: name, Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := svc.Close(); err != nil {
			t.Error(err)
		}
	})
	jar, _ := cookiejar.New(nil)
	client := http.Client{Jar: jar}
	base, _, _ := strings.Cut(s.Link(), "/?")
	get = func(path string) string {
		t.Helper()
		a, err := client.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = a.Body.Close() }()
		text, err := io.ReadAll(a.Body)
		if err != nil || a.StatusCode != http.StatusOK {
			t.Fatalf("%s: status %d, %v\n%s", path, a.StatusCode, err, text)
		}
		return string(text)
	}
	get(strings.TrimPrefix(s.Link(), base))
	return get
}

// TestPageOfPostgres: the page follows what is appended.
func TestPageOfPostgres(t *testing.T) {
	dsn := server.NewDatabase(t)
	svc, err := postgres.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = svc.Close() }()
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s", State: map[string]any{"user:name": "Ada"}})
	if err != nil {
		t.Fatal(err)
	}
	get := browser(t, dsn)
	const page = "/app/a/user/u/session/s"
	for n := range 3 {
		e := &runtime.Event{Author: "desk"}
		e.Actions.StateDelta = runtime.Delta{"count": runtime.Op{Kind: runtime.OpSum, Operand: 5}}
		if err := svc.AppendEvent(t.Context(), session, e); err != nil {
			t.Fatal(err)
		}
		var got struct{ Last int }
		if err := json.Unmarshal([]byte(get(page+"/last")), &got); err != nil || got.Last != n+1 {
			t.Errorf("after %d events the last is %d, %v", n+1, got.Last, err)
		}
	}
	for path, want := range map[string]string{page: "<code>15</code>", page + "/part?at=2": "<code>10</code>", "/app/a/user/u": "Ada", "/search?app=a&key=count&value=15": page} {
		if text := get(path); !strings.Contains(text, want) {
			t.Errorf("%s has no %s:\n%s", path, want, text)
		}
	}
}

// TestPageOfADKOnPostgres: ADK's tables are shown with the state that is stored after its events.
func TestPageOfADKOnPostgres(t *testing.T) {
	dsn := server.NewDatabase(t)
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	if _, err := conn.Exec(t.Context(), strings.ReplaceAll(adkTables, "BYTES", "bytea"), pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
	get := browser(t, dsn)
	const page = "/app/a/user/u/session/1"
	for path, want := range map[string]string{
		"/": "/app/a", "/app/a": "/app/a/user/v", "/app/a/user/u": "Ada", page: "<code>5</code>", page + "/part?at=1": "teller", page + "/last": `"last":`,
	} {
		if text := get(path); !strings.Contains(text, want) {
			t.Errorf("%s has no %s:\n%s", path, want, text)
		}
	}
}
