//go:build unix

package postgres

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed92179c4c/stategen/runtime"
)

// TestTenants has three tenants with schemas of their own, two of which have
// public on their path, and one who has nothing else. Each begins with nothing,
// though the others' tables can be found on its path.
func TestTenants(t *testing.T) {
	db := server.NewDatabase(t)
	exec(t, db, `CREATE SCHEMA b; CREATE SCHEMA c; CREATE SCHEMA d`)
	paths := []string{"public", "b,public", "c,public", "d", "c,b,public"}
	for i, path := range paths {
		svc := openService(t, db+" search_path="+path)
		if path == "c,b,public" { // is c's, by another way
			want(t, get(t, svc, runtime.GetRequest{SessionID: "s"}), "own", 2)
			continue
		}
		s := create(t, svc, "s") // an error if another tenant's were found
		for _, key := range []string{"own", "user:own", "app:own"} {
			if err := svc.AppendEvent(t.Context(), s, event(runtime.Delta{key: i, key + " sum": sum(1), key + " gone": nil})); err != nil {
				t.Fatal(err)
			}
		}
		infos, err := svc.List(t.Context(), runtime.ListRequest{AppName: "a"})
		if err != nil || len(infos) != 1 || infos[0].Events != 3 {
			t.Errorf("%s: sessions %v, error %v", path, infos, err)
		}
	}
	for i, path := range paths[:4] {
		svc := openService(t, db+" search_path="+path)
		s := get(t, svc, runtime.GetRequest{SessionID: "s"})
		for _, key := range []string{"own", "user:own", "app:own"} {
			want(t, s, key, i)
			want(t, s, key+" sum", 1)
		}
	}
	if err := openService(t, db+" search_path=b,public").Delete(t.Context(), runtime.DeleteRequest{AppName: "a", UserID: "u", SessionID: "s"}); err != nil {
		t.Error(err)
	}
	want(t, get(t, openService(t, db), runtime.GetRequest{SessionID: "s"}), "own", 0)
}

func want(t *testing.T, s *runtime.Session, key string, want any) {
	t.Helper()
	if v, err := s.State().Get(key); err != nil || v != want {
		t.Errorf("%s: %v, error %v, want %v", key, v, err, want)
	}
}

// TestSchemaNames opens schemas whose names need quotes, or come from the user's.
func TestSchemaNames(t *testing.T) {
	db := server.NewDatabase(t)
	exec(t, db, `CREATE SCHEMA "We""ird, it's"; CREATE SCHEMA "Ümlaut"; CREATE SCHEMA "UPPER"; CREATE SCHEMA upper;
		CREATE ROLE tenant LOGIN; CREATE SCHEMA tenant AUTHORIZATION tenant; GRANT CREATE ON SCHEMA public TO PUBLIC`)
	t.Cleanup(func() { server.Exec(t, "DROP ROLE tenant") })
	t.Cleanup(func() { exec(t, db, "DROP OWNED BY tenant CASCADE") })
	asTenant := strings.Replace(db, "user=postgres", "user=tenant", 1)
	for i, c := range []struct{ conn, schema string }{
		{db + ` search_path='"We""ird, it\'s", public'`, `We"ird, it's`},
		{db + ` search_path='"Ümlaut",public'`, "Ümlaut"},
		{db + ` search_path='"UPPER"'`, "UPPER"},
		{db + ` search_path=UPPER`, "upper"},
		{db + ` options='-c search_path=upper,public'`, "upper"},
		{asTenant, "tenant"},
		{db, "public"},
	} {
		svc := openService(t, c.conn)
		s := create(t, svc, fmt.Sprint("s", i))
		for _, err := range []error{
			svc.AppendEvent(t.Context(), s, event(runtime.Delta{"a": 1, "user:a": sum(1), "app:a": nil})),
			runtime.Update(t.Context(), svc, s, event(nil), func(state runtime.State) error {
				return state.Set("keys", len(maps.Collect(state.All())))
			}),
		} {
			if err != nil {
				t.Errorf("%s: %v", c.schema, err)
			}
		}
		var made []string
		query(t, db, `SELECT DISTINCT schemaname FROM pg_tables WHERE tablename LIKE 'stategen%'`, &made)
		if !slices.Contains(made, c.schema) {
			t.Errorf("%s: tables stand in %q", c.conn, made)
		}
	}
}

func query(t *testing.T, db, sql string, into *[]string) {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if err := pool.QueryRow(t.Context(), "SELECT array(("+sql+"))").Scan(into); err != nil {
		t.Fatal(err)
	}
}

// TestSchemaMissing opens paths whose first schema can't be used, which
// PostgreSQL passes over: the tables of the next one are others'.
func TestSchemaMissing(t *testing.T) {
	db := server.NewDatabase(t)
	create(t, openService(t, db), "s")
	exec(t, db, `CREATE SCHEMA closed; CREATE ROLE guest LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO guest`)
	t.Cleanup(func() { server.Exec(t, "DROP ROLE guest") })
	t.Cleanup(func() { exec(t, db, "DROP OWNED BY guest") })
	asGuest := strings.Replace(db, "user=postgres", "user=guest", 1)
	const cure = ": create it, grant USAGE on it, or set another search_path"
	for _, c := range []struct{ conn, want string }{
		{db + ` search_path=nowhere,public`,
			`the first schema of the search path (nowhere,public) is "nowhere", and the user "postgres" finds none of that name` + cure},
		{db + ` search_path='"$user", Nowhere, public'`,
			`the first schema of the search path ("$user", Nowhere, public) is "Nowhere", and the user "postgres" finds none of that name` + cure},
		{asGuest + ` search_path=closed,public`,
			`the first schema of the search path (closed,public) is "closed", and the user "guest" finds none of that name` + cure},
		{db + ` search_path='""'`,
			`the search path ("") names no schema: set search_path to the one in which the tables are to stand`},
		{db + ` search_path='"$user"'`,
			`the search path ("$user") names no schema: set search_path to the one in which the tables are to stand`},
	} {
		svc, err := Open(t.Context(), c.conn)
		if err == nil {
			_ = svc.Close()
		}
		if got := fmt.Sprint(err); got != "session database: "+c.want {
			t.Errorf("%s:\n got %s\nwant session database: %s", c.conn, got, c.want)
		}
	}
	svc := openService(t, asGuest) // "$user", of whom there is no schema, then public
	get(t, svc, runtime.GetRequest{SessionID: "s"})
}

// TestVersionTableDamaged opens tables of which nobody knows the version.
func TestVersionTableDamaged(t *testing.T) {
	db := server.NewDatabase(t)
	create(t, openService(t, db), "s")
	exec(t, db, "CREATE TABLE kept AS SELECT * FROM stategen_version")
	const restore = "; restore it from a backup, or drop all tables whose names begin with stategen_ to begin anew"
	for values, want := range map[string]string{
		"SELECT 1 WHERE false": "has 0 rows in place of one, so the version of the tables is not known" + restore,
		"VALUES (1), (1)":      "has 2 rows in place of one, so the version of the tables is not known" + restore,
		"VALUES (0)":           "says version 0, and versions begin with 1" + restore,
		"VALUES (-9)":          "says version -9, and versions begin with 1" + restore,
	} {
		exec(t, db, "DELETE FROM stategen_version; INSERT INTO stategen_version "+values)
		want = "session database: the table stategen_version " + want
		if _, err := Open(t.Context(), db); err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", values, err, want)
		}
	}
	exec(t, db, "DELETE FROM stategen_version; INSERT INTO stategen_version SELECT * FROM kept")
	get(t, openService(t, db), runtime.GetRequest{SessionID: "s"})
}

// openElsewhere opens a service and then takes the search path away from its
// connections, as a pooler may: no statement may rely on it.
func openElsewhere(t testing.TB, db string) *runtime.Service {
	t.Helper()
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	svc, err := New(ctx, pool)
	if err != nil {
		t.Fatal(err)
	}
	var name string
	if err := pool.QueryRow(ctx, "SELECT current_database()").Scan(&name); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(ctx, "ALTER DATABASE "+name+" SET search_path = nowhere"); err != nil {
		t.Fatal(err)
	}
	pool.Reset()
	t.Cleanup(func() { _ = svc.Close() })
	return svc
}
