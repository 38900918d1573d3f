package upkeep

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/walk"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// look notes what a history, and the state that it is the history of, hold.
func (p *purger) look(ctx context.Context, h walk.Owner, o *owned) error {
	current, v, err := p.current(ctx, h)
	if err != nil {
		return err
	}
	hits, damaged := int64(0), false
	err = p.steps(ctx, h, func(_ store.EventQuery, events []*store.StoredEvent) (wrote bool, err error) {
		for _, e := range events {
			damaged = damaged || e.Damage() != nil
			p.report.Named = p.report.Named || slices.ContainsFunc(e.Writes, p.isOfKey)
			if e.TellsPurged(p.r.Key) {
				o.marked++
			}
			if _, values := e.Cleared(p.r.Key); len(values) > 0 {
				hits++
				o.values.add(values)
			}
		}
		return false, nil
	})
	shared := current != nil && errors.Is(err, store.ErrSessionNotFound) // state without an event
	if err != nil && !shared {
		return err
	}
	p.report.Looked++
	if damaged {
		p.report.Damaged++
	}
	if current != nil {
		p.report.Named = true
		o.values.add(v)
	}
	if current != nil || hits > 0 {
		o.in = append(o.in, h)
	}
	p.count(current != nil, hits)
	return nil
}

func (p *purger) isOfKey(w store.Write) bool { return w.Key == p.r.Key }

// count counts what would be changed.
func (p *purger) count(set bool, events int64) {
	if !p.r.CountOnly {
		return
	}
	p.report.Events += events
	if set {
		p.report.Values++
	}
}

// current returns what this very session, user or app has, and the value of the key in its
// state. If that isn't set it returns nil.
func (p *purger) current(ctx context.Context, h walk.Owner) (*store.Loaded, any, error) {
	if h.Scope() != p.scope {
		return nil, nil, nil
	}
	loaded, err := p.store.Load(ctx, h.SessionKey, store.EventQuery{None: true})
	if err != nil || loaded.State[p.scope] == nil {
		return nil, nil, err
	}
	_, name := value.ParseKey(p.r.Key)
	v, ok := loaded.State[p.scope].Get(name)
	if !ok {
		return nil, nil, nil
	}
	return &loaded, v, nil
}

// mark marks the events of a history that tell one of the values in their content or
// host data, and counts those that are marked.
func (p *purger) mark(ctx context.Context, h walk.Owner, values *purgedValues) error {
	return p.steps(ctx, h, func(q store.EventQuery, events []*store.StoredEvent) (wrote bool, err error) {
		missing := false
		for _, e := range events {
			marked := p.marked(e, values)
			missing = missing || marked != e
			if marked != e || e.TellsPurged(p.r.Key) {
				p.report.Elsewhere++
			}
		}
		if !missing || p.r.CountOnly {
			return false, nil
		}
		_, err = p.rewrite(ctx, h, q, func(e *store.StoredEvent) *store.StoredEvent { return p.marked(e, values) })
		return true, err
	})
}

// marked returns the event itself if it is marked or tells nothing.
func (p *purger) marked(e *store.StoredEvent, values *purgedValues) *store.StoredEvent {
	if e.TellsPurged(p.r.Key) || !values.in(e) {
		return e
	}
	return e.MarkPurged(p.r.Key)
}

// clear unsets the key, and clears it in a history's events and snapshots.
func (p *purger) clear(ctx context.Context, h walk.Owner) error {
	if err := p.unset(ctx, h); err != nil {
		return err
	}
	return p.steps(ctx, h, func(q store.EventQuery, events []*store.StoredEvent) (wrote bool, err error) {
		if !slices.ContainsFunc(events, func(e *store.StoredEvent) bool { return p.cleared(e) != e }) {
			return false, nil
		}
		n, err := p.rewrite(ctx, h, q, p.cleared)
		p.report.Events += n
		return true, err
	})
}

func (p *purger) cleared(e *store.StoredEvent) *store.StoredEvent {
	e, _ = e.Cleared(p.r.Key)
	return e
}

// unset unsets the key if it is set in this very session's, user's or app's state.
func (p *purger) unset(ctx context.Context, h walk.Owner) error {
	current, _, err := p.current(ctx, h)
	if err != nil || current == nil {
		return err
	}
	p.report.Values++
	return p.svc.Append(ctx, h.SessionKey, *current, &store.Event{
		Author: p.r.Author, Actions: store.Actions{StateDelta: value.Delta{p.r.Key: nil}},
	})
}

// stepFunc takes some events of a history, and the query that asked for them.
type stepFunc = func(store.EventQuery, []*store.StoredEvent) (wrote bool, err error)

// steps calls fn with some events of a history after the others, and lets others write
// after each step that wrote.
func (p *purger) steps(ctx context.Context, h walk.Owner, fn stepFunc) error {
	q := store.EventQuery{AfterSeq: math.MinInt64, First: pruneAtOnce}
	for {
		began := time.Now()
		events, err := p.store.Events(ctx, h.SessionKey, q)
		if err != nil {
			return err
		}
		wrote, err := fn(q, events)
		if err != nil || len(events) < q.First {
			return err
		}
		q.AfterSeq = events[len(events)-1].Seq
		if wrote {
			if err := rest(ctx, began); err != nil {
				return err
			}
		}
	}
}

// editFunc returns what is to be in an event's place, or the event itself.
type editFunc = func(*store.StoredEvent) *store.StoredEvent

// rewrite edits the events that a query asks for, and returns how many it has changed.
func (p *purger) rewrite(ctx context.Context, h walk.Owner, q store.EventQuery, edit editFunc) (n int64, err error) {
	r := store.RewriteQuery{Session: h.SessionKey, From: q.AfterSeq + 1, AfterSeq: q.AfterSeq, First: q.First}
	err = p.store.Rewrite(ctx, r, func(events []*store.StoredEvent) (r store.Rewritten, err error) {
		for _, e := range events {
			if changed := edit(e); changed != e {
				r.Put = append(r.Put, changed)
			}
		}
		n = int64(len(r.Put))
		return r, nil
	})
	return n, err
}
