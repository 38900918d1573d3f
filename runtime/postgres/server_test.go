//go:build unix

package postgres

import (
	"context"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
)

// TestOtherServers has PostgreSQL answer what others answer, as they document it: it
// shows who is refused, not how they are.
func TestOtherServers(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a database for each kind of server")
	}
	const version = "CREATE FUNCTION version() RETURNS text LANGUAGE sql AS $$ SELECT '%' $$"
	for _, test := range []struct{ setup, want string }{
		{strings.Replace(version, "%", "CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu, built 2024/05/15)", 1),
			"the server is CockroachDB, not PostgreSQL: its advisory locks keep nobody out, so that an Update that reads all keys overwrites what others add meanwhile; postgres.AllowUntested opens it all the same"},
		{strings.Replace(version, "%", "PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64-pc-linux-gnu", 1),
			"the server is YugabyteDB, not PostgreSQL: its advisory locks and isolation levels are not PostgreSQL's, and appends were never tested on them; postgres.AllowUntested opens it all the same"},
		{`CREATE TABLE pg_extension AS SELECT 'citus'::name AS extname;
			CREATE TABLE pg_dist_partition AS SELECT 'stategen_events'::regclass AS logicalrelid`,
			"the tables are distributed by Citus: its advisory locks hold on one node only, so that an Update that reads all keys overwrites what others add meanwhile; postgres.AllowUntested opens it all the same"},
		{`CREATE TABLE pg_extension AS SELECT 'citus'::name AS extname;
			CREATE TABLE pg_dist_partition AS SELECT 'pg_class'::regclass AS logicalrelid`, ""},
	} {
		db := server.NewDatabase(t)
		create(t, openService(t, db), "s")
		exec(t, db, test.setup)
		db += " search_path=public,pg_catalog"
		svc, err := Open(t.Context(), db)
		if test.want == "" && err == nil {
			_ = svc.Close()
		} else if err == nil || err.Error() != "session database: "+test.want {
			t.Errorf("got  %v\nwant %s", err, test.want)
		}
		svc, err = Open(t.Context(), db, AllowUntested())
		if err != nil {
			t.Errorf("with the option: %v", err)
			continue
		}
		get(t, svc, runtime.GetRequest{SessionID: "s"})
		_ = svc.Close()
	}
}

// TestReplica opens a database on a server that is a standby.
func TestReplica(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server of its own")
	}
	standby, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer standby.Stop()
	standby.Kill()
	if err := os.WriteFile(standby.Data()+"/standby.signal", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := standby.Restart(); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), standby.ConnString("postgres"))
	const want = "session database: the server is a replica, which only reads: connect to the primary; " +
		"a connection string with several hosts finds it with target_session_attrs=read-write"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// TestFailover has the connections lead to a server that has become read-only, until
// they are made anew.
func TestFailover(t *testing.T) {
	config, err := pgxpool.ParseConfig(server.NewDatabase(t))
	if err != nil {
		t.Fatal(err)
	}
	var demoted atomic.Bool
	config.BeforeConnect = func(_ context.Context, c *pgx.ConnConfig) error {
		if demoted.Swap(false) {
			c.RuntimeParams["default_transaction_read_only"] = "on"
		}
		return nil
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	svc, err := New(t.Context(), pool)
	if err != nil {
		t.Fatal(err)
	}
	s := create(t, svc, "s")
	pool.Reset()
	demoted.Store(true)
	if err := svc.AppendEvent(t.Context(), s, event(runtime.Delta{"n": 1})); err != nil || demoted.Load() {
		t.Errorf("error %v", err)
	}
}
