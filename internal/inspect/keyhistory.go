package inspect

import (
	"cmp"
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
	Key     string
	Now     *row
	Steps   []made
	Further []item    // histories of sessions that were not looked through to their beginnings
	Next    string    // the address of those of further sessions; empty: there are none
	Before  time.Time // these were updated last before
	Gaps    bool      // events are pruned, or can't be read
}

// mostSteps is how many writes of sessions that share a key a page shows.
const mostSteps = 500

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
	store.Write           // what a merge came to takes its place, if that was kept
	at          time.Time // not later than what follows it in its session
}

// steps reads a page of a key's history: of one session, or of those that share the key.
func (s *Server) steps(r *http.Request, h *keyHistory, scope runtime.Scope) error {
	ctx := r.Context()
	below, err := numberOf[int64](r, "below")
	if err != nil {
		return err
	}
	look := &looking{Server: s, keyHistory: h, names: s.say.keys.names(h.Key)}
	if scope == runtime.ScopeSession || below > 0 {
		err = look.through(ctx, h.of, below, mostEvents, pageSize)
	} else {
		err = look.throughAll(r, scope)
	}
	if err != nil {
		return err
	}
	slices.SortStableFunc(look.steps, func(a, b step) int { return b.at.Compare(a.at) })
	look.steps = look.steps[:min(len(look.steps), mostSteps)]
	return s.tellSteps(ctx, h, look.steps, scope == runtime.ScopeSession)
}

// looking is the search for what has written a key.
type looking struct {
	*Server
	*keyHistory
	names []string // of the key
	steps []step
}

// through looks through one session's history, until so many events were read or so many writes found. What is
// left has an address.
func (l *looking) through(ctx context.Context, o of, before int64, mostEvents, most int) error {
	at, read, found := farFuture, 0, 0
	for one, err := range l.back(ctx, o, before, mostEvents) {
		if err != nil {
			return err
		}
		if one.Timestamp.Before(at) {
			at = one.Timestamp
		}
		if l.Gaps = l.Gaps || one.isGap(); !one.isGap() {
			writes := l.stepsOf(one, at)
			l.steps, found = append(l.steps, writes...), found+len(writes)
		}
		if read++; one.Seq > 0 && (read == mostEvents || found >= most) {
			l.Further = append(l.Further, item{
				Text: fmt.Sprintf("events of %s before #%d", cmp.Or(o.ID, "no session"), one.Seq), Link: fmt.Sprintf("%s&below=%d", o.history(l.Key), one.Seq),
			})
			return nil
		}
	}
	return nil
}

// throughAll looks through the sessions that share the key, as far back in each as a page allows.
func (l *looking) throughAll(r *http.Request, scope runtime.Scope) error {
	before, err := timeOf(r, "before")
	if err != nil {
		return err
	}
	all, since, err := l.sharers(r.Context(), l.of, scope, before)
	if err != nil {
		return err
	}
	for _, one := range all {
		if err := l.through(r.Context(), one, 0, max(readAtOnce, mostEvents/len(all)), mostSteps); err != nil {
			return err
		}
	}
	if !since.IsZero() {
		l.Before = since
		l.Next = fmt.Sprintf("?key=%s&before=%d", url.QueryEscape(l.Key), since.UnixMicro())
	}
	return nil
}

func (l *looking) stepsOf(one *hop, at time.Time) (list []step) {
	for _, w := range one.Writes {
		if !slices.Contains(l.names, w.Key) {
			continue
		}
		if one.Extra != nil {
			if i := slices.IndexFunc(one.Extra.Resolved, func(r store.Write) bool { return r.Key == w.Key }); i >= 0 {
				w = one.Extra.Resolved[i]
			}
		}
		list = append(list, step{one, w, at})
	}
	return list
}

// timeOf is a time in the address of a request.
func timeOf(r *http.Request, name string) (time.Time, error) {
	n, err := numberOf[int64](r, name)
	if n == 0 {
		return time.Time{}, err
	}
	return time.UnixMicro(n).UTC(), err
}

// farFuture is later than all events.
var farFuture = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

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
