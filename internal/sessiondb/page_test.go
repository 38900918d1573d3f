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

	"github.com/seed92179c4c/stategen/inspect"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres"
)

// browser serves a database for reading, and returns what gets its pages.
func browser(t *testing.T, dsn string) (get func(path string) string) {
	t.Helper()
	svc, name, tables, err := sessiondb.Reader(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inspect.New(inspect.Options{Service: svc, Name: name, Still: tables != "stategen", Addr: "127.0.0.1:0"})
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

// TestPageOfADK: ADK's tables are shown as they were written: what was said, when, and who has
// written what sessions share; and nothing is followed.
func TestPageOfADK(t *testing.T) {
	for _, dump := range []string{"v2.2.0/sqlite.sql", "v2.2.0/postgres.sql"} {
		get := browser(t, adkDatabase(t, dump, ""))
		const page = "/app/app/user/ann/session/0"
		for path, want := range map[string]string{
			"/": page, "/app/app": "/app/app/user/carl", "/app/app/user/ann": "ann", page: "read once", page + "/part?at=2": "Say &#34;&lt;hi&gt;&#34; &amp; \u2028 go",
			page + "/key?key=text": "at=1\">creation</a>", page + "/key?key=user:n": ">#1</a>", page + "?at=1": "15:09:26.535", page + "?at=2": "<code>null</code>",
		} {
			text := get(path)
			if !strings.Contains(text, want) {
				t.Errorf("%s has no %s:\n%s", path, want, text)
			}
			for _, never := range []string{"following", "_adk_null_", "0001-01-01", "1970-01-01"} {
				if strings.Contains(text, never) {
					t.Errorf("%s shows %s:\n%s", path, never, text)
				}
			}
		}
	}
}
