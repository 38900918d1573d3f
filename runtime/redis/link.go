package redis

import (
	"context"
	"fmt"
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
	want := fmt.Sprintf("stategen %d", layout)
	var got string
	err := l.try(ctx, func() (err error) {
		b := l.client.B()
		if got, err = l.client.Do(ctx, b.Get().Key(l.layoutKey()).Build()).ToString(); !rueidis.IsRedisNil(err) {
			return err
		}
		if l.readOnly {
			return fmt.Errorf("no sessions have been stored there under the prefix %q", l.prefix)
		}
		set := b.Set().Key(l.layoutKey()).Value(want).Nx().Build()
		if err := l.client.Do(ctx, set).Error(); err != nil && !rueidis.IsRedisNil(err) {
			return err
		}
		got, err = l.client.Do(ctx, b.Get().Key(l.layoutKey()).Build()).ToString()
		return err
	})
	if err != nil {
		return err
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
