package inspect

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// keyHistory is what became of a key, the latest first.
type keyHistory struct {
	of
	Key    string
	Now    *row
	Steps  []made
	Next   string    // the address of earlier ones; empty: there are none
	Before time.Time // the earlier ones are of sessions that were updated last before
	Gaps   bool      // events are pruned, or can't be read
}

// made is what an event did to the key.
type made struct {
	Name string // that it wrote, if that is an older one
	Time time.Time
	By   writer
	change
}

// history is the page of a key.
func (s *Server) history(w http.ResponseWriter, r *http.Request) error {
	o, key := sessionOf(r), r.FormValue("key")
	scope, name := runtime.ParseKey(key)
	switch {
	case name == "":
		return problem{http.StatusBadRequest, "say of which key"}
	case scope == runtime.ScopeTemp:
		return problem{http.StatusBadRequest, "temp keys are not kept"}
	case scope < o.key().Scope():
		return problem{http.StatusBadRequest, strconv.Quote(key) + " has another value in each " + scope.String()}
	}
	state, damage := s.stateAsOf(r.Context(), o, nil)
	if state == nil {
		return damage
	}
	h := &keyHistory{of: o, Key: key}
	if err := s.steps(r, h, scope); err != nil {
		return err
	}
	for _, sl := range s.say.slots(state) {
		if sl.wire == key {
			now := s.say.row(sl, state, o.text(0, "key", ""))
			h.Now = &now
		}
	}
	return s.show(w, "history.html", key, h, o.crumbs(key)...)
}

// step is a write of an event to the key.
type step struct {
	*hop
	store.Write // what a merge came to takes its place, if that was kept
}

// steps reads a page of a key's history. If some sessions have none, it goes on to those that were
// updated before.
func (s *Server) steps(r *http.Request, h *keyHistory, scope runtime.Scope) error {
	ctx, names := r.Context(), s.say.keys.names(h.Key)
	t, before, err := s.begin(r, h.of, scope)
	if err != nil {
		return err
	}
	var steps []step
	var last *hop
	for len(steps) < pageSize {
		one, err := t.next(ctx)
		switch {
		case err != nil:
			return err
		case one != nil:
			last = one
			steps = append(steps, stepsOf(one, names)...)
			continue
		}
		if len(steps) > 0 || !t.ended() || t.since.IsZero() {
			break
		}
		further, err := s.sharers(ctx, h.of, scope, t.since, place{})
		if err != nil {
			return err
		}
		before, further.left, further.gaps = t.since, t.left, t.gaps
		t = further
	}
	h.Gaps = t.gaps
	h.next(t, scope, before, last)
	return s.tellSteps(ctx, h, steps, scope == runtime.ScopeSession)
}

func stepsOf(one *hop, names []string) (list []step) {
	for _, w := range one.Writes {
		if !slices.Contains(names, w.Key) {
			continue
		}
		if one.Extra != nil {
			if i := slices.IndexFunc(one.Extra.Resolved, func(r store.Write) bool { return r.Key == w.Key }); i >= 0 {
				w = one.Extra.Resolved[i]
			}
		}
		list = append(list, step{one, w})
	}
	return list
}

// begin goes to where the page of a history begins.
func (s *Server) begin(r *http.Request, o of, scope runtime.Scope) (t *trail, before time.Time, err error) {
	if scope == runtime.ScopeSession {
		below, err := numberOf[int64](r, "below")
		if err != nil {
			return nil, before, err
		}
		t, err = s.follow(r.Context(), []*way{{of: o, before: below, latest: farFuture}}, place{})
		return t, before, err
	}
	var from place
	if before, err = timeOf(r, "before"); err == nil {
		from.until, err = timeOf(r, "until")
	}
	if err == nil {
		from.past, err = numberOf[int](r, "past")
	}
	if err == nil {
		t, err = s.sharers(r.Context(), o, scope, before, from)
	}
	return t, before, err
}

// next sets the address of earlier steps.
func (h *keyHistory) next(t *trail, scope runtime.Scope, before time.Time, last *hop) {
	q := url.Values{"key": {h.Key}}
	switch {
	case scope == runtime.ScopeSession:
		if t.ended() || last == nil || last.Seq == 0 {
			return
		}
		q.Set("below", strconv.FormatInt(last.Seq, 10))
	case !t.ended():
		setTime(q, "before", before)
		setTime(q, "until", t.place.until)
		q.Set("past", strconv.Itoa(t.place.past))
	case t.since.IsZero():
		return
	default:
		h.Before = t.since
		setTime(q, "before", t.since)
	}
	h.Next = "?" + q.Encode()
}

// timeOf is a time in the address of a request.
func timeOf(r *http.Request, name string) (time.Time, error) {
	n, err := numberOf[int64](r, name)
	if n == 0 {
		return time.Time{}, err
	}
	return time.UnixMicro(n).UTC(), err
}

func setTime(q url.Values, name string, t time.Time) {
	if !t.IsZero() {
		q.Set(name, strconv.FormatInt(t.UnixMicro(), 10))
	}
}

// tellSteps puts steps into words, with what merges came to as far as that is known: of a session's own
// keys, and where the store has kept it.
func (s *Server) tellSteps(ctx context.Context, h *keyHistory, steps []step, own bool) error {
	state := runtime.MapState{}
	for i, one := range slices.Backward(steps) {
		_, merges := one.Value.(runtime.Op)
		if merges && own && i == len(steps)-1 {
			then, err := s.stateAsOf(ctx, h.of, one.Event())
			if then == nil && !damaged(err) {
				return err
			}
			own, state, merges = then != nil, then, false
		} else {
			own = applied(state, one.Write) && own
		}
		v := state[one.Key]
		h.Steps = append(h.Steps, s.say.made(h, one, v, v != nil && (own || !merges)))
	}
	slices.Reverse(h.Steps)
	return nil
}

// applied does to a state what an event has done to a key. False: that can't be told.
func applied(state runtime.MapState, w store.Write) bool {
	switch v := w.Value.(type) {
	case nil:
		delete(state, w.Key)
	case runtime.Op:
		return runtime.Merge(state, w.Key, v) == nil
	default:
		state[w.Key] = v
	}
	return true
}

// made puts a step into words.
func (t *teller) made(h *keyHistory, one step, v any, known bool) made {
	raw := one.Value
	for _, w := range one.Writes {
		if w.Key == one.Key {
			raw = w.Value // of a merge that was resolved, the merge
		}
	}
	m := made{Time: one.Timestamp, By: *h.of.writer(one.hop), change: t.words(one.Key, raw)}
	if one.Key != h.Key {
		m.Name = one.Key
	}
	if m.Known = known; known {
		m.Value = t.shown(one.Key, v, one.text(max(one.Seq, 1), "key", one.Key), longestLine)
	}
	return m
}

// writer says who wrote a value.
type writer struct {
	Author string
	Link   string // to the event
	Place  string // of the event: "#3", and its session if that is another one
	Words  string // where there is no such event
}

// writer is who made an event, as a page about o says it.
func (o of) writer(one *hop) *writer {
	w := &writer{Author: one.Author, Place: fmt.Sprintf("#%d", one.Seq)}
	if one.of.ID != "" {
		w.Link = one.at(one.Seq)
	}
	if one.Seq == 0 {
		w.Author, w.Place = "", "creation"
	}
	switch {
	case one.of.ID == "":
		w.Place = "outside of sessions"
	case one.of == o:
	case one.User == o.User:
		w.Place += " of " + one.of.ID
	default:
		w.Place += " of " + one.User + " / " + one.of.ID
	}
	return w
}

// history is the address of what became of a key.
func (o of) history(key string) string { return o.path() + "/key?key=" + url.QueryEscape(key) }
