package redis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"time"

	"github.com/redis/rueidis"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// try calls fn, again for as long as Retry says if the connection was lost or the servers
// are about to change their parts. It may do so even where a lost answer could have been a
// success, because every call of a store is idempotent.
func (st *database) try(ctx context.Context, fn func() error) error {
	began := time.Now()
	for attempt := 1; ; attempt++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if st.closed.Load() {
			return runtime.ErrClosed
		}
		err := fn()
		if err == nil || ctx.Err() == nil && (!isPassing(err) || time.Since(began) > st.retry) {
			return st.explain(err)
		}
		if err := pause(ctx, attempt); err != nil {
			return err
		}
		store.NoteOf(ctx).Retry()
	}
}

// explain says what some errors of servers mean here.
func (st *database) explain(err error) error {
	switch {
	case err == nil:
		return nil
	case st.closed.Load() || errors.Is(err, rueidis.ErrClosing):
		return runtime.ErrClosed
	case hasCode(err, "WRONGTYPE"):
		return errors.Join(errors.New("keys with this prefix belong to another program"), err)
	case st.clustered() && hasCode(err, "CLUSTERDOWN"):
		return fmt.Errorf("the cluster, or the shard of these keys, has no primary; with cluster-require-full-coverage no other shards go on: %w", err)
	case st.clustered() && isLost(err) && !errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("the shard of these keys can't be reached: %w", err)
	}
	return err
}

// pause waits a random while that grows with the attempts, but stays short: after a restart
// of a server each of its connections that lies idle costs an attempt.
func pause(ctx context.Context, attempt int) error {
	longest := 4 * time.Millisecond << min(attempt, 4)
	select {
	case <-time.After(rand.N(longest)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// passing are the codes of errors that come while servers start, stop, fail over or move
// slots. A connection that is told UNBLOCKED waited for replicas of a primary that is
// none any more.
var passing = []string{"MOVED", "ASK", "TRYAGAIN", "CLUSTERDOWN", "LOADING", "READONLY", "MASTERDOWN", "NOREPLICAS", "UNBLOCKED", "BUSY"}

// isPassing reports whether an error may be gone in a moment: all but a server's that says
// something else.
func isPassing(err error) bool {
	if redisErr, ok := rueidis.IsRedisErr(err); ok {
		for _, code := range passing {
			if hasCode(redisErr, code) {
				return true
			}
		}
		return false
	}
	return isLost(err)
}

// isLost reports whether the connection was lost or refused, or no server is known for a
// slot.
func isLost(err error) bool {
	var network net.Error
	return errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, rueidis.ErrNoSlot) || errors.Is(err, rueidis.ErrClosing) || errors.Is(err, context.DeadlineExceeded)
}

func isNoScript(err error) bool { return hasCode(err, "NOSCRIPT") }

// hasCode reports whether a server's error begins with a code.
func hasCode(err error, code string) bool {
	redisErr, ok := rueidis.IsRedisErr(err)
	if !ok {
		return false
	}
	word, _, _ := strings.Cut(redisErr.Error(), " ")
	return word == code
}
