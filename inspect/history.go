package inspect

import (
	"context"
	"errors"

	"github.com/seed92179c4c/stategen/runtime"
)

// lastSeq is the number of a session's last event.
func (s *Server) lastSeq(ctx context.Context, o of) (int64, error) {
	session, err := s.Service.Get(ctx, o.get(1, ""))
	if session == nil || session.Events().Len() == 0 {
		return 0, err
	}
	return session.Events().At(session.Events().Len() - 1).Seq, err
}

// events returns up to n events after one, by its number, or after those that were pruned. Those
// that can't be read are left out, and told.
func (s *Server) events(ctx context.Context, o of, after int64, n int) (window, error) {
	win := window{events: make([]*runtime.Event, 0, min(n, windowSize))}
	after = max(after, 0)
	for e, err := range s.Service.Events(ctx, runtime.EventsRequest{AppName: o.App, UserID: o.User, SessionID: o.ID, AfterSeq: after}) {
		var damage *runtime.DamagedError
		var pruned *runtime.PrunedError
		switch {
		case errors.As(err, &damage):
			win.damage = errors.Join(win.damage, err)
			continue
		case errors.As(err, &pruned) && pruned.Through > after:
			return s.events(ctx, o, pruned.Through, n)
		case err != nil:
			return win, err
		}
		if win.events = append(win.events, e); len(win.events) == n {
			break
		}
	}
	return win, nil
}

// windowSize is how many events a page shows.
const windowSize = 100

// window is a part of a history around one event.
type window struct {
	events []*runtime.Event
	damage error // of events that can't be read
	last   int64 // the number of the session's last event
	at     int64 // that of the one that is looked at
	asked  int64 // the number after which events were asked for
}

// around returns the events around one; 0 is the last. If that was pruned, it's the oldest that
// is left.
func (s *Server) around(ctx context.Context, o of, at, last int64) (window, error) {
	if at <= 0 || at > last {
		at = last
	}
	first := max(0, min(at-windowSize/2, last-windowSize))
	win, err := s.events(ctx, o, first, windowSize)
	win.last, win.at, win.asked = last, at, first
	if e := win.event(at); e != nil {
		win.at = e.Seq
	}
	return win, err
}

// pruned reports whether the window begins with the oldest event that is left.
func (w window) pruned() bool {
	return len(w.events) > 0 && w.damage == nil && w.events[0].Seq > w.asked+1
}

// event finds one by its number, or the next one that is left; nil: there is none.
func (w window) event(seq int64) *runtime.Event {
	for _, e := range w.events {
		if e.Seq >= seq {
			return e
		}
	}
	return nil
}
