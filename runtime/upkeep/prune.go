package upkeep

import (
	"cmp"
	"context"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/internal/walk"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// PruneRequest says what is to be removed. What is zero removes nothing.
type PruneRequest struct {
	AppName string // empty: in all apps
	// IdleFor removes sessions, with state and history, to which nobody has appended
	// for so long. That is measured by the store's clock; timestamps of events play no
	// part, except for sessions that were last written by a version that noted nothing
	// else. State that sessions share stays.
	IdleFor time.Duration
	// EventsOlderThan removes events from the front of histories, up to the last one
	// whose timestamp is older than this. The first event that isn't older stops it,
	// but for one whose timestamp lies in the future: its clock ran ahead.
	EventsOlderThan time.Duration
	// MaxEvents removes events from the front of histories that are longer.
	MaxEvents int64
	// KeepYounger keeps events, and all after them, that are younger than this,
	// whatever the other limits say, for those who append an event again: the ID of an
	// event that was removed is forgotten, and it would count twice. 0: an hour.
	KeepYounger time.Duration
	// SnapshotEvery stores the state of a session after each so many events of its
	// history, which makes Get with AsOf faster there. 0: none.
	SnapshotEvery int64
	// CountOnly removes and stores nothing, and counts what would be.
	CountOnly bool
	// Progress is called now and then. It may be nil.
	Progress func(PruneReport)
}

// PruneReport counts what was done or, with CountOnly, what is to be done.
type PruneReport struct {
	Looked    int64 // sessions that were looked at, those of shared state included
	Sessions  int64 // removed
	Events    int64 // removed from sessions that stay
	Snapshots int64 // stored
	Young     int64 // events that only KeepYounger keeps
	Damaged   int64 // sessions whose events stay, since one of them can't be read
}

// Prune is Service.Prune of package runtime.
func Prune(ctx context.Context, svc Service, r PruneRequest) (PruneReport, error) {
	m, err := maintainer(svc.Store())
	if err == nil {
		err = r.check()
	}
	if err != nil {
		return PruneReport{}, err
	}
	p := &pruner{store: m, r: r, now: time.Now().UTC()}
	err = walk.Names(ctx, m, "", r.AppName, func(app string) error { return p.app(ctx, app) })
	if err == nil && !r.CountOnly {
		err = sweep(ctx, m)
	}
	return p.report, err
}

func (r *PruneRequest) check() error {
	const negative = "is negative"
	for name, n := range map[string]int64{
		"IdleFor": int64(r.IdleFor), "EventsOlderThan": int64(r.EventsOlderThan), "MaxEvents": r.MaxEvents,
		"KeepYounger": int64(r.KeepYounger), "SnapshotEvery": r.SnapshotEvery,
	} {
		if n < 0 {
			return &value.ArgumentError{Name: name, Problem: negative}
		}
	}
	r.KeepYounger = cmp.Or(r.KeepYounger, time.Hour)
	if r.AppName == "" {
		return nil
	}
	return names.Check("app name", r.AppName)
}

// pruner is a Prune under way.
type pruner struct {
	store  store.Maintainer
	r      PruneRequest
	now    time.Time
	report PruneReport
}

// pruneAtOnce is how many sessions, or events of one, a step looks at.
const pruneAtOnce = 250

func (p *pruner) app(ctx context.Context, app string) error {
	if p.r.IdleFor > 0 {
		if err := p.expire(ctx, app); err != nil {
			return err
		}
	}
	if p.r.EventsOlderThan == 0 && p.r.MaxEvents == 0 && p.r.SnapshotEvery == 0 {
		return nil
	}
	return walk.Owners(ctx, p.store, store.SessionKey{AppName: app}, func(h walk.Owner) error { return p.history(ctx, h) })
}

// expire removes the app's idle sessions.
func (p *pruner) expire(ctx context.Context, app string) error {
	q := store.ExpireQuery{AppName: app, Limit: pruneAtOnce, Idle: p.r.IdleFor, CountOnly: p.r.CountOnly}
	for {
		began := time.Now()
		done, err := p.store.Expire(ctx, q)
		if err != nil {
			return err
		}
		p.report.Sessions += int64(done.Removed)
		p.progress()
		if done.Looked < q.Limit {
			return nil
		}
		q.AfterUserID, q.AfterSessionID = done.LastUserID, done.LastSessionID
		if done.Removed > 0 {
			if _, err := p.store.Sweep(ctx); err != nil {
				return err
			}
			if err := rest(ctx, began); err != nil {
				return err
			}
		}
	}
}

func (p *pruner) progress() {
	if p.r.Progress != nil {
		p.r.Progress(p.report)
	}
}
