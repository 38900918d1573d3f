package inspect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
)

// sessionView is a session as of one of its events.
type sessionView struct {
	of
	Path     string
	At, Last int64
	Pruned   int64 // the oldest event that is left, if the list begins with it and it isn't the first
	Entries  []entry
	Chosen   *entry
	rows
	Prompts []prompt
	Problem string // values that can't be read
	Older   int64  // an event to go to for those before the list; 0: there are none
	Newer   int64
	Write   bool
	Still   bool // nothing is appended
}

// Link is the address of an event, with the same keys in view; 0 is the last one.
func (v *sessionView) Link(at int64) string {
	q := url.Values{}
	if at > 0 && at < v.Last {
		q.Set("at", strconv.FormatInt(at, 10))
	}
	if v.From > 0 {
		q.Set("from", strconv.Itoa(v.From))
	}
	if len(q) == 0 {
		return v.Path
	}
	return v.Path + "?" + q.Encode()
}

// SomeOfNow reports whether values of now are among those of then.
func (v *sessionView) SomeOfNow() bool {
	return slices.ContainsFunc(v.State, func(s section) bool {
		return slices.ContainsFunc(s.Rows, func(r row) bool { return r.OfNow })
	})
}

// session is the page of a session.
func (s *Server) session(w http.ResponseWriter, r *http.Request) error {
	v, err := s.sessionAt(r)
	if err != nil {
		return err
	}
	return s.show(w, "session.html", v.ID, v, v.crumbs("")...)
}

// part is what of the page depends on the event that is looked at.
func (s *Server) part(w http.ResponseWriter, r *http.Request) error {
	v, err := s.sessionAt(r)
	if err != nil {
		return err
	}
	return s.render(w, "part", v)
}

// last is the number of the session's last event, for pages that follow it.
func (s *Server) last(w http.ResponseWriter, r *http.Request) error {
	last, err := s.lastSeq(r.Context(), sessionOf(r))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(map[string]int64{"last": last})
}

func (s *Server) sessionAt(r *http.Request) (*sessionView, error) {
	at, err := numberOf[int64](r, "at")
	if err != nil {
		return nil, err
	}
	return s.view(r, sessionOf(r), at)
}

// view reads a session as of an event: 0 is the last one.
func (s *Server) view(r *http.Request, o of, at int64) (*sessionView, error) {
	from, err := numberOf[int](r, "from")
	if err != nil {
		return nil, err
	}
	ctx := r.Context()
	m, err := s.moment(ctx, o, at)
	if err != nil {
		return nil, err
	}
	win := m.win
	v := &sessionView{of: o, Path: o.path(), At: win.at, Last: win.last, Still: s.Still}
	v.Write = s.Write && win.at == win.last
	if err := v.list(ctx, s, win); err != nil {
		return nil, err
	}
	v.Problem = message(errors.Join(win.damage, m.damage))
	v.rows = s.say.rows(r, m, from, v.Write)
	v.Prompts = s.say.prompts(m)
	return v, nil
}

// list puts the events around the chosen one into words.
func (v *sessionView) list(ctx context.Context, s *Server, win window) error {
	if len(win.events) == 0 {
		return nil
	}
	after, err := s.stateAsOf(ctx, v.of, win.events[0])
	if after == nil && !damaged(err) {
		return err
	}
	if win.damage != nil {
		after = nil // what the events come to isn't known
	}
	v.Entries = s.say.entries(v.of, win.events, after)
	for i := range v.Entries {
		if v.Entries[i].Seq == v.At {
			v.Chosen = &v.Entries[i]
			v.Chosen.Text = cut(said(v.Chosen.Event).Text(), longestSaid)
			if !s.say.hides() {
				v.Chosen.Whole = v.of.text(v.At, "event", "1")
				v.Chosen.Text.Whole = v.Chosen.Whole
			}
		}
	}
	switch first := win.events[0].Seq; {
	case win.pruned():
		v.Pruned = first
	case first > 1:
		v.Older = max(1, first-windowSize/2)
	}
	if newest := win.events[len(win.events)-1].Seq; newest < v.Last {
		v.Newer = min(v.Last, newest+windowSize/2)
	}
	return nil
}

// numberOf is a number in the address of a request; 0: there is none.
func numberOf[T int | int64](r *http.Request, name string) (n T, err error) {
	text := r.FormValue(name)
	if text == "" {
		return 0, nil
	}
	long, err := strconv.ParseInt(text, 10, 64)
	if n = T(long); err != nil || long < 0 || int64(n) != long {
		return 0, problem{http.StatusBadRequest, fmt.Sprintf("%q is not a number that %s can be", text, name)}
	}
	return n, nil
}
