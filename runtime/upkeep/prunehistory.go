package upkeep

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/internal/replay"
	"github.com/seed92179c4c/stategen/runtime/internal/walk"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// history prunes one history. That it isn't there, or not any more, is no error.
func (p *pruner) history(ctx context.Context, h walk.Owner) error {
	err := p.cut(ctx, h)
	if err == nil && p.r.SnapshotEvery > 0 {
		err = p.snapshots(ctx, h)
	}
	var damage *value.DamagedError
	switch {
	case errors.Is(err, store.ErrSessionNotFound):
		return nil
	case errors.As(err, &damage):
		p.report.Damaged++
	case err != nil:
		return names.Wrap(h.SessionKey, err)
	}
	p.report.Looked++
	p.progress()
	return nil
}

// one returns the one event that a query asks for; nil if there is none.
func (p *pruner) one(ctx context.Context, h walk.Owner, q store.EventQuery) (*store.StoredEvent, error) {
	events, err := p.store.Events(ctx, h.SessionKey, q)
	if err != nil || len(events) == 0 {
		return nil, err
	}
	return events[0], nil
}

// cut removes events from the front.
func (p *pruner) cut(ctx context.Context, h walk.Owner) error {
	first, through, err := p.span(ctx, h)
	if err != nil || through < first {
		return err
	}
	if p.r.CountOnly {
		p.report.Events += through - first + 1
		return nil
	}
	for {
		began := time.Now()
		removed := int64(0)
		q := store.RewriteQuery{Session: h.SessionKey, First: pruneAtOnce}
		err := p.store.Rewrite(ctx, q, func(events []*store.StoredEvent) (r store.Rewritten, err error) {
			removed, r, err = cutEvents(events, through)
			return r, err
		})
		if err != nil {
			return err
		}
		p.report.Events += removed
		p.progress()
		if removed < pruneAtOnce {
			return nil
		}
		if err := rest(ctx, began); err != nil {
			return err
		}
	}
}

// cutEvents makes one event of the creation, or what took its place, and of those
// after it up to a number.
func cutEvents(events []*store.StoredEvent, through int64) (removed int64, r store.Rewritten, err error) {
	if len(events) == 0 {
		return 0, r, nil
	}
	base, err := replay.NewState(events[0])
	for _, e := range events[1:] {
		if err != nil || e.Seq > through {
			break
		}
		err = base.Add(e)
		removed++
	}
	if err != nil || removed == 0 {
		return 0, r, err
	}
	put := base.Snapshot()
	put.ID, put.Seq = events[0].ID, events[0].Seq
	return removed, store.Rewritten{Put: []*store.StoredEvent{put}, Remove: base.Seq}, nil
}

// span returns from which to which event a history is to be cut.
func (p *pruner) span(ctx context.Context, h walk.Owner) (first, through int64, err error) {
	if p.r.EventsOlderThan == 0 && p.r.MaxEvents == 0 || h.Events == 0 || h.Events == 1 {
		return 1, 0, nil
	}
	if p.r.EventsOlderThan == 0 && h.Events >= 0 && h.Events <= p.r.MaxEvents {
		return 1, 0, nil
	}
	oldest, err := p.one(ctx, h, store.EventQuery{First: 1})
	if err != nil || oldest == nil {
		return 1, 0, err
	}
	latest, err := p.one(ctx, h, store.EventQuery{Last: 1})
	if err != nil || latest == nil {
		return 1, 0, err
	}
	most := oldest.Seq - 1
	if p.r.MaxEvents > 0 {
		most = max(most, latest.Seq-p.r.MaxEvents)
	}
	if p.r.EventsOlderThan > 0 {
		aged, err := p.agedThrough(ctx, h, latest.Seq, p.r.EventsOlderThan)
		if err != nil {
			return 1, 0, err
		}
		most = max(most, aged)
	}
	if most >= oldest.Seq {
		kept, err := p.agedThrough(ctx, h, latest.Seq, p.r.KeepYounger)
		if err != nil {
			return 1, 0, err
		}
		most = min(most, latest.Seq-1) // the last event stays
		p.report.Young += max(0, most-max(kept, oldest.Seq-1))
		most = min(most, kept)
	}
	return oldest.Seq, most, nil
}

func (p *pruner) ahead(e *store.StoredEvent) bool { return e.Timestamp.After(p.now) }

// agedThrough returns the number of the last event that is older than an age, of those
// before the first one that isn't. An event whose timestamp lies in the future is older
// if one after it is.
func (p *pruner) agedThrough(ctx context.Context, h walk.Owner, last int64, age time.Duration) (int64, error) {
	q := store.EventQuery{UpTo: last, NotBefore: p.now.Add(-age).Truncate(time.Microsecond), First: pruneAtOnce}
	run, end := int64(0), int64(0) // of events in the future, one after the other
	for {
		events, err := p.store.Events(ctx, h.SessionKey, q)
		if err != nil {
			return 0, err
		}
		for _, e := range events {
			if e.Damage() != nil {
				return 0, e.Damage()
			}
			if run == 0 || e.Seq != end+1 {
				run = e.Seq
			}
			end = e.Seq
			if !p.ahead(e) {
				return run - 1, nil
			}
			q.AfterSeq = e.Seq
		}
		if len(events) < q.First {
			break
		}
	}
	if end == last {
		return run - 1, nil
	}
	return last, nil
}

// snapshots stores those that are missing.
func (p *pruner) snapshots(ctx context.Context, h walk.Owner) error {
	if h.Events >= 0 && h.Events < p.r.SnapshotEvery {
		return nil
	}
	latest, err := p.one(ctx, h, store.EventQuery{Last: 1})
	if err != nil || latest == nil {
		return err
	}
	base, err := p.one(ctx, h, store.EventQuery{AfterSeq: math.MinInt64, First: 1})
	if err != nil || base == nil {
		return err
	}
	for from := base.SnapshotOf(); from+p.r.SnapshotEvery < latest.Seq; from += p.r.SnapshotEvery {
		if p.r.CountOnly {
			p.report.Snapshots++
			continue
		}
		began := time.Now()
		if stored, err := p.snapshot(ctx, h, from); err != nil || !stored {
			return err
		}
		p.report.Snapshots++
		if err := rest(ctx, began); err != nil {
			return err
		}
	}
	return nil
}

// snapshot stores the one that follows that of an event. It is false if there is
// nothing to make it of any more, or the store keeps none.
func (p *pruner) snapshot(ctx context.Context, h walk.Owner, from int64) (bool, error) {
	to := from + p.r.SnapshotEvery
	q := store.RewriteQuery{
		Session: h.SessionKey, From: store.SnapshotSeq(from), AfterSeq: from, First: int(p.r.SnapshotEvery),
	}
	err := p.store.Rewrite(ctx, q, func(events []*store.StoredEvent) (r store.Rewritten, err error) {
		if len(events) == 0 || events[0].SnapshotOf() != from {
			return r, nil
		}
		state, err := replay.NewState(events[0])
		for _, e := range events[1:] {
			if err == nil {
				err = state.Add(e)
			}
		}
		if err == nil && state.Seq == to {
			r.Put = []*store.StoredEvent{state.Snapshot()}
		}
		return r, err
	})
	if err != nil {
		return false, err
	}
	kept, err := p.one(ctx, h, store.EventQuery{AfterSeq: store.SnapshotSeq(to) - 1, First: 1})
	return err == nil && kept != nil && kept.Seq == store.SnapshotSeq(to), err
}
