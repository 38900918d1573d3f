//go:build unix

package sessiondb_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/inspect"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
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

// TestPageOfStores: on each store the page follows what is appended, and knows who wrote what.
func TestPageOfStores(t *testing.T) {
	for name, dsn := range map[string]string{
		"SQLite": filepath.Join(t.TempDir(), "s.db"), "PostgreSQL": server.NewDatabase(t), "Redis": ownRedis(t),
	} {
		t.Run(name, func(t *testing.T) { pageOf(t, dsn) })
	}
}

func pageOf(t *testing.T, dsn string) {
	st, err := sessiondb.Store(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	svc := runtime.NewService(st)
	defer func() { _ = svc.Close() }()
	var sessions [2]*runtime.Session
	for i, id := range []string{"s", "t"} {
		state := map[string]any{"user:name": "Ada", "given": 1}
		if sessions[i], err = svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: id, State: state}); err != nil {
			t.Fatal(err)
		}
	}
	get := browser(t, dsn)
	const page = "/app/a/user/u/session/s"
	for n := range 300 {
		e := &runtime.Event{Author: "desk"}
		e.Actions.StateDelta = runtime.Delta{"count": runtime.Op{Kind: runtime.OpSum, Operand: 5}, "user:all": runtime.Op{Kind: runtime.OpSum, Operand: 1}}
		if err := svc.AppendEvent(t.Context(), sessions[n%2], e); err != nil {
			t.Fatal(err)
		}
		var got struct{ Last int }
		if n%2 != 0 || n%50 > 2 {
			continue
		}
		if err := json.Unmarshal([]byte(get(page+"/last")), &got); err != nil || got.Last != n/2+1 {
			t.Errorf("after %d events the last is %d, %v", n/2+1, got.Last, err)
		}
	}
	for path, want := range map[string]string{
		page: "<code>750</code>", page + "/part?at=2": "<code>10</code>", "/app/a": "/app/a/user/u", "/app/none": "There are none", "/app/a/user/none": "There are none",
		"/app/a/user/u": "Ada", "/search?key=count&value=750": page, "/": page,
		page + "?at=2":          `<code>300</code> <span class="now">of now</span>`,
		page + "/key?key=count": "<code>750</code>", page + "/key?key=count&below=21": "<code>5</code>", page + "/key?key=given": ">creation</a>",
		page + "/key?key=user:all": `<a href="/app/a/user/u/session/t?at=150">#150 of t</a>`, page + "/text?key=user:name": "Ada",
	} {
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
