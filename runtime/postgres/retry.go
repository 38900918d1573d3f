package postgres

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// maxLostConnections is how many connections one call may lose before it gives
// up: enough for a server that restarts quickly.
const maxLostConnections = 6

// try calls fn, again if PostgreSQL chose it as the victim of a deadlock or a
// serialization failure, and a few times if the connection was lost. It may do
// so even where the lost answer could have been a success, because every call
// of a store is idempotent: an append by its event's ID.
func (st *database) try(ctx context.Context, fn func() error) error {
	lost := 0
	for attempt := 1; ; attempt++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if st.closed.Load() {
			return runtime.ErrClosed
		}
		err := fn()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case isLost(err):
			// The other idle connections have likely met the same fate.
			st.pool.Reset()
			if lost++; lost == maxLostConnections {
				return err
			}
		case !isVictim(err):
			return st.explain(ctx, err)
		}
		if err := pause(ctx, attempt); err != nil {
			return err
		}
		store.NoteOf(ctx).Retry()
	}
}

// pause waits a random while that grows with the attempts.
func pause(ctx context.Context, attempt int) error {
	longest := 10 * time.Millisecond << min(attempt, 6)
	select {
	case <-time.After(rand.N(longest)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// isVictim reports whether the server undid the transaction for the benefit of
// others: serialization_failure, deadlock_detected.
func isVictim(err error) bool {
	code := sqlState(err)
	return code == "40001" || code == "40P01"
}

// isLost reports whether the connection was lost or refused: by the server,
// which shuts down, starts up or takes no more, or by the network. A
// server that only reads has become a replica, and the connection leads to the wrong one.
func isLost(err error) bool {
	if code := sqlState(err); code != "" {
		return strings.HasPrefix(code, "08") || strings.HasPrefix(code, "57P") && code != "57P04" || code == "53300" || code == "25006"
	}
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) || pgconn.SafeToRetry(err) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed)
}

// isUndecided reports whether a statement refused to go on, so that the append
// must be settled under locks: its event's ID is taken (unique_violation), or
// SQL can't carry out a merge operation exactly (data exceptions).
func isUndecided(err error) bool {
	code := sqlState(err)
	return code == "23505" || strings.HasPrefix(code, "22")
}

// sqlState returns the server's code for an error, "" if it isn't the server's.
func sqlState(err error) string {
	var server *pgconn.PgError
	if errors.As(err, &server) {
		return server.Code
	}
	return ""
}
