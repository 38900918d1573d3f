package runtime

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// past reads what sessions were.
type past struct{ store store.Store }

// prunedThrough returns the number of the last event of a session that was removed; 0:
// none was.
func (p past) prunedThrough(ctx context.Context, key store.SessionKey) (int64, error) {
	first, err := p.store.Events(ctx, key, store.EventQuery{AfterSeq: -1, First: 1})
	if err != nil || len(first) == 0 {
		return 0, names.Wrap(key, err)
	}
	return first[0].SnapshotOf(), nil
}

// history is stream that ends with a *PrunedError where events are missing that were
// asked for, also those that are pruned while it goes on.
func (svc *Service) history(ctx context.Context, key store.SessionKey, q store.EventQuery) iter.Seq2[*store.StoredEvent, error] {
	return func(yield func(*store.StoredEvent, error) bool) {
		last := q.AfterSeq
		if last > 0 && !q.NotBefore.IsZero() { // then numbers are missing anyway
			through, err := past{svc.store}.prunedThrough(ctx, key)
			if err == nil && last < through {
				err = names.Wrap(key, &PrunedError{Through: through})
			}
			if err != nil {
				yield(nil, err)
				return
			}
		}
		for e, err := range stream(ctx, key, q, svc.someEvents) {
			if err == nil && last > 0 && q.NotBefore.IsZero() && e.Seq != last+1 {
				err = names.Wrap(key, &PrunedError{Through: e.Seq - 1})
			}
			if !yield(e, err) || err != nil {
				return
			}
			last = e.Seq
		}
	}
}

// noEvent is the error about an event that isn't there, or not any more.
func (p past) noEvent(ctx context.Context, key store.SessionKey, eventID string) error {
	through, err := p.prunedThrough(ctx, key)
	switch {
	case err != nil:
		return err
	case through > 0:
		return names.Wrap(key, fmt.Errorf("event %q: %w: %w", eventID, ErrEventNotFound, &PrunedError{Through: through}))
	}
	return names.Wrap(key, fmt.Errorf("event %q: %w", eventID, ErrEventNotFound))
}

// replayed is a session's own state, brought up event by event.
type replayed struct {
	state map[string]any
	seq   int64     // of the last event that it shows
	last  time.Time // the latest timestamp
	id    string    // of the last event
}

// newReplayed begins with the creation, or with a snapshot.
func newReplayed(first *store.StoredEvent) (*replayed, error) {
	r := &replayed{state: make(map[string]any), last: first.Timestamp}
	err := r.add(first)
	r.seq = first.SnapshotOf()
	return r, err
}

func (r *replayed) add(e *store.StoredEvent) error {
	if damage := e.Damage(); damage != nil {
		return damage
	}
	if err := replay(r.state, e); err != nil {
		return err
	}
	if e.Timestamp.After(r.last) {
		r.last = e.Timestamp
	}
	r.seq, r.id = e.Seq, e.ID
	return nil
}

func (r *replayed) snapshot() *store.StoredEvent {
	writes := make([]store.Write, 0, len(r.state))
	for _, key := range slices.Sorted(maps.Keys(r.state)) {
		writes = append(writes, store.Write{Key: key, Value: r.state[key]})
	}
	return store.NewSnapshot(r.seq, r.last, writes)
}

// errPrunedMeanwhile ends a replay whose next event was removed since it began.
var errPrunedMeanwhile = errors.New("events were pruned meanwhile")

// replayTo returns the session's own state as it was after an event.
func (p past) replayTo(ctx context.Context, key store.SessionKey, seq int64) (r *replayed, err error) {
	for range 10 {
		if r, err = p.replayOnce(ctx, key, seq); !errors.Is(err, errPrunedMeanwhile) {
			break
		}
	}
	return r, names.Wrap(key, err)
}

func (p past) replayOnce(ctx context.Context, key store.SessionKey, seq int64) (*replayed, error) {
	first, err := p.store.Events(ctx, key, store.EventQuery{AfterSeq: store.SnapshotSeq(seq-1) - 1, First: 1})
	if err != nil {
		return nil, err
	}
	if len(first) == 0 {
		return nil, ErrSessionNotFound
	}
	r, err := newReplayed(first[0])
	if err != nil {
		return nil, err
	}
	if r.seq >= seq {
		return nil, &PrunedError{Through: r.seq}
	}
	for e, err := range stream(ctx, key, store.EventQuery{AfterSeq: r.seq, UpTo: seq}, p.store.Events) {
		if err != nil {
			return nil, err
		}
		if e.Seq != r.seq+1 {
			return nil, errPrunedMeanwhile
		}
		if err := r.add(e); err != nil {
			return nil, err
		}
	}
	return r, nil
}
