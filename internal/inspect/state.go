package inspect

import (
	"context"
	"errors"
	"maps"
	"math"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// stateAsOf is the state of a session when an event had been appended: nil is now. User
// and app keys are the current ones. A damaged value is left out, and returned as an error.
// Without a session it is what its user's, or the app's, sessions share now.
func (s *Server) stateAsOf(ctx context.Context, o of, e *runtime.Event) (map[string]any, error) {
	var session *runtime.Session
	var err error
	switch {
	case o.ID == "":
		session, err = s.Service.Shared(ctx, runtime.SharedRequest{AppName: o.App, UserID: o.User, NumRecentEvents: -1})
	case e == nil:
		session, err = s.Service.Get(ctx, o.get(-1, ""))
	default:
		session, err = s.Service.Get(ctx, o.get(-1, e.ID))
	}
	if session == nil {
		return nil, err
	}
	state := maps.Collect(session.State().All())
	maps.DeleteFunc(state, func(key string, v any) bool {
		scope, _ := runtime.ParseKey(key)
		_, bad := v.(*runtime.DamagedError)
		return bad || o.ID == "" && scope != o.key().Scope()
	})
	return state, err
}

// moment is a session when one of its events had been appended, or what the sessions of a user or
// an app share now.
type moment struct {
	of
	win    window
	state  map[string]any  // what sessions share is that of now; nil: it can't be read
	damage error           // what can't be read of it
	last   map[string]*hop // who wrote a key of the session last
	more   bool            // there are earlier events than were looked through for that
}

// moment reads a session as of an event, by its number: 0 is the last. Without a session it is now.
func (s *Server) moment(ctx context.Context, o of, at int64) (m *moment, err error) {
	m = &moment{of: o}
	var asOf *runtime.Event
	if o.ID != "" {
		if m.win, err = s.around(ctx, o, at); err != nil {
			return nil, err
		}
		if m.win.at < m.win.last {
			asOf = m.win.event(m.win.at)
		}
	}
	m.state, m.damage = s.stateAsOf(ctx, o, asOf)
	if m.state == nil && !damaged(m.damage) {
		return nil, m.damage
	}
	if o.ID != "" {
		err = s.writers(ctx, m)
	}
	nulls(m.state)
	return m, err
}

// ownEvents is how many of a session's events are looked through for who wrote its keys.
const ownEvents = 1000

// writers finds out who wrote the session's own keys last.
func (s *Server) writers(ctx context.Context, m *moment) error {
	m.last = map[string]*hop{}
	open := map[string]bool{}
	for key := range m.state {
		if !shared(key) {
			open[key] = true
		}
	}
	read := 0
	for one, err := range s.back(ctx, m.of, m.win.at+1, ownEvents) {
		if err != nil || len(open) == 0 {
			return err
		}
		if read++; read == ownEvents {
			m.more = one.Seq > 0
		}
		if one.isGap() {
			continue
		}
		for _, w := range one.Writes {
			if open[w.Key] {
				m.last[w.Key] = one
				delete(open, w.Key)
			}
		}
	}
	return nil
}

// shared reports whether a key's value is that of several sessions.
func shared(key string) bool {
	scope, _ := runtime.ParseKey(key)
	return scope == runtime.ScopeUser || scope == runtime.ScopeApp
}

// isOfNow reports whether the value of a key isn't that of the event.
func (m *moment) isOfNow(key string) bool { return m.win.at < m.win.last && shared(key) }

// writer says who wrote the value under a name; nil: its history tells.
func (m *moment) writer(name string) *writer {
	switch last := m.last[name]; {
	case name == "" || shared(name):
		return nil
	case last != nil:
		return m.of.writer(last)
	case m.more:
		return &writer{Words: "further back", Link: m.history(name)}
	}
	return &writer{Words: "an event that is gone"}
}

// nullMark begins the name of a key that says that another one is null, which ADK keeps.
const nullMark = "_adk_null_"

// nullKey is the key that a mark is about; empty: it is no mark.
func nullKey(mark string) string {
	scope, name := runtime.ParseKey(mark)
	if name, is := strings.CutPrefix(name, nullMark); is {
		return scope.Key(name)
	}
	return ""
}

// nulls puts nulls in the places of their marks.
func nulls(state map[string]any) {
	for mark, v := range maps.Clone(state) {
		if key := nullKey(mark); key != "" && v == true {
			delete(state, mark)
			state[key] = nil
		}
	}
}

// damaged reports whether an error is only about values or events that can't be read.
func damaged(err error) bool {
	var damage *runtime.DamagedError
	return errors.As(err, &damage)
}

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
