package workspace_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	driver "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/migrate"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

const migrated = "version: 1\npackage: tripstate\nkeys:\n  user:language: {type: string, default: en, renamed_from: [user:lang]}\n"

func openFile(t *testing.T, path string) *runtime.Service {
	t.Helper()
	svc, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = svc.Close() })
	return svc
}

// migrateFile runs a migration.
func migrateFile(t *testing.T, schema, path string) {
	t.Helper()
	var w workspace.Workspace
	request := workspace.MigrateRequest{Schema: schema, Database: path, Options: migrate.Options{Apply: true}}
	if done, err := w.Migrate(t.Context(), request); err != nil || done.Report.Events != 1 {
		t.Fatalf("%+v, %v", done, err)
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
	migrateFile(t, schema, path)
	conn, err := driver.OpenConn(path, driver.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	err = sqlitex.ExecuteScript(conn, "UPDATE events SET record = 'x' WHERE id LIKE 'migrate-%';", nil)
	if err = errors.Join(err, conn.Close()); err != nil {
		t.Fatal(err)
	}
	write("fr")
	migrateFile(t, schema, path)
	user, err := svc.Shared(t.Context(), runtime.SharedRequest{AppName: "a", UserID: "u", NumRecentEvents: -1})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := user.State().Get("user:language"); got != "fr" {
		t.Errorf("the language is %v (%v)", got, err)
	}
}
