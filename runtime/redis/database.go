package redis

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/redis/rueidis"

	"github.com/seed92179c4c/stategen/runtime"
)

// database keeps sessions on one server, on a primary with sentinels, or on a cluster.
type database struct {
	client     rueidis.Client
	ownsClient bool
	closed     atomic.Bool
	makeTags   sync.Once
	tags       []string // see slotTags
	options
}

// check refuses what can't keep what is promised here.
func (st *database) check(ctx context.Context) error {
	if err := st.checkServers(ctx); err != nil {
		return err
	}
	return st.checkLayout(ctx)
}

// Close closes all connections, if they are its own. Calls that are under way fail.
func (st *database) Close() error {
	if !st.closed.Swap(true) && st.ownsClient {
		st.client.Close()
	}
	return nil
}

// checkLayout refuses keys of others, and of later programs.
func (st *database) checkLayout(ctx context.Context) error {
	got, err := st.readLayout(ctx)
	if err != nil && isPassing(err) {
		if st.clustered() {
			return ctx.Err() // an app needs no other shard than its own; each script looks at the app's layout
		}
		err = st.try(ctx, func() (err error) {
			got, err = st.readLayout(ctx)
			return err
		})
	}
	if err != nil {
		return st.explain(err)
	}
	version := 0
	if n, err := fmt.Sscanf(got, "stategen %d", &version); n != 1 || err != nil {
		return fmt.Errorf("the key %s belongs to another program: choose another prefix", st.layoutKey())
	}
	if version > layout {
		return fmt.Errorf("the keys have layout %d, this program knows layouts up to %d: %w", version, layout, runtime.ErrNewerTables)
	}
	return nil
}

// readLayout returns what the key of the layout holds, and sets it where nothing is stored.
func (st *database) readLayout(ctx context.Context) (string, error) {
	b := st.client.B()
	got, err := st.client.Do(ctx, b.Get().Key(st.layoutKey()).Build()).ToString()
	if !rueidis.IsRedisNil(err) {
		return got, err
	}
	if st.readOnly {
		return "", fmt.Errorf("no sessions have been stored there under the prefix %q", st.prefix)
	}
	set := b.Set().Key(st.layoutKey()).Value(fmt.Sprintf("stategen %d", layout)).Nx().Build()
	if err := st.client.Do(ctx, set).Error(); err != nil && !rueidis.IsRedisNil(err) {
		return "", err
	}
	return st.client.Do(ctx, b.Get().Key(st.layoutKey()).Build()).ToString()
}
