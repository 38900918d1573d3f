//go:build unix

package sessiondb_test

import (
	"maps"
	"path/filepath"
	"testing"

	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

// TestReaderOfADK: what is read of ADK's tables is the state that is stored, after the events
// that led there.
func TestReaderOfADK(t *testing.T) {
	path := filepath.Join(t.TempDir(), "adk.db")
	create(t, path, `
CREATE TABLE sessions (app_name text, user_id text, id text, state TEXT);
CREATE TABLE user_states (app_name text, user_id text, state TEXT);
CREATE TABLE app_states (app_name text, state TEXT);
CREATE TABLE events (id text, app_name text, user_id text, session_id text, author text, actions BLOB, timestamp TIMESTAMP);
INSERT INTO sessions VALUES ('trips', 'ann', '1', '{"step": "pay", "given": 1}');
INSERT INTO user_states VALUES ('trips', 'ann', '{"name": "Ann"}');
INSERT INTO app_states VALUES ('trips', '{"motd": "hi"}');
INSERT INTO events VALUES ('e1', 'trips', 'ann', '1', 'desk', '{"stateDelta":{"step":"search","gone":1,"user:name":"Ann"}}', '2026-01-02 03:04:05');
INSERT INTO events VALUES ('e2', 'trips', 'ann', '1', 'desk', '{"stateDelta":{"step":"pay"}}', '2026-01-02 03:04:06');`)
	svc, _, tables, err := sessiondb.Reader(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = svc.Close() }()
	session, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "trips", UserID: "ann", SessionID: "1"})
	if err != nil {
		t.Fatal(err)
	}
	state := maps.Collect(session.State().All())
	want := map[string]any{"step": "pay", "given": 1.0, "user:name": "Ann", "app:motd": "hi"}
	if tables != "ADK" || len(state) != len(want) || session.Events().Len() != 3 || session.Events().At(2).Author != sessiondb.StoredState {
		t.Errorf("%s: %v after %d events", tables, state, session.Events().Len())
	}
	for key, v := range want {
		if is, ok := runtime.DecodeFloat(state[key]); state[key] != v && (!ok || is != v) {
			t.Errorf("%s is %v", key, state[key])
		}
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
