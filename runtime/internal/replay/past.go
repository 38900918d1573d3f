// Package replay tells what sessions were, by their events.
package replay

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// Past reads what a session was.
type Past struct {
	Store store.Store
	Key   store.SessionKey
}

// History streams the events that a query asks for, in pieces got by read, which is
// Store.Events. It ends with a *store.PrunedError where events are missing that were asked
// for, also those that are pruned while it goes on.
func (p Past) History(ctx context.Context, q store.EventQuery, read ReadEvents) iter.Seq2[*store.StoredEvent, error] {
	return func(yield func(*store.StoredEvent, error) bool) {
		last := q.AfterSeq
		if last > 0 && !q.NotBefore.IsZero() { // then numbers are missing anyway
			through, err := p.prunedThrough(ctx)
			if err == nil && last < through {
				err = &store.PrunedError{Through: through}
			}
			if err != nil {
				yield(nil, err)
				return
			}
		}
		for e, err := range stream(ctx, p.Key, q, read) {
			if err == nil && last > 0 && q.NotBefore.IsZero() && e.Seq != last+1 {
				err = &store.PrunedError{Through: e.Seq - 1}
			}
			if !yield(e, err) || err != nil {
				return
			}
			last = e.Seq
		}
	}
}

// AsOf loads what the session had when an event had been appended, by replaying its events
// up to that one, from the creation or a snapshot on. The query says which events to load.
func (p Past) AsOf(ctx context.Context, eventID string, q store.EventQuery) (l store.Loaded, err error) {
	found, err := p.Store.Events(ctx, p.Key, store.EventQuery{ID: eventID})
	if err != nil {
		return l, err
	}
	if len(found) == 0 {
		return l, p.noEvent(ctx, eventID)
	}
	q.UpTo = found[0].Seq
	if l, err = p.Store.Load(ctx, p.Key, q); err != nil {
		return l, err
	}
	then, err := p.replayTo(ctx, q.UpTo)
	if err != nil {
		return l, err
	}
	if then.id != eventID { // the session was deleted, and its ID used again, in between
		return l, fmt.Errorf("event %q: %w", eventID, store.ErrEventNotFound)
	}
	l.LastUpdate = then.last
	l.State[value.ScopeSession] = store.PlainValues(then.values)
	l.Damaged = slices.DeleteFunc(l.Damaged, func(d *value.DamagedError) bool {
		return len(d.Keys) > 0 && isOwn(d.Keys[0]) // which was replayed
	})
	return l, nil
}

// prunedThrough returns the number of the last event that was removed; 0: none was.
func (p Past) prunedThrough(ctx context.Context) (int64, error) {
	first, err := p.Store.Events(ctx, p.Key, store.EventQuery{AfterSeq: -1, First: 1})
	if err != nil || len(first) == 0 {
		return 0, err
	}
	return first[0].SnapshotOf(), nil
}

// noEvent is the error about an event that isn't there, or not any more.
func (p Past) noEvent(ctx context.Context, eventID string) error {
	through, err := p.prunedThrough(ctx)
	switch {
	case err != nil:
		return err
	case through > 0:
		return fmt.Errorf("event %q: %w: %w", eventID, store.ErrEventNotFound, &store.PrunedError{Through: through})
	}
	return fmt.Errorf("event %q: %w", eventID, store.ErrEventNotFound)
}

// errPrunedMeanwhile ends a replay whose next event was removed since it began.
var errPrunedMeanwhile = errors.New("events were pruned meanwhile")

// replayTo returns the session's own state as it was after an event.
func (p Past) replayTo(ctx context.Context, seq int64) (s *State, err error) {
	for range 10 {
		if s, err = p.replayOnce(ctx, seq); !errors.Is(err, errPrunedMeanwhile) {
			break
		}
	}
	return s, err
}

func (p Past) replayOnce(ctx context.Context, seq int64) (*State, error) {
	first, err := p.Store.Events(ctx, p.Key, store.EventQuery{AfterSeq: store.SnapshotSeq(seq-1) - 1, First: 1})
	if err != nil {
		return nil, err
	}
	if len(first) == 0 {
		return nil, store.ErrSessionNotFound
	}
	s, err := NewState(first[0])
	if err != nil {
		return nil, err
	}
	if s.Seq >= seq {
		return nil, &store.PrunedError{Through: s.Seq}
	}
	for e, err := range stream(ctx, p.Key, store.EventQuery{AfterSeq: s.Seq, UpTo: seq}, p.Store.Events) {
		if err != nil {
			return nil, err
		}
		if e.Seq != s.Seq+1 {
			return nil, errPrunedMeanwhile
		}
		if err := s.Add(e); err != nil {
			return nil, err
		}
	}
	return s, nil
}
