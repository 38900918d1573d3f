//go:build unix

package sessiondb_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/migrate"
)

const older = "testdata/older"

// moved is a schema whose values the older builds stored under other names and in
// other forms.
const moved = `version: 1
package: tripstate
types:
  Step: {enum: [search, {value: pay, renamed_from: [payment]}]}
keys:
  step: {type: Step, default: search}
  trip_count: {type: int, default: 0, renamed_from: [trips]}
  seats: {type: "[]string", default: [], was: [{key: seat, type: string}]}
  user:language: {type: string, default: en, renamed_from: [user:lang]}
  user:visits: {type: int, default: 10}
  app:motd: {type: string, default: "", renamed_from: [app:message]}
  app:top: {type: int, default: 0}
foreign: [big, empty, flight, list, nested, price, small, tags, text, when]
`

// TestOlder reads, scans and migrates what earlier builds wrote.
func TestOlder(t *testing.T) {
	schema := filepath.Join(t.TempDir(), "stategen.yaml")
	if err := os.WriteFile(schema, []byte(moved), 0o600); err != nil {
		t.Fatal(err)
	}
	databases, err := filepath.Glob(filepath.Join(older, "build*"))
	if err != nil || len(databases) < 6 {
		t.Fatalf("%q, %v", databases, err)
	}
	for _, path := range databases {
		t.Run(filepath.Base(path), func(t *testing.T) { checkOlder(t, restore(t, path), schema) })
	}
}

// restore makes a copy of a database.
func restore(t *testing.T, path string) (dsn string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(path, ".sql") {
		dsn = filepath.Join(t.TempDir(), "s.db")
		if err := os.WriteFile(dsn, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return dsn
	}
	dsn = server.NewDatabase(t)
	conn, err := pgx.Connect(t.Context(), dsn+" search_path=public")
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), string(text), pgx.QueryExecModeSimpleProtocol)
	if err = errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	return dsn + " search_path=public"
}

func checkOlder(t *testing.T, dsn, schema string) {
	checkHeld(t, dsn, true)
	var w workspace.Workspace
	scanned, err := w.Scan(t.Context(), workspace.ScanRequest{Schema: schema, Database: dsn, History: true})
	if err != nil {
		t.Fatal(err)
	}
	if r := scanned.Report; len(scanned.Findings) > 0 || r.Sessions != 2 || *r.Events != 10 || r.Values != 32 {
		t.Errorf("scanned %d sessions, %d events, %d values: %+v", r.Sessions, *r.Events, r.Values, scanned.Findings)
	}
	for run, want := range []int64{6, 0} {
		done, err := w.Migrate(t.Context(), workspace.MigrateRequest{Schema: schema, Database: dsn, Options: migrate.Options{Apply: true}})
		if err != nil {
			t.Fatal(err)
		}
		if done.Report.Events != want || done.Report.Left() > 0 {
			t.Errorf("run %d appended %d events and left %d values", run, done.Report.Events, done.Report.Left())
		}
	}
	checkHeld(t, dsn, false)
	s := session(t, dsn, "ann", "s0", "")
	for key, want := range map[string]any{"step": "pay", "trip_count": 2, "seats": []any{"12A"}, "user:language": "de", "app:motd": "hi"} {
		if got, err := s.State().Get(key); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("migrated %s is %v (%v), want %v", key, got, err, want)
		}
	}
}

// checkHeld compares what is stored with what the build that wrote it read; once it
// is migrated only what sessions held as of earlier events.
func checkHeld(t *testing.T, dsn string, now bool) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(older, "held.json"))
	if err != nil {
		t.Fatal(err)
	}
	var held map[string]map[string]json.RawMessage
	if err := json.Unmarshal(text, &held); err != nil {
		t.Fatal(err)
	}
	for name, want := range held {
		at := strings.LastIndex(name, " ")
		event, owner := name[at+1:], name[:at]
		user, id, _ := cutLast(owner)
		if event == "" && !now {
			continue
		}
		s := session(t, dsn, user, id, event)
		for key, value := range want {
			if scope, _ := runtime.ParseKey(key); !now && scope != runtime.ScopeSession {
				continue
			}
			got, err := s.State().Get(key)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if stored, err := runtime.DecodeValue(value); err != nil || !reflect.DeepEqual(got, stored) {
				t.Errorf("%s: %s is %#v, and was %#v (%v)", name, key, got, stored, err)
			}
		}
	}
}

func cutLast(s string) (before, after string, found bool) {
	i := strings.LastIndex(s, " ")
	return s[:i], s[i+1:], i >= 0
}

func session(t *testing.T, dsn, user, id, asOf string) *runtime.Session {
	t.Helper()
	svc, _, err := sessiondb.Service(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := svc.Close(); err != nil {
			t.Error(err)
		}
	}()
	s, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "trips", UserID: user, SessionID: id, AsOf: asOf})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
