package inspect

import (
	"context"
	"errors"
	"math"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// lastSeq is the number of a session's last event; 0: it has none.
func (s *Server) lastSeq(ctx context.Context, o of) (int64, error) {
	none := runtime.EventsRequest{AppName: o.App, UserID: o.User, SessionID: o.ID, AfterSeq: math.MaxInt64}
	for _, err := range s.Service.Events(ctx, none) {
		return 0, err // the names are bad, or there is no such session
	}
	last, err := s.Service.Store().Events(ctx, o.key(), store.EventQuery{Last: 1})
	if len(last) == 0 {
		return 0, err
	}
	return last[0].Seq, nil
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
// is left. Events that can't be read are left out, and told.
func (s *Server) around(ctx context.Context, o of, at int64) (window, error) {
	last, err := s.lastSeq(ctx, o)
	if err != nil {
		return window{}, err
	}
	if at <= 0 || at > last {
		at = last
	}
	win := window{last: last, at: at, asked: max(0, min(at-windowSize/2, last-windowSize))}
	events, err := s.Service.Store().Events(ctx, o.key(), store.EventQuery{AfterSeq: win.asked, First: windowSize})
	for _, e := range events {
		if damage := e.Damage(); damage != nil {
			win.damage = errors.Join(win.damage, damage)
			continue
		}
		win.events = append(win.events, e.Event())
	}
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
