package sqlite_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	driver "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

// TestLoadAnySize reads more rows than are copied at a time, and longer ones.
func TestLoadAnySize(t *testing.T) {
	svc := open(t, filepath.Join(t.TempDir(), "x.db"), sqlite.RelaxedSync())
	state := map[string]any{}
	for i := range 150 {
		state[fmt.Sprint("k", i)] = fmt.Sprint("value ", i)
		state[fmt.Sprint("user:k", i)] = i
	}
	s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s", State: state})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for i := range 200 {
		n := i
		if i%10 == 0 {
			n = i * 1000 // up to three times what fits
		}
		text := strings.Repeat(string(rune('a'+i%26)), n)
		texts = append(texts, text)
		if err := svc.AppendEvent(ctx, s, &runtime.Event{Content: runtime.NewText("model", text)}); err != nil {
			t.Fatal(err)
		}
	}
	get := func(last int) *runtime.Session {
		s, err := svc.Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s", NumRecentEvents: last})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, last := range []int{0, 1, 63, 64, 65, 128, 129, 200} {
		got := get(last)
		get(100) // which uses the same memory again
		for key, want := range state {
			if value, err := got.State().Get(key); value != want {
				t.Errorf("last %d: %s is %v, error %v", last, key, value, err)
			}
		}
		want := texts
		if last > 0 {
			want = texts[len(texts)-last:]
		}
		if got.Events().Len() != len(want) {
			t.Fatalf("last %d: %d events", last, got.Events().Len())
		}
		for i, text := range want {
			e := got.Events().At(i)
			if e.Seq != int64(len(texts)-len(want)+i+1) || e.Content.Text() != text {
				t.Errorf("last %d: event %d has number %d and %d bytes", last, i, e.Seq, len(e.Content.Text()))
			}
		}
	}
}

// TestLoadAtTheEdge has a value and its name end where the memory for copies
// does, and some bytes before and after.
func TestLoadAtTheEdge(t *testing.T) {
	svc := open(t, filepath.Join(t.TempDir(), "x.db"), sqlite.RelaxedSync())
	s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	for n := 64<<10 - 8; n < 64<<10+4; n++ {
		text := strings.Repeat("x", n)
		append1(t, svc, s, runtime.Delta{"key": text, "last": n})
		got, err := svc.Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s", NumRecentEvents: -1})
		if err != nil {
			t.Fatal(err)
		}
		for key, want := range map[string]any{"key": text, "last": n} {
			if value, err := got.State().Get(key); value != want {
				t.Errorf("%d bytes: %s came back wrong, error %v", n, key, err)
			}
		}
	}
}

// TestBrokenRowsAreErrors reads what another program has damaged.
func TestBrokenRowsAreErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	svc := open(t, path)
	s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		append1(t, svc, s, runtime.Delta{"k": i})
	}
	const session = `app "a", user "u", session "s": `
	for _, test := range []struct{ damage, want string }{
		{"UPDATE session_state SET value = '{'", session + `the stored value of state key "k" can't be read: the JSON text is wrong at byte 1`},
		{"UPDATE session_state SET value = ''", session + `the stored value of state key "k" can't be read: the JSON text is wrong at byte 0`},
		{"UPDATE session_state SET value = '1'", "<nil>"},
		{"UPDATE events SET record = substr(record, 2) WHERE seq = 2", session + `the stored event 2 can't be read: the JSON text has the wrong type at byte 4`},
		{"UPDATE events SET record = '' WHERE seq = 2", session + `the stored event 2 can't be read: the JSON text is wrong at byte 0`},
		{"UPDATE events SET record = '{}' WHERE seq = 2", session + `the stored event 2 can't be read: the event has no ID`},
		{`UPDATE events SET record = '{"id": "secret", "timestamp": "secret"}' WHERE seq = 2`, session + `the stored event 2 can't be read: the timestamp is wrong`},
		{`UPDATE events SET record = '{"id": 98765}' WHERE seq = 2`, session + `the stored event 2 can't be read: the JSON text has the wrong type at byte 12`},
		{"UPDATE session_state SET value = 'x'", session + `the stored value of state key "k" can't be read: the JSON text is wrong at byte 0; the stored event 2 can't be read: the JSON text has the wrong type at byte 12`},
	} {
		execute(t, path, test.damage)
		_, err := svc.Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
		if fmt.Sprint(err) != test.want {
			t.Errorf("%s:\n got %v\nwant %s", test.damage, err, test.want)
		}
	}
}

// TestReadingSharedWritesNothing counts the rows.
func TestReadingSharedWritesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	svc := open(t, path)
	for _, user := range []string{"", "u"} {
		s, err := svc.Shared(ctx, runtime.SharedRequest{AppName: "a", UserID: user})
		if err != nil {
			t.Fatal(err)
		}
		if s.Events().Len() != 0 || !s.LastUpdateTime().IsZero() {
			t.Errorf("%d events, last update %v", s.Events().Len(), s.LastUpdateTime())
		}
	}
	if n := count(t, path, "SELECT (SELECT count(*) FROM sessions) + (SELECT count(*) FROM events)"); n != 0 {
		t.Errorf("%d rows", n)
	}
}

func count(t *testing.T, path, query string) (n int) {
	t.Helper()
	conn, err := driver.OpenConn(path, driver.OpenReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	err = sqlitex.Execute(conn, query, &sqlitex.ExecOptions{ResultFunc: func(stmt *driver.Stmt) error {
		n = stmt.ColumnInt(0)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
