package workspace_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	driver "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/migrate"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/workspace"
)

const migrated = `version: 1
package: tripstate
types:
  Step: {enum: [search, {value: pay, renamed_from: [payment]}]}
  Flight: {fields: {number: {type: string, renamed_from: [code]}}}
  Budget: {fields: {amount: int}}
keys:
  step: {type: Step, default: search}
  trip_count: {type: int, default: 0, renamed_from: [trips]}
  city: {type: string, optional: true, renamed_to: town, renamed_from: [ort]}
  seats: {type: "[]string", default: [], was: [{key: seat, type: string}]}
  price: {type: float, default: 0.0, was: [{type: string, else: fail}]}
  stars: {type: int, optional: true, was: [{key: points, type: string, else: drop}, {type: float, else: drop}]}
  flight: {type: Flight, optional: true}
  budget: {type: Budget, optional: true, was: [{type: string, convert: go}]}
  user:language: {type: string, default: en, renamed_from: [lang, user:lang]}
  app:motd: {type: string, default: "", renamed_from: [app:message]}
  "order_{id}": {type: Flight, optional: true, renamed_from: ["bestellung_{id}", "alt_{id}_x"]}
removed: [{key: secret, purge: true}, {key: "user:old_{n}", purge: true}, kept]
`

var before = map[string]any{
	"step": "payment", "trips": 4, "town": "Bern", "ort": "Thun", "seat": "12A", "price": "1.5", "flight": map[string]any{"code": "LH1", "extra": true},
	"stars": 4.5, "points": "many", "budget": "10 EUR", "lang": "de", "app:message": "hi", "bestellung_7": map[string]any{"code": "LH7"},
	"order_8_x_9": map[string]any{"code": "LH8"}, "alt_3_x": map[string]any{"number": "LH3"},
	"secret": "x", "user:old_1": "y", "kept": 1, "other": "o", "count": 1,
}

var after = map[string]any{
	"step": "pay", "trip_count": 4, "town": "Bern", "ort": "Thun", "seats": []any{"12A"}, "price": 1.5, "flight": map[string]any{"number": "LH1", "extra": true},
	"budget": "10 EUR", "user:language": "de", "app:motd": "hi", "order_7": map[string]any{"number": "LH7"},
	"order_8_x_9": map[string]any{"number": "LH8"}, "order_3": map[string]any{"number": "LH3"},
	"kept": 1, "other": "o", "count": 1,
}

func openFile(t *testing.T, path string) *runtime.Service {
	t.Helper()
	svc, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = svc.Close() })
	return svc
}

// migrateFile runs a migration, and returns what each key's report counts.
func migrateFile(t *testing.T, schema, path string, apply bool) (string, *migrate.Report) {
	t.Helper()
	var w workspace.Workspace
	done, err := w.Migrate(t.Context(), workspace.MigrateRequest{Schema: schema, Database: path, Options: migrate.Options{Apply: apply}})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, k := range done.Report.Keys {
		fmt.Fprintf(&b, "%s:%d/%d/%d/%d/%d ", k.Key, k.Moved, k.Cleared, k.Purged, k.NeedsGo, k.Refused)
	}
	return b.String(), done.Report
}

func TestMigrate(t *testing.T) {
	dir := t.TempDir()
	schema, path := filepath.Join(dir, "stategen.yaml"), filepath.Join(dir, "s.db")
	if err := os.WriteFile(schema, []byte(migrated), 0o600); err != nil {
		t.Fatal(err)
	}
	svc := openFile(t, path)
	s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s", State: before})
	if err != nil {
		t.Fatal(err)
	}
	first := &runtime.Event{ID: "first", Actions: runtime.Actions{StateDelta: runtime.Delta{"count": 1}}}
	if err := svc.AppendEvent(t.Context(), s, first); err != nil {
		t.Fatal(err)
	}
	get := func(asOf string) map[string]any {
		s, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s", AsOf: asOf})
		if err != nil {
			t.Fatal(err)
		}
		return maps.Collect(s.State().All())
	}

	dry, report := migrateFile(t, schema, path, false)
	if got := get(""); !reflect.DeepEqual(got, before) || report.Events != 3 {
		t.Errorf("a dry run of %d events left\n%v", report.Events, got)
	}
	applied, _ := migrateFile(t, schema, path, true)
	if applied != dry {
		t.Errorf("said before\n%s\nand after\n%s", dry, applied)
	}
	if got := get(""); !reflect.DeepEqual(got, after) {
		t.Errorf("got\n%v\nwant\n%v", got, after)
	}
	if got := get("first"); got["trips"] != 4 || got["trip_count"] != nil || got["seat"] != "12A" {
		t.Errorf("as of the event before the migration: %v", got)
	}
	again, report := migrateFile(t, schema, path, true)
	if report.Events != 0 || again != "budget:0/0/0/1/0 " {
		t.Errorf("a second run appended %d events: %s", report.Events, again)
	}

	// Programs of the release before may write older names again.
	if s, err = svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"}); err == nil {
		err = svc.AppendEvent(t.Context(), s, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"trips": 5, "trip_count": nil, "user:lang": "fr", "user:language": nil}}})
	}
	if err != nil {
		t.Fatal(err)
	}
	migrateFile(t, schema, path, true)
	if got := get(""); got["trip_count"] != 5 || got["trips"] != nil || got["user:language"] != "fr" || got["user:lang"] != nil {
		t.Errorf("after older programs: %v", got)
	}
}

// TestMigrateDamagedHistory has the event of an earlier migration damaged: the next
// one must not take its own event for that one.
func TestMigrateDamagedHistory(t *testing.T) {
	dir := t.TempDir()
	schema, path := filepath.Join(dir, "stategen.yaml"), filepath.Join(dir, "s.db")
	if err := os.WriteFile(schema, []byte(migrated), 0o600); err != nil {
		t.Fatal(err)
	}
	svc := openFile(t, path)
	write := func(language string) {
		user, err := svc.Shared(t.Context(), runtime.SharedRequest{AppName: "a", UserID: "u", NumRecentEvents: -1})
		if err == nil {
			s := runtime.Delta{"user:lang": language, "user:language": nil}
			_, err = svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", State: map[string]any(s)})
		}
		if err != nil || user == nil {
			t.Fatal(err)
		}
	}
	write("de")
	migrateFile(t, schema, path, true)
	conn, err := driver.OpenConn(path, driver.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	err = sqlitex.ExecuteScript(conn, "UPDATE events SET record = 'x' WHERE id LIKE 'migrate-%';", nil)
	if err = errors.Join(err, conn.Close()); err != nil {
		t.Fatal(err)
	}
	write("fr")
	migrateFile(t, schema, path, true)
	user, err := svc.Shared(t.Context(), runtime.SharedRequest{AppName: "a", UserID: "u", NumRecentEvents: -1})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := user.State().Get("user:language"); got != "fr" {
		t.Errorf("the language is %v (%v)", got, err)
	}
}
