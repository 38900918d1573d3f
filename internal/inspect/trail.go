package inspect

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sort"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// No store keeps who wrote a key: the events tell, those of all sessions that share it.
const (
	mostSessions = 500    // whose events are looked through for one page
	mostEvents   = 10_000 // that are looked through
	readAtOnce   = 100
)

// trail goes through the events of some sessions, the latest first. Within a session the order is
// that of the history, whatever its clocks say.
type trail struct {
	store store.Store
	ways  []*way    // in the order of their latest events
	left  int       // how many more events it may read
	gaps  bool      // there were events that are pruned, or can't be read
	since time.Time // the sessions are those that were updated since; zero: all
	place place
}

// place is how far a trail has come: past all events after a time, and some of that time.
type place struct {
	until time.Time
	past  int
}

// way is what is left of a session's history.
type way struct {
	of
	before int64 // no event of this number or a higher one is left; 0: it isn't known
	ended  bool  // no more can be read
	read   []*store.StoredEvent
	latest time.Time // no event that is left is later
}

func (w *way) compare(other *way) int {
	return cmp.Or(other.latest.Compare(w.latest), cmp.Compare(w.User, other.User), cmp.Compare(w.ID, other.ID))
}

// hop is an event that a trail comes by.
type hop struct {
	of
	*store.StoredEvent
}

// follow begins a trail at a place; the zero place is the latest event.
func (s *Server) follow(ctx context.Context, list []*way, from place) (*trail, error) {
	t := &trail{store: s.Service.Store(), ways: list, left: mostEvents + from.past}
	for _, w := range list {
		if !from.until.IsZero() && w.latest.After(from.until) {
			if err := t.seek(ctx, w, from.until); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(t.ways, (*way).compare)
	for range from.past {
		if h, err := t.next(ctx); h == nil {
			return t, err
		}
	}
	return t, nil
}

// next is the latest event that is left. Nil: none is, or as many were read as may be.
func (t *trail) next(ctx context.Context) (*hop, error) {
	for len(t.ways) > 0 {
		w := t.ways[0]
		switch {
		case len(w.read) > 0:
			return t.take(w), nil
		case w.ended:
			t.ways = t.ways[1:]
			continue
		case t.left <= 0:
			return nil, nil
		}
		if err := t.fill(ctx, w); err != nil {
			return nil, err
		}
		t.sort()
	}
	return nil, nil
}

func (t *trail) take(w *way) *hop {
	h := &hop{w.of, w.read[len(w.read)-1]}
	if t.place.until.Equal(w.latest) {
		t.place.past++
	} else {
		t.place = place{w.latest, 1}
	}
	w.read = w.read[:len(w.read)-1]
	w.date()
	t.sort()
	return h
}

// sort puts the first way where it belongs now.
func (t *trail) sort() {
	first, rest := t.ways[0], t.ways[1:]
	at, _ := slices.BinarySearchFunc(rest, first, (*way).compare)
	copy(t.ways, rest[:at])
	t.ways[at] = first
}

// date takes over the time of the next event.
func (w *way) date() {
	if n := len(w.read); n > 0 && w.read[n-1].Timestamp.Before(w.latest) {
		w.latest = w.read[n-1].Timestamp
	}
}

// ended reports whether the trail has come to its end.
func (t *trail) ended() bool { return len(t.ways) == 0 }

func (o of) key() store.SessionKey {
	return store.SessionKey{AppName: o.App, UserID: o.User, SessionID: o.ID}
}

// query asks for the last events of a way.
func (w *way) query(n int) store.EventQuery {
	if w.before == 1 {
		return store.EventQuery{AfterSeq: -1, First: 1} // what the session was created with
	}
	return store.EventQuery{AfterSeq: -1, UpTo: max(0, w.before-1), Last: n}
}

// fill reads the next events of a way.
func (t *trail) fill(ctx context.Context, w *way) error {
	events, err := t.store.Events(ctx, w.key(), w.query(readAtOnce))
	if errors.Is(err, runtime.ErrSessionNotFound) { // it was deleted meanwhile, or shares nothing
		w.ended = true
		return nil
	} else if err != nil {
		return err
	}
	t.left -= max(1, len(events))
	if w.ended = len(events) == 0 || events[0].Seq == 0 || w.before == 1; !w.ended {
		w.before = events[0].Seq
	}
	w.read = slices.DeleteFunc(slices.Clone(events), func(e *store.StoredEvent) bool {
		gone := e.Damage() != nil || e.Seq == 0 && e.Author == store.SnapshotAuthor
		t.gaps = t.gaps || gone
		return gone
	})
	w.date()
	return nil
}

// seek leaves out the events of a way that are later than a time.
func (t *trail) seek(ctx context.Context, w *way, until time.Time) (err error) {
	last := func(before int64) *store.StoredEvent {
		events, failed := t.store.Events(ctx, w.key(), (&way{before: before}).query(1))
		if err = errors.Join(err, failed); len(events) == 0 {
			return nil
		}
		return events[0]
	}
	later := func(e *store.StoredEvent) bool { return e != nil && e.Timestamp.After(until) }
	if e := last(0); later(e) {
		w.latest = until
		w.before = 1 + int64(sort.Search(int(e.Seq), func(i int) bool { return later(last(int64(i) + 2)) }))
	}
	w.ended = w.before == 1 && later(last(1))
	if errors.Is(err, runtime.ErrSessionNotFound) {
		w.ended, err = true, nil
	}
	return err
}

// latest lists the sessions that were updated last, before a time if that isn't zero: all that were
// updated since the time that it returns, at least so many if there are, and at most mostSessions.
// The user may be empty: all.
func (s *Server) latest(ctx context.Context, app, user string, before time.Time, least int) (
	list []runtime.SessionInfo, since time.Time, err error,
) {
	r := runtime.ListRequest{AppName: app, UserID: user, UpdatedBefore: before, Limit: mostSessions + 1}
	for {
		r.UpdatedSince = since
		if list, err = s.Service.List(ctx, r); err != nil {
			return nil, since, err
		}
		slices.SortFunc(list, func(a, b runtime.SessionInfo) int { return b.LastUpdateTime.Compare(a.LastUpdateTime) })
		if len(list) <= mostSessions {
			return list, since, nil
		}
		later := list[least-1].LastUpdateTime // of the first ones by name: where to look for fewer
		if !later.After(since) {
			return list[:mostSessions], later, nil // too many of one moment: they have no order
		}
		since = later
	}
}

// sharers begins a trail through the sessions of a scope's owner that were updated last before a
// time.
func (s *Server) sharers(ctx context.Context, o of, scope runtime.Scope, before time.Time, from place) (*trail, error) {
	user := o.User
	if scope == runtime.ScopeApp {
		user = ""
	}
	list, since, err := s.latest(ctx, o.App, user, before, mostSessions/8)
	if err != nil {
		return nil, err
	}
	var all []*way
	owners := []of{{App: o.App, User: user}} // of what was appended without a session
	for _, one := range list {
		all = append(all, &way{of: of{o.App, one.UserID, one.SessionID}, latest: one.LastUpdateTime})
		if owner := (of{App: o.App, User: one.UserID}); !slices.Contains(owners, owner) {
			owners = append(owners, owner)
		}
	}
	for _, owner := range owners {
		if before.IsZero() {
			all = append(all, &way{of: owner, latest: farFuture})
		}
	}
	t, err := s.follow(ctx, all, from)
	if err == nil {
		t.since = since
	}
	return t, err
}

// farFuture is the time of events of which none is known.
var farFuture = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
