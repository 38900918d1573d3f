package inspect

import (
	"context"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

// keyHistory is what became of a key, the latest first.
type keyHistory struct {
	of
	Key    string
	Owner  string // "session", "user" or "app"
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
	if err := s.steps(r, h, scope, state); err != nil {
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

// tracing looks for what events have done to a key.
type tracing struct {
	*trail
	owner         of
	scope         runtime.Scope
	names         []string  // of the key
	before, since time.Time // when the sessions that are looked through were updated last
	steps         []*step
	last          *hop
	first         bool // it begins with the latest event
}

// steps reads a page of a key's history.
func (s *Server) steps(r *http.Request, h *keyHistory, scope runtime.Scope, state map[string]any) error {
	t := &tracing{owner: h.of, scope: scope, names: s.say.keys.names(h.Key)}
	if err := s.begin(r, t); err != nil {
		return err
	}
	err := s.trace(r.Context(), t, func() bool { return len(t.steps) >= pageSize })
	n := len(t.steps)
	if err != nil || n == 0 && t.ended() && t.since.IsZero() {
		h.Gaps = t.gaps
		return err
	}
	h.next(t)
	if scope != runtime.ScopeSession && t.first && n > 0 { // what merges came to is known from where the key was set
		err = s.trace(r.Context(), t, func() bool { return !t.steps[len(t.steps)-1].merges() })
	}
	h.Gaps = t.gaps
	if err != nil || n == 0 {
		return err
	}
	return s.tellSteps(r.Context(), h, t, n, state)
}

// begin goes to where the page of a history begins.
func (s *Server) begin(r *http.Request, t *tracing) (err error) {
	if t.scope == runtime.ScopeSession {
		at, err := numberOf[int64](r, "at")
		if err == nil {
			own := &way{of: t.owner, upTo: at, creation: at == 0 && r.FormValue("at") != "", latest: farFuture}
			t.trail, err = s.follow(r.Context(), ways{own}, place{})
		}
		return err
	}
	var from place
	if t.before, err = timeOf(r, "before"); err == nil {
		from.until, err = timeOf(r, "until")
	}
	if err == nil {
		from.past, err = numberOf[int](r, "past")
	}
	if err == nil {
		t.first = t.before.IsZero() && from.until.IsZero()
		err = s.look(r.Context(), t, from)
	}
	return err
}

// look begins a trail through the sessions that were updated last before a time.
func (s *Server) look(ctx context.Context, t *tracing, from place) error {
	list, since, err := s.sharers(ctx, t.owner, t.scope, t.before)
	if err == nil {
		t.since = since
		t.trail, err = s.follow(ctx, list, from)
	}
	return err
}

// trace looks for steps until there are enough, or as many events were looked through as may be. If
// some sessions have none, it goes on to those that were updated before.
func (s *Server) trace(ctx context.Context, t *tracing, enough func() bool) error {
	for !enough() {
		one, err := t.next(ctx)
		if err != nil {
			return err
		}
		if one == nil && (len(t.steps) > 0 || !t.ended() || t.since.IsZero()) {
			return nil
		}
		if one == nil {
			left := t.left
			t.before = t.since
			if err := s.look(ctx, t, place{}); err != nil {
				return err
			}
			t.left = left
			continue
		}
		t.last = one
		for _, w := range one.Writes {
			if slices.Contains(t.names, w.Key) {
				t.steps = append(t.steps, stepOf(one, w))
			}
		}
	}
	return nil
}

// next sets the address of earlier steps.
func (h *keyHistory) next(t *tracing) {
	q := url.Values{"key": {h.Key}}
	switch {
	case t.scope == runtime.ScopeSession:
		if t.ended() || t.last == nil || t.last.Seq == 0 {
			return
		}
		q.Set("at", strconv.FormatInt(t.last.Seq-1, 10))
	case !t.ended():
		setTime(q, "before", t.before)
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

// tellSteps puts the first steps into words, with what they came to as far as that is known: of a
// session's keys always; of others if all merges since the key was set come to the value of now.
func (s *Server) tellSteps(ctx context.Context, h *keyHistory, t *tracing, n int, now map[string]any) error {
	own := t.scope == runtime.ScopeSession
	state, known, came := runtime.MapState{}, t.ended() && !t.gaps && t.since.IsZero(), map[*step]any{}
	rest := t.steps
	if oldest := rest[len(rest)-1]; own && oldest.merges() {
		then, err := s.stateAsOf(ctx, h.of, oldest.Event())
		if then == nil && !damaged(err) {
			return err
		}
		if state, known, rest = then, then != nil, rest[:len(rest)-1]; known {
			came[oldest] = state[oldest.Key]
		}
	}
	for _, one := range slices.Backward(rest) {
		if known = (known || !one.merges()) && fold(state, []*step{one}); known {
			came[one] = state[one.Key]
		}
	}
	latest := t.steps[0].Key
	trust := own || t.first && reflect.DeepEqual(state[latest], now[latest])
	for _, one := range t.steps[:n] {
		v, known := came[one]
		h.Steps = append(h.Steps, s.say.made(h, one, v, known && (trust || !one.merges())))
	}
	return nil
}

// made puts a step into words.
func (t *teller) made(h *keyHistory, one *step, v any, known bool) made {
	raw := one.value
	for _, w := range one.Writes {
		if w.Key == one.Key {
			raw = w.Value // of a merge that was resolved, the merge
		}
	}
	m := made{Time: one.Timestamp, By: *h.of.writer(one), change: t.words(one.Key, raw)}
	if one.Key != h.Key {
		m.Name = one.Key
	}
	if m.Known = known && v != nil; m.Known {
		m.Value = t.shown(one.Key, v, one.text(max(one.Seq, 1), "key", one.Key), longestLine)
	}
	return m
}
