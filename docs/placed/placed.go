// Package placed is an example store that keeps each app on one of several databases: tested
// on three, to be copied and changed.
package placed

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"slices"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// Database is a store as runtime/postgres gives it: with all that is optional.
type Database interface {
	store.Holder
	store.Maintainer
	store.Pooled
}

// Placed is the databases, each with a name that never changes. The more there are, the
// fewer apps change their place when one is added, because each app is on the database
// that has the highest hash for it.
type Placed map[string]Database

// Of returns the database of an app. Everything about an app is there, so that what one
// event writes is written at once: app: keys, too.
func (p Placed) Of(app string) Database {
	var best Database
	var highest [sha256.Size]byte
	for name, db := range p {
		sum := sha256.Sum256([]byte(name + "\x00" + app))
		if best == nil || bytes.Compare(sum[:], highest[:]) > 0 {
			best, highest = db, sum
		}
	}
	return best
}

func (p Placed) Create(ctx context.Context, a *store.Append) (store.Loaded, error) {
	return p.Of(a.Session.AppName).Create(ctx, a)
}

func (p Placed) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	return p.Of(a.Session.AppName).Append(ctx, a)
}

func (p Placed) Load(ctx context.Context, key store.SessionKey, q store.EventQuery) (store.Loaded, error) {
	return p.Of(key.AppName).Load(ctx, key, q)
}

func (p Placed) Events(ctx context.Context, key store.SessionKey, q store.EventQuery) ([]*store.StoredEvent, error) {
	return p.Of(key.AppName).Events(ctx, key, q)
}

func (p Placed) List(ctx context.Context, q store.ListQuery) ([]store.Listed, error) {
	return p.Of(q.AppName).List(ctx, q)
}

func (p Placed) Delete(ctx context.Context, q store.DeleteQuery) error {
	return p.Of(q.Session.AppName).Delete(ctx, q)
}

// Names asks all databases for their apps, since one page may come from several.
func (p Placed) Names(ctx context.Context, q store.NamesQuery) ([]string, error) {
	if q.AppName != "" {
		return p.Of(q.AppName).Names(ctx, q)
	}
	var all []string
	for _, db := range p {
		apps, err := db.Names(ctx, q)
		if err != nil {
			return nil, err
		}
		all = append(all, apps...)
	}
	slices.Sort(all)
	return all[:min(len(all), q.First)], nil
}

func (p Placed) Close() error { return p.each(Database.Close) }

func (p Placed) each(do func(Database) error) error {
	var all []error
	for _, db := range p {
		all = append(all, do(db))
	}
	return errors.Join(all...)
}

// What follows is optional.

func (p Placed) Hold(ctx context.Context, r store.HoldRequest) (store.Held, error) {
	return p.Of(r.Session.AppName).Hold(ctx, r)
}

func (p Placed) Start(ctx context.Context, a *store.Append) (finish func() (*store.Appended, error)) {
	return p.Of(a.Session.AppName).Start(ctx, a)
}

func (p Placed) Erase(ctx context.Context, app, user string) error {
	return p.Of(app).Erase(ctx, app, user)
}

func (p Placed) Expire(ctx context.Context, q store.ExpireQuery) (store.Expired, error) {
	return p.Of(q.AppName).Expire(ctx, q)
}

func (p Placed) Rewrite(ctx context.Context, q store.RewriteQuery, fn func([]*store.StoredEvent) (store.Rewritten, error)) error {
	return p.Of(q.Session.AppName).Rewrite(ctx, q, fn)
}

func (p Placed) Sweep(ctx context.Context) (more bool, err error) {
	err = p.each(func(db Database) error {
		left, err := db.Sweep(ctx)
		more = more || left
		return err
	})
	return more, err
}

func (p Placed) Compact(ctx context.Context, rewrite bool) error {
	return p.each(func(db Database) error { return db.Compact(ctx, rewrite) })
}

func (p Placed) PoolStats() (all store.PoolStats) {
	for _, db := range p {
		s := db.PoolStats()
		all.Max, all.Open, all.InUse = all.Max+s.Max, all.Open+s.Open, all.InUse+s.InUse
		all.Taken, all.Waited, all.WaitTime = all.Taken+s.Taken, all.Waited+s.Waited, all.WaitTime+s.WaitTime
	}
	return all
}
