package inspect

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// No store keeps who wrote a key: the events tell, those of all sessions that share it.
const (
	mostSessions = 100    // whose events are looked through for one page
	mostEvents   = 10_000 // that are looked through, of all these together
	readAtOnce   = 100
)

// hop is an event of a history.
type hop struct {
	of
	*store.StoredEvent
}

// isGap reports whether it doesn't tell what was written: it can't be read, or stands for what was pruned.
func (h *hop) isGap() bool {
	return h.Damage() != nil || h.Seq == 0 && h.Author == store.SnapshotAuthor
}

// back goes through a history from its end, or from before an event if the number isn't 0, to its
// beginning or so many events. Within a session the order is that of the history, whatever its clocks say.
func (s *Server) back(ctx context.Context, o of, before int64, most int) iter.Seq2[*hop, error] {
	return func(yield func(*hop, error) bool) {
		for most > 0 {
			q := store.EventQuery{AfterSeq: -1, UpTo: max(0, before-1), Last: min(most, readAtOnce)}
			if before == 1 {
				q = store.EventQuery{AfterSeq: -1, First: 1} // what the session was created with
			}
			events, err := s.Service.Store().Events(ctx, o.key(), q)
			if errors.Is(err, runtime.ErrSessionNotFound) { // it was deleted meanwhile, or shares nothing
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for _, e := range slices.Backward(events) {
				if !yield(&hop{o, e}, nil) {
					return
				}
			}
			if len(events) == 0 || events[0].Seq == 0 || before == 1 {
				return
			}
			before, most = events[0].Seq, most-len(events)
		}
	}
}

func (o of) key() store.SessionKey {
	return store.SessionKey{AppName: o.App, UserID: o.User, SessionID: o.ID}
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

// sharers are the sessions of a scope's owner that were updated last before a time, and the time since which
// all are among them; zero: all there are. With them is what has the history of changes outside of sessions.
func (s *Server) sharers(ctx context.Context, o of, scope runtime.Scope, before time.Time) (all []of, since time.Time, err error) {
	user := o.User
	if scope == runtime.ScopeApp {
		user = ""
	}
	list, since, err := s.latest(ctx, o.App, user, before, mostSessions/8)
	if before.IsZero() {
		all = append(all, of{App: o.App, User: user})
	}
	for _, one := range list {
		all = append(all, of{o.App, one.UserID, one.SessionID})
		if owner := (of{App: o.App, User: one.UserID}); before.IsZero() && !slices.Contains(all, owner) {
			all = append(all, owner)
		}
	}
	return all, since, err
}
