package inspect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
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
	State    []section
	Prompts  []prompt
	Problem  string // values that can't be read
	Older    int64  // an event to go to for those before the list; 0: there are none
	Newer    int64
	Write    bool
}

// session is the page of a session.
func (s *Server) session(w http.ResponseWriter, r *http.Request) error {
	v, err := s.sessionAt(r)
	if err != nil {
		return err
	}
	return s.show(w, "session.html", v.ID, v, crumb{v.App, path("app", v.App)}, crumb{v.User, path("app", v.App, "user", v.User)}, crumb{v.ID, ""})
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
	if err != nil && last == 0 {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(map[string]int64{"last": last})
}

func (s *Server) sessionAt(r *http.Request) (*sessionView, error) {
	at, err := seqOf(r, "at")
	if err != nil {
		return nil, err
	}
	return s.view(r, sessionOf(r), at)
}

// view reads a session as of an event: 0 is the last one.
func (s *Server) view(r *http.Request, o of, at int64) (*sessionView, error) {
	ctx := r.Context()
	win, state, damage, err := s.moment(ctx, o, at)
	if err != nil {
		return nil, err
	}
	v := &sessionView{of: o, Path: o.path(), At: win.at, Last: win.last, Write: s.Write && win.at == win.last}
	if err := v.list(ctx, s, win); err != nil {
		return nil, err
	}
	v.Problem = message(errors.Join(win.damage, damage))
	writers, err := s.writers(ctx, o, win.at)
	if err != nil {
		return nil, err
	}
	v.State = s.say.sections(state, writers)
	if !v.Write {
		readOnly(v.State)
	}
	v.Prompts = s.say.prompts(state)
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
	v.Entries = s.say.entries(win.events, after)
	for i := range v.Entries {
		if v.Entries[i].Seq == v.At {
			v.Chosen = &v.Entries[i]
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

func readOnly(list []section) {
	for _, sec := range list {
		for i := range sec.Rows {
			sec.Rows[i].Edit = false
		}
	}
}

func seqOf(r *http.Request, name string) (int64, error) {
	text := r.FormValue(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, problem{http.StatusBadRequest, fmt.Sprintf("%q is not the number of an event", text)}
	}
	return n, nil
}
