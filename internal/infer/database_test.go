package infer_test

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/infer"
	"github.com/seed92179c4c/stategen/internal/statelint"
	"github.com/seed92179c4c/stategen/runtime"
	store "github.com/seed92179c4c/stategen/runtime/sqlite"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

func keysOf(list []infer.Stored) []string {
	var keys []string
	for _, s := range list {
		keys = append(keys, s.Key)
	}
	return keys
}

func TestReadOwnStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	svc, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", State: map[string]any{
		"visits": 3, "user:name": "Ada", "app:motd": "hi",
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := svc.Close(); err != nil {
		t.Fatal(err)
	}
	list, err := infer.ReadDatabase(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := keysOf(list), []string{"visits", "user:name", "app:motd"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// adkTables are those of ADK's database session service that hold state.
const adkTables = `
CREATE TABLE sessions (app_name text, user_id text, id text, state text, update_time text);
CREATE TABLE user_states (app_name text, user_id text, state text);
CREATE TABLE app_states (app_name text, state text);
INSERT INTO sessions (app_name, user_id, id, state) VALUES ('a', 'u', '1', '{"visits": 3, "city": "Bern"}');
INSERT INTO user_states VALUES ('a', 'u', '{"name": "Ada"}');
INSERT INTO app_states VALUES ('a', '{"motd": "hi"}');
`

func TestReadADKStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "adk.db")
	create(t, path, adkTables)
	list, err := infer.ReadDatabase(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := keysOf(list), []string{"city", "visits", "user:name", "app:motd"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReadOtherDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "other.db")
	create(t, path, "CREATE TABLE t (x);")
	if _, err := infer.ReadDatabase(t.Context(), path); err == nil || !strings.Contains(err.Error(), "no tables of") {
		t.Errorf("got %v", err)
	}
}

func create(t *testing.T, path, script string) {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite, sqlite.OpenCreate)
	if err != nil {
		t.Fatal(err)
	}
	if err := sqlitex.ExecuteScript(conn, script, nil); err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestReadEventsReportsThePlace(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 1} [1]`:   "value 2 is not an object",
		`{"a": 1} {"b":`: "value 2 at byte",
	} {
		if _, err := infer.ReadEvents(strings.NewReader(text), "x"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

var emptyProject statelint.Found

func FuzzReadEvents(f *testing.F) {
	f.Add(`{"actions":{"stateDelta":{"a":1}}}`)
	f.Add(`{"state":{"a":"[1]"},"events":[{}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		list, err := infer.ReadEvents(strings.NewReader(text), "data")
		if err != nil || len(list) > 50 {
			return
		}
		d := infer.New(emptyProject, list, infer.Options{Package: "agentstate"})
		if _, err := d.Schema(); err != nil && err != infer.ErrNoKeys {
			t.Errorf("%q: %v", text, err)
		}
	})
}
