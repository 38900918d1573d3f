package inspect

import (
	"context"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// step is what an event did to a key.
type step struct {
	hop
	Key   string // the name that it wrote
	value any    // nil: cleared; an Op that may have come to anything
}

// stepOf is a write of an event; what a merge came to takes its place, if that was kept.
func stepOf(h *hop, w store.Write) *step {
	s := &step{*h, w.Key, w.Value}
	if h.Extra != nil {
		for _, r := range h.Extra.Resolved {
			if r.Key == w.Key {
				s.value = r.Value
			}
		}
	}
	return s
}

func (s *step) merges() bool { _, is := s.value.(runtime.Op); return is }

// past is what events have done to keys of one scope, the latest first.
type past struct {
	steps map[string][]*step
	more  bool // there are earlier events
	whole bool // nothing is left out
}

// collect follows a trail until all keys that are asked for are settled by what was found of each.
func (t *trail) collect(ctx context.Context, scope runtime.Scope, keys []string, settled func(*step) bool) (
	*past, error,
) {
	p := &past{steps: map[string][]*step{}}
	open := map[string]bool{}
	for _, key := range keys {
		open[key] = true
	}
	for len(open) > 0 {
		h, err := t.next(ctx)
		if err != nil {
			return nil, err
		}
		if h == nil || h.Timestamp.Before(t.floor) {
			break
		}
		for _, w := range h.Writes {
			if is, _ := runtime.ParseKey(w.Key); is != scope {
				continue
			}
			one := stepOf(h, w)
			if p.steps[w.Key] = append(p.steps[w.Key], one); settled(one) {
				delete(open, w.Key)
			}
		}
	}
	p.more, p.whole = !t.ended(), t.ended() && !t.gaps
	return p, nil
}

// fold is what steps come to, the latest first, on top of a state. False: that can't be told.
func fold(state runtime.MapState, steps []*step) bool {
	for _, s := range slices.Backward(steps) {
		switch v := s.value.(type) {
		case nil:
			delete(state, s.Key)
		case runtime.Op:
			if runtime.Merge(state, s.Key, v) != nil {
				return false
			}
		default:
			state[s.Key] = v
		}
	}
	return true
}

// then is the value of a key when all steps but the first ones had been made; nil: it wasn't set.
// Known says whether the steps tell: what merges come to counts if it comes to the value of now.
func (p *past) then(key string, later int, now any) (v any, known bool) {
	steps := p.steps[key]
	base := later
	for base < len(steps) && steps[base].merges() {
		base++
	}
	if base == len(steps) && (!p.whole || base == 0) {
		return nil, false
	}
	state := runtime.MapState{}
	if !fold(state, steps[later:min(base+1, len(steps))]) {
		return nil, false
	}
	v = state[key]
	if base == later && base < len(steps) {
		return v, true
	}
	return v, fold(state, steps[:later]) && reflect.DeepEqual(state[key], now)
}

// moments are the values of a session's state at one of its events, and who wrote them.
type moments struct {
	of
	state map[string]any
	last  map[string]*step // who wrote a key last, as far as that is known
	past  map[runtime.Scope]*past
	ofNow map[string]bool // keys whose value of then isn't known
}

func newMoments(o of, state map[string]any) *moments {
	return &moments{o, state, map[string]*step{}, map[runtime.Scope]*past{}, map[string]bool{}}
}

// sign says of rows who wrote them, and which are of now.
func (m *moments) sign(r *rows) {
	for _, sec := range r.State {
		for i := range sec.Rows {
			one := &sec.Rows[i]
			one.Writer, one.OfNow = m.writer(one), m.ofNow[one.Name]
		}
	}
}

func (m *moments) isOfNow(name string) bool { return m.ofNow[name] }

// writer says who wrote the value of a row.
type writer struct {
	Author string
	Link   string // to the event
	Place  string // of the event: "#3", and its session if that is another one
	Words  string // where there is no such event
}

func (m *moments) writer(r *row) *writer {
	if !r.Stored() {
		return nil
	}
	if last := m.last[r.Name]; last != nil {
		return m.of.writer(last)
	}
	scope, _ := runtime.ParseKey(r.Name)
	if p := m.past[scope]; p == nil || p.more && len(p.steps[r.Name]) == 0 {
		return &writer{Words: "further back", Link: m.history(r.Name)}
	}
	return &writer{Words: "an event that is gone"}
}

// writer is who made a step, as a page about o says it.
func (o of) writer(one *step) *writer {
	w := &writer{Author: one.Author, Place: fmt.Sprintf("#%d", one.Seq)}
	if one.of.ID != "" {
		w.Link = fmt.Sprintf("%s?at=%d", one.path(), max(1, one.Seq))
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

// shared turns the values of user and app keys into those of an event's time, as far as the
// histories of the sessions that share them tell. An event of nil is now.
func (s *Server) shared(ctx context.Context, m *moments, at *runtime.Event) error {
	for _, scope := range []runtime.Scope{runtime.ScopeUser, runtime.ScopeApp} {
		keys := keysOf(m.state, scope)
		if len(keys) == 0 {
			continue
		}
		done, err := s.patiently(ctx, func(ctx context.Context) error { return s.sharedIn(ctx, m, scope, keys, at) })
		if err != nil {
			return err
		}
		for _, key := range keys {
			m.ofNow[key] = m.ofNow[key] || !done && at != nil
		}
	}
	return nil
}

// sharedIn does so for the keys of one scope.
func (s *Server) sharedIn(
	ctx context.Context, m *moments, scope runtime.Scope, keys []string, at *runtime.Event,
) error {
	list, since, err := s.sharers(ctx, m.of, scope, time.Time{})
	if err != nil {
		return err
	}
	t, err := s.follow(ctx, list, place{})
	if err != nil {
		return err
	}
	t.floor = since
	earlier := func(one *step) bool {
		if at != nil && one.of == m.of {
			return one.Seq <= at.Seq
		}
		return at == nil || !one.Timestamp.After(at.Timestamp)
	}
	p, err := t.collect(ctx, scope, keys, func(one *step) bool { return earlier(one) && (at == nil || !one.merges()) })
	if err != nil {
		return err
	}
	p.more, p.whole = p.more || !since.IsZero(), p.whole && since.IsZero()
	m.past[scope] = p
	all := map[string]bool{}
	for key := range p.steps {
		all[key] = true
	}
	for _, key := range keys {
		all[key] = true
	}
	for key := range all {
		m.settle(p, key, earlier, at != nil)
	}
	return nil
}

// settle finds out who wrote a shared key last, and its value of then.
func (m *moments) settle(p *past, key string, earlier func(*step) bool, then bool) {
	now := m.state[key]
	steps := p.steps[key]
	later := slices.IndexFunc(steps, earlier)
	if later < 0 {
		later = len(steps)
	}
	v, known := now, true
	if then {
		v, known = p.then(key, later, now)
	}
	switch {
	case !then || !known:
		m.ofNow[key] = then
		if len(steps) > 0 && (steps[0].merges() || reflect.DeepEqual(steps[0].value, now)) {
			m.last[key] = steps[0]
		}
	case v == nil:
		delete(m.state, key)
	default:
		m.state[key], m.last[key] = v, steps[later]
	}
}

// own finds out who wrote the session's own keys last, up to an event.
func (s *Server) own(ctx context.Context, m *moments, at int64) error {
	keys := keysOf(m.state, runtime.ScopeSession)
	t, err := s.follow(ctx, ways{{of: m.of, upTo: at, creation: at == 0, latest: farFuture}}, place{})
	if err != nil {
		return err
	}
	t.left = ownEvents
	p, err := t.collect(ctx, runtime.ScopeSession, keys, func(*step) bool { return true })
	if err != nil {
		return err
	}
	m.past[runtime.ScopeSession] = p
	for key, steps := range p.steps {
		m.last[key] = steps[0]
	}
	return nil
}

// ownEvents is how many of a session's events are looked through for its own keys.
const ownEvents = 1000
