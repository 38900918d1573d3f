package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// AllowUntested opens a database that speaks PostgreSQL's protocol and is known to
// break what this package promises. Run storetest on it first, from several of its nodes.
func AllowUntested() Option { return func(st *database) { st.allowUntested = true } }

// otherServers are what version() begins with on servers that are not PostgreSQL, or
// says about them later on, and why they are refused.
var otherServers = []struct{ sign, name, reason string }{
	{"CockroachDB", "CockroachDB", "its advisory locks keep nobody out, so that an Update that reads all keys overwrites what others add meanwhile"},
	{"-YB-", "YugabyteDB", "its advisory locks and isolation levels are not PostgreSQL's, and appends were never tested on them"},
}

const untested = "; postgres.AllowUntested opens it all the same"

// checkServer refuses servers on which appends would fail, or lose something.
func (st *database) checkServer(ctx context.Context, tx pgx.Tx) error {
	var text string
	if err := tx.QueryRow(ctx, "SELECT version()").Scan(&text); err != nil {
		return err
	}
	for _, other := range otherServers {
		if strings.Contains(text, other.sign) && !st.allowUntested {
			return fmt.Errorf("the server is %s, not PostgreSQL: %s%s", other.name, other.reason, untested)
		}
	}
	var replica bool
	if err := tx.QueryRow(ctx, "SELECT pg_is_in_recovery()").Scan(&replica); err != nil {
		return err
	}
	if replica {
		return errors.New("the server is a replica, which only reads: connect to the primary; " +
			"a connection string with several hosts finds it with target_session_attrs=read-write")
	}
	return st.checkDistributed(ctx, tx)
}

// checkDistributed refuses tables that Citus has spread over several servers.
func (st *database) checkDistributed(ctx context.Context, tx pgx.Tx) error {
	var citus, distributed bool
	err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')").Scan(&citus)
	if err != nil || !citus || st.allowUntested {
		return err
	}
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid::text LIKE '%stategen\_%')`).Scan(&distributed)
	if err == nil && distributed {
		err = errors.New("the tables are distributed by Citus: its advisory locks hold on one node only, " +
			"so that an Update that reads all keys overwrites what others add meanwhile" + untested)
	}
	return err
}
