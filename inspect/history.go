package inspect

import (
	"context"

	"github.com/seed92179c4c/stategen/runtime"
)

// of names a session.
type of struct{ App, User, ID string }

func (o of) get(events int, asOf string) runtime.GetRequest {
	return runtime.GetRequest{AppName: o.App, UserID: o.User, SessionID: o.ID, NumRecentEvents: events, AsOf: asOf}
}

func (o of) path() string { return path("app", o.App, "user", o.User, "session", o.ID) }

// lastSeq is the number of a session's last event, with the session as it is.
func (s *Server) lastSeq(ctx context.Context, o of) (*runtime.Session, int64, error) {
	session, err := s.Service.Get(ctx, o.get(1, ""))
	if session == nil {
		return nil, 0, err
	}
	if n := session.Events().Len(); n > 0 {
		return session, session.Events().At(n - 1).Seq, err
	}
	return session, 0, err
}

// events returns up to n events after one, by its number.
func (s *Server) events(ctx context.Context, o of, after int64, n int) ([]*runtime.Event, error) {
	list := make([]*runtime.Event, 0, min(n, windowSize))
	for e, err := range s.Service.Events(ctx, runtime.EventsRequest{AppName: o.App, UserID: o.User, SessionID: o.ID, AfterSeq: max(after, 0)}) {
		if err != nil {
			return list, err
		}
		if list = append(list, e); len(list) == n {
			break
		}
	}
	return list, nil
}

// windowSize is how many events a page shows.
const windowSize = 100

// window is a part of a history around one event.
type window struct {
	events []*runtime.Event
	last   int64 // the number of the session's last event
	at     int64 // that of the one that is looked at
}

// around returns the events around one; 0 is the last.
func (s *Server) around(ctx context.Context, o of, at, last int64) (window, error) {
	if at <= 0 || at > last {
		at = last
	}
	first := max(0, min(at-windowSize/2, last-windowSize))
	events, err := s.events(ctx, o, first, windowSize)
	return window{events: events, last: last, at: at}, err
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
