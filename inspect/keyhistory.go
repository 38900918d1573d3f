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
	case scope < o.scope():
		return problem{http.StatusBadRequest, strconv.Quote(key) + " has another value in each " + scope.String()}
	}
	state, damage := s.stateAsOf(r.Context(), o, nil)
	if state == nil {
		return damage
	}
	h := &keyHistory{of: o, Key: key, Owner: scope.String()}
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

// steps reads a page of a key's history.
func (s *Server) steps(r *http.Request, h *keyHistory, scope runtime.Scope, state map[string]any) error {
	from, before, list, since, err := s.begin(r, h.of, scope)
	if err != nil {
		return err
	}
	t, err := s.follow(r.Context(), list, from)
	if err != nil {
		return err
	}
	names := s.say.keys.names(h.Key)
	var steps []*step
	more := func() (*hop, error) {
		one, err := t.next(r.Context())
		if one == nil {
			return nil, err
		}
		for _, w := range one.Writes {
			if slices.Contains(names, w.Key) {
				steps = append(steps, stepOf(one, w))
			}
		}
		return one, nil
	}
	var last *hop
	for len(steps) < pageSize {
		one, err := more()
		if err != nil {
			return err
		}
		if one != nil {
			last = one
			continue
		}
		if len(steps) > 0 || !t.ended() || since.IsZero() {
			break
		}
		left := t.left // for the sessions that were updated before these
		before = since
		if list, since, err = s.sharers(r.Context(), h.of, scope, before); err != nil {
			return err
		}
		if t, err = s.follow(r.Context(), list, place{}); err != nil {
			return err
		}
		t.left = left
	}
	n := len(steps)
	q := url.Values{"key": {h.Key}}
	switch {
	case !t.ended() && scope == runtime.ScopeSession && last != nil:
		if q.Set("at", strconv.FormatInt(last.Seq-1, 10)); last.Seq > 0 {
			h.Next = "?" + q.Encode()
		}
	case !t.ended():
		setTime(q, "before", before)
		setTime(q, "until", t.place.until)
		q.Set("past", strconv.Itoa(t.place.past))
		h.Next = "?" + q.Encode()
	case !since.IsZero():
		setTime(q, "before", since)
		h.Before = since
		h.Next = "?" + q.Encode()
	}
	first := r.FormValue("before") == "" && r.FormValue("until") == ""
	for first && scope != runtime.ScopeSession && n > 0 && steps[len(steps)-1].merges() {
		if one, err := more(); one == nil {
			if err != nil {
				return err
			}
			break
		}
	}
	h.Gaps = t.gaps
	whole := t.ended() && !t.gaps && since.IsZero()
	if n == 0 {
		return nil
	}
	return s.tellSteps(r.Context(), h, steps, n, whole, first, state)
}

// begin says where a page of a history begins.
func (s *Server) begin(r *http.Request, o of, scope runtime.Scope) (from place, before time.Time, list ways, since time.Time, err error) {
	if scope == runtime.ScopeSession {
		at, err := numberOf[int64](r, "at")
		return from, before, ways{{of: o, upTo: at, creation: at == 0 && r.FormValue("at") != "", latest: farFuture}}, since, err
	}
	if before, err = timeOf(r, "before"); err == nil {
		from.until, err = timeOf(r, "until")
	}
	if err == nil {
		from.past, err = numberOf[int](r, "past")
	}
	if err == nil {
		list, since, err = s.sharers(r.Context(), o, scope, before)
	}
	return from, before, list, since, err
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
func (s *Server) tellSteps(ctx context.Context, h *keyHistory, steps []*step, n int, whole, first bool, now map[string]any) error {
	own := h.Owner == runtime.ScopeSession.String()
	state, known, came := runtime.MapState{}, whole, map[*step]any{}
	rest := steps
	if oldest := steps[len(steps)-1]; own && oldest.merges() {
		then, err := s.stateAsOf(ctx, h.of, oldest.Event())
		if then == nil && !damaged(err) {
			return err
		}
		state, known, rest = runtime.MapState(then), then != nil, steps[:len(steps)-1]
		if known {
			came[oldest] = state[oldest.Key]
		}
	}
	for _, one := range slices.Backward(rest) {
		if known = (known || !one.merges()) && fold(state, []*step{one}); known {
			came[one] = state[one.Key]
		}
	}
	trust := own || first && reflect.DeepEqual(state[steps[0].Key], now[steps[0].Key])
	for _, one := range steps[:n] {
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
