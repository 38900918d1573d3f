package redis

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/redis/rueidis"

	"github.com/seed92179c4c/stategen/runtime"
)

// link is a client of one server, of a primary with sentinels, or of a cluster: how
// scripts get there, are tried again and confirmed.
type link struct {
	client     rueidis.Client
	ownsClient bool
	closed     atomic.Bool
	makeTags   sync.Once
	tags       []string // see slotTags
	options
}

// check refuses what can't keep what is promised here.
func (l *link) check(ctx context.Context) error {
	if err := l.checkServers(ctx); err != nil {
		return err
	}
	return l.checkLayout(ctx)
}

// Close closes all connections, if they are its own. Calls that are under way fail.
func (l *link) Close() error {
	if !l.closed.Swap(true) && l.ownsClient {
		l.client.Close()
	}
	return nil
}

// checkLayout refuses keys of others, and of later programs.
func (l *link) checkLayout(ctx context.Context) error {
	got, err := l.readLayout(ctx)
	if err != nil && isPassing(err) {
		if l.clustered() {
			return ctx.Err() // an app needs no other shard than its own; each script looks at the app's layout
		}
		err = l.try(ctx, func() (err error) {
			got, err = l.readLayout(ctx)
			return err
		})
	}
	if err != nil {
		return l.explain(err)
	}
	version := 0
	if n, err := fmt.Sscanf(got, "stategen %d", &version); n != 1 || err != nil {
		return fmt.Errorf("the key %s belongs to another program: choose another prefix", l.layoutKey())
	}
	if version > layout {
		return fmt.Errorf("the keys have layout %d, this program knows layouts up to %d: %w", version, layout, runtime.ErrNewerTables)
	}
	return nil
}

// readLayout returns what the key of the layout holds, and sets it where nothing is stored.
func (l *link) readLayout(ctx context.Context) (string, error) {
	b := l.client.B()
	got, err := l.client.Do(ctx, b.Get().Key(l.layoutKey()).Build()).ToString()
	if !rueidis.IsRedisNil(err) {
		return got, err
	}
	if l.readOnly {
		return "", fmt.Errorf("no sessions have been stored there under the prefix %q", l.prefix)
	}
	set := b.Set().Key(l.layoutKey()).Value(fmt.Sprintf("stategen %d", layout)).Nx().Build()
	if err := l.client.Do(ctx, set).Error(); err != nil && !rueidis.IsRedisNil(err) {
		return "", err
	}
	return l.client.Do(ctx, b.Get().Key(l.layoutKey()).Build()).ToString()
}
