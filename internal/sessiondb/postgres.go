package sessiondb

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/jackc/pgx/v5"
)

type postgresConn struct {
	conn *pgx.Conn
	tx   pgx.Tx
}

func openPostgres(ctx context.Context, dsn string) (conn, string, []layout, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil || misread(config) { // what pgx says may hold a password that it did not recognize
		return nil, "PostgreSQL", nil, errors.New("the connection string is not valid: " + connectionStrings)
	}
	name := fmt.Sprintf("postgres://%s:%d/%s", config.Host, config.Port, config.Database)
	c := &postgresConn{}
	if c.conn, err = pgx.ConnectConfig(ctx, config); err != nil {
		return nil, name, nil, err
	}
	c.tx, err = c.conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, name, nil, errors.Join(err, c.close())
	}
	return c, name, postgresLayouts, nil
}

const connectionStrings = "postgres://user:password@host:port/database, or settings such as host=… dbname=…; " +
	"in an address, /, ?, # and @ in a password are written as %2F, %3F, %23 and %40"

// misread reports whether a part of a password was taken for something else: of
// postgres://user:12/34@host/database, the host would be user and the database 34@host/database.
func misread(c *pgx.ConnConfig) bool {
	if strings.Contains(c.Database, "://") {
		return true
	}
	return strings.HasPrefix(c.ConnString(), "postgres") && (strings.Contains(c.Database, "@") || strings.Contains(c.ConnString(), "#"))
}

// beside begins a transaction on another connection with the snapshot of this one.
func (c *postgresConn) beside(ctx context.Context) (conn, error) {
	var snapshot string
	if err := c.tx.QueryRow(ctx, "SELECT pg_export_snapshot()").Scan(&snapshot); err != nil {
		return nil, err
	}
	other := &postgresConn{}
	var err error
	if other.conn, err = pgx.ConnectConfig(ctx, c.conn.Config()); err != nil {
		return nil, err
	}
	if other.tx, err = other.conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}); err == nil {
		_, err = other.tx.Exec(ctx, "SET TRANSACTION SNAPSHOT '"+snapshot+"'")
	}
	if err != nil {
		return nil, errors.Join(err, other.close())
	}
	return other, nil
}

// close needs no rollback: nothing was written.
func (c *postgresConn) close() error { return c.conn.Close(context.Background()) }

func (c *postgresConn) has(ctx context.Context, table, column string) (found bool, err error) {
	sql := "SELECT to_regclass($1) IS NOT NULL"
	args := []any{table}
	if column != "" {
		sql, args = "SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = $2)", append(args, column)
	}
	err = c.tx.QueryRow(ctx, sql, args...).Scan(&found)
	return found, err
}

func (c *postgresConn) rows(ctx context.Context, sql string, args ...any) iter.Seq2[[][]byte, error] {
	return func(yield func([][]byte, error) bool) {
		rows, err := c.tx.Query(ctx, sql, args...)
		if err != nil {
			yield(nil, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			if !yield(rows.RawValues(), nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}
