//go:build unix

package sessiondb_test

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

// TestReaderOfADK: what is read of ADK's tables is what an export has, with its times, texts and
// changes of shared keys, and nothing that never happened.
func TestReaderOfADK(t *testing.T) {
	for _, name := range []string{"v1.6.0/sqlite", "v1.6.0/postgres", "v2.2.0/sqlite", "v2.2.0/postgres"} {
		t.Run(name, func(t *testing.T) {
			more := "UPDATE sessions SET state = '[1]' WHERE user_id = 'bob';" +
				`UPDATE sessions SET state = '{"large":"' || hex(zeroblob(9000000)) || '"}' WHERE user_id = 'carl';`
			if strings.HasSuffix(name, "postgres") {
				more = strings.NewReplacer("UPDATE sessions", "UPDATE public.sessions", "'{", "('{", "\"}'", "\"}')::jsonb",
					"hex(zeroblob(9000000))", "repeat('0', 18000000)").Replace(more)
			}
			svc, _, tables, err := sessiondb.Reader(t.Context(), adkDatabase(t, name+".sql", more))
			damage := (*sessiondb.DamagedSession)(nil)
			if svc == nil || tables != "ADK" || !errors.As(err, &damage) || damage.User != "bob" {
				t.Fatalf("tables of %q: %v", tables, err)
			}
			defer func() { _ = svc.Close() }()
			session, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "app", UserID: "ann", SessionID: "0"})
			if err != nil {
				t.Fatal(err)
			}
			large, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "app", UserID: "carl", SessionID: "empty"})
			if err != nil {
				t.Fatalf("a session with a value that our stores don't take: %v", err)
			}
			if text, err := large.State().Get("large"); err != nil || len(text.(string)) != 18_000_000 {
				t.Errorf("the large value: %v", err)
			}
			var got []string
			for e := range session.Events().All() {
				keys := slices.Sorted(maps.Keys(e.Actions.StateDelta))
				got = append(got, fmt.Sprint(e.Author, e.Timestamp.Format(" 2006-01-02 15:04:05.000000 "), keys, strings.Contains(string(e.Host), "functionCall")))
			}
			want := []string{
				"desk 2026-03-14 15:09:26.535897 [_adk_null_gone app:n gone k0 list n user:_adk_null_gone user:gone user:n] false",
				"desk 2026-03-14 15:09:26.536897 [_adk_null_begun begun gone] true",
				"desk 2026-03-14 15:09:26.537897 [_adk_null_gone gone] false",
				"desk 2026-03-14 15:09:26.538897 [] false",
			}
			if !slices.Equal(got, want) {
				t.Errorf("the events are\n%s", strings.Join(got, "\n"))
			}
			state := maps.Collect(session.State().All())
			if state["text"] != "<ö>\n" || state["user:name"] != "ann" || state["app:version"] != 1.5 {
				t.Errorf("the state is %v", state)
			}
		})
	}
}

// TestReaderOnlyReads: nothing can be written through it, and it follows those who write.
func TestReaderOnlyReads(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.db")
	svc, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = svc.Close() }()
	onlyReads(t, svc, path)
}

func TestReaderOnlyReadsPostgres(t *testing.T) {
	dsn := server.NewDatabase(t)
	svc, err := postgres.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = svc.Close() }()
	onlyReads(t, svc, dsn)
}

func onlyReads(t *testing.T, svc *runtime.Service, dsn string) {
	t.Helper()
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	reader, _, _, err := sessiondb.Reader(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reader.Close() }()
	request := runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"}
	seen, err := reader.Get(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	e := &runtime.Event{Author: "x"}
	e.Actions.StateDelta = runtime.Delta{"k": 1}
	if err := reader.AppendEvent(t.Context(), seen, e); err == nil {
		t.Error("the reader can append")
	}
	if _, err := reader.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u"}); err == nil {
		t.Error("the reader can create")
	}
	if err := svc.AppendEvent(t.Context(), session, &runtime.Event{Author: "y", Actions: runtime.Actions{StateDelta: runtime.Delta{"k": 2}}}); err != nil {
		t.Fatal(err)
	}
	again, err := reader.Get(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if again.Events().Len() != 1 || again.Events().At(0).Author != "y" {
		t.Errorf("the reader sees %d events", again.Events().Len())
	}
}
