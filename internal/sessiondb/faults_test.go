//go:build unix

package sessiondb_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/migrate"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	store "github.com/seed92179c4c/stategen/runtime/sqlite"
)

// commands are what reads or writes a database by its DSN. They are in an order in
// which none takes from the next what it is to refuse.
var commands = []struct {
	name string
	run  func(ctx context.Context, dsn, dir string) error
}{
	{"scan", func(ctx context.Context, dsn, dir string) error {
		var w workspace.Workspace
		_, err := w.Scan(ctx, workspace.ScanRequest{Schema: dir, Database: dsn, History: true})
		return err
	}},
	{"migrate", func(ctx context.Context, dsn, dir string) error {
		var w workspace.Workspace
		_, err := w.Migrate(ctx, workspace.MigrateRequest{Schema: dir, Database: dsn, Options: migrate.Options{Apply: true}})
		return err
	}},
}

// renamed returns a folder with a schema, and the one before it.
func renamed(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, key := range map[string]string{"old.yaml": "n: int?", "stategen.yaml": "k: {type: int, optional: true, renamed_from: [n]}"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("version: 1\npackage: p\nkeys:\n  "+key+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// filledServer fills a new database of a server.
func filledServer(t *testing.T, server *pgtest.Server) string {
	t.Helper()
	dsn := server.NewDatabase(t)
	svc, err := postgres.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, svc)
	if err := svc.Close(); err != nil {
		t.Fatal(err)
	}
	return dsn
}

// withPassword makes a role that has to say its password, and grants it a database.
func withPassword(t *testing.T, dsn, role, password string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	var file string
	if err := conn.QueryRow(t.Context(), "SHOW hba_file").Scan(&file); err != nil {
		t.Fatal(err)
	}
	rules, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, append([]byte("local all "+role+" scram-sha-256\n"), rules...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), "SET password_encryption = 'scram-sha-256'; CREATE ROLE "+role+" LOGIN PASSWORD '"+password+`';
		GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO `+role+"; SELECT pg_reload_conf();", pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		t.Fatal(err)
	}
}

// TestRefusedDatabases has what a server refuses, and what others' databases hold.
// Nothing may be changed, and no password printed.
func TestRefusedDatabases(t *testing.T) {
	const right, wrong = "open-sesame", "wrong-secret"
	dsn, dir := filledServer(t, server), renamed(t)
	withPassword(t, dsn, "reader", right)
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	as := func(password, database string) string {
		return fmt.Sprintf("host=%s port=5432 sslmode=disable user=reader password='%s' dbname=%s", config.Host, password, database)
	}
	address := "postgres://reader:" + wrong + "@/" + config.Database + "?sslmode=disable&host=" + url.QueryEscape(config.Host)
	newer := filledServer(t, server)
	exec(t, newer, "UPDATE stategen_version SET version = 99")
	others := server.NewDatabase(t)
	exec(t, others, "CREATE TABLE sessions (id int)")
	none := server.NewDatabase(t)
	for _, c := range []struct{ name, dsn, want string }{
		{"wrong password", as(wrong, config.Database), "password authentication failed"},
		{"wrong password in an address", address, "password authentication failed"},
		{"no such database", as(right, "nowhere"), `database "nowhere" does not exist`},
		{"no tables", none, "no tables of"},
		{"others' tables", others, "no tables of"},
		{"newer tables", newer, "version 99"},
	} {
		for _, command := range commands {
			err := command.run(t.Context(), c.dsn, dir)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "database ") {
				t.Errorf("%s, %s: got %v, want %q", c.name, command.name, err, c.want)
				continue
			}
			if strings.Contains(err.Error(), wrong) || strings.Contains(err.Error(), right) {
				t.Errorf("%s, %s: a password is in %q", c.name, command.name, err)
			}
		}
	}
	if got := states(t, open(t, dsn)); got != filled {
		t.Errorf("the database became\n%s", got)
	}
	if got := tablesOf(t, none); got != 0 {
		t.Errorf("%d tables were made", got)
	}
	for _, command := range commands[:1] {
		if err := command.run(t.Context(), as(right, config.Database), dir); err != nil {
			t.Errorf("%s with the right password: %v", command.name, err)
		}
	}
}

// TestScanCounts has the same values in all kinds of tables.
func TestScanCounts(t *testing.T) {
	dir, adk, adkServer := t.TempDir(), filepath.Join(t.TempDir(), "adk.db"), server.NewDatabase(t)
	create(t, adk, adkTables)
	conn, err := pgx.Connect(t.Context(), adkServer)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), strings.ReplaceAll(adkTables, "BYTES", "bytea"), pgx.QueryExecModeSimpleProtocol)
	if err = errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	for name, typ := range map[string]string{"old.yaml": "int", "stategen.yaml": "string"} {
		text := "version: 1\npackage: p\nkeys:\n  n: {type: " + typ + ", optional: true, sensitive: true}\n  m: {type: " + typ + ", optional: true}\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, dsn := range map[string]string{"SQLite": ownSQLite(t), "PostgreSQL": filledServer(t, server), "ADK, SQLite": adk, "ADK, PostgreSQL": adkServer} {
		var w workspace.Workspace
		r, err := w.Scan(t.Context(), workspace.ScanRequest{Schema: dir, Database: dsn})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range r.Report.Findings {
			if f.Key == "n" || f.Key == "m" {
				got = append(got, fmt.Sprintf("%s %s: %d of %d", f.Rule, f.Key, f.Count, f.Of))
			}
		}
		want := []string{"refused-value n: 1 of 1"}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func exec(t *testing.T, dsn, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

func tablesOf(t *testing.T, dsn string) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestServerDies kills the server in the middle of a scan, and of a migration. When it
// is back, another run finishes what the first began.
func TestServerDies(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server of its own")
	}
	own, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer own.Stop()
	dsn, dir := own.ConnString("postgres")+" password=secret-word", renamed(t)
	const sessions = 300
	manySessions(t, dsn, sessions)

	db, err := sessiondb.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err = range db.States(t.Context()) {
		if n++; n == 10 {
			own.Kill()
		}
	}
	wantFault(t, err)
	_ = db.Close()
	for _, command := range commands { // while it is away
		wantFault(t, command.run(t.Context(), dsn, dir))
	}
	if err := own.Restart(); err != nil {
		t.Fatal(err)
	}

	var w workspace.Workspace
	killed := false
	request := workspace.MigrateRequest{Schema: dir, Database: dsn, Options: migrate.Options{Apply: true, Progress: func(r *migrate.Report) {
		if r.Events == 20 && !killed {
			killed = true
			own.Kill()
		}
	}}}
	done, err := w.Migrate(t.Context(), request)
	wantFault(t, err)
	if done == nil || done.Report.Events < 20 {
		t.Fatal("the error came without what was done")
	}
	if err := own.Restart(); err != nil {
		t.Fatal(err)
	}
	request.Progress = nil
	rest, err := w.Migrate(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if sum := done.Report.Events + rest.Report.Events; sum != sessions && sum != sessions-1 && sum != sessions+1 {
		t.Errorf("%d and %d events of %d", done.Report.Events, rest.Report.Events, sessions)
	}
	for s, err := range open(t, dsn).States(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, v := range s.Values {
			got[v.Key] = fmt.Sprint(v.Value)
		}
		if s.Session != "" && (len(got) != 2 || got["k"] != s.Session) {
			t.Fatalf("session %s has %s under k, and %d values", s.Session, got["k"], len(got))
		}
	}
}

// manySessions stores sessions whose key n is their name, and a long text.
func manySessions(t *testing.T, dsn string, n int) {
	t.Helper()
	svc, err := postgres.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = svc.Close() }()
	for i := range n {
		_, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: fmt.Sprint(i),
			State: map[string]any{"n": i, "text": strings.Repeat("x", 10000)}})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func wantFault(t *testing.T, err error) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), "database postgres://") || strings.Contains(err.Error(), "secret-word") {
		t.Errorf("got %v", err)
	}
}

// TestDamagedFile has a SQLite file of which a part is overwritten.
func TestDamagedFile(t *testing.T) {
	path, dir := filepath.Join(t.TempDir(), "s.db"), renamed(t)
	svc, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		_, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: fmt.Sprint(i),
			State: map[string]any{"n": i, "text": strings.Repeat("secret", 300)}})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := svc.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(content) / 3; i < len(content)*2/3; i++ {
		content[i] = 0x5a
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range commands {
		err := command.run(t.Context(), path, dir)
		if err == nil || !strings.Contains(err.Error(), "malformed") || !strings.Contains(err.Error(), "s.db") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: got %v", command.name, err)
		}
	}
}
