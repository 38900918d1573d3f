package scan

import (
	"errors"
	"iter"
	"maps"

	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
)

// rehearsal renders the instructions of today over the states that are stored.
type rehearsal struct {
	checks [][]*reading.Placeholder // those in one list come to the same
	names  map[string]bool          // the keys that placeholders look at
	now    moment
	// For the history: shared state of now by owner, the session that is replayed, and
	// whether its creation is among its events.
	shared  map[sessiondb.Owner]map[string]any
	then    moment
	of      sessiondb.Owner
	number  int64
	created bool
}

// moment is the state of a session at a time: what is known of it.
type moment struct {
	app, user, own map[string]any
	// set is what was set since the replay began; nil: all is known.
	set map[string]bool
}

var errUnknown = errors.New("not known")

// Get implements runtime.ReadonlyState.
func (m *moment) Get(key string) (any, error) {
	state := m.own
	switch scope, _ := runtime.ParseKey(key); scope {
	case runtime.ScopeApp:
		state = m.app
	case runtime.ScopeUser:
		state = m.user
	}
	if v, ok := state[key]; ok {
		return v, nil
	}
	if m.set != nil && !m.set[key] {
		return nil, errUnknown
	}
	return nil, runtime.ErrMissing
}

// All implements runtime.ReadonlyState.
func (m *moment) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, state := range []map[string]any{m.app, m.user, m.own} {
			for key, v := range state {
				if !yield(key, v) {
					return
				}
			}
		}
	}
}

// Rehearse lets the scanner render the schema's instructions, too: over each session's
// state, and, if events come after the states, as of each event. Created says whether
// histories begin with what a session was created with.
//
// Of a history it knows the session's own keys, and of those that sessions share what the
// session itself has set; until then they count as they are now.
func (sc *Scanner) Rehearse(created bool) {
	r := &rehearsal{names: map[string]bool{}, shared: map[sessiondb.Owner]map[string]any{}, created: created}
	r.now.own = map[string]any{}
	sc.rehearsal = r
	same := map[string]int{} // the place of their list
	for _, p := range sc.read.Placeholders() {
		id := p.Wire
		if p.Needed {
			id += " needed"
		}
		i, known := same[id]
		if !known {
			i = len(r.checks)
			same[id] = i
			r.checks = append(r.checks, nil)
		}
		r.checks[i] = append(r.checks[i], p)
		for _, name := range p.Names() {
			r.names[name] = true
		}
	}
}

// rehearse renders the instructions over a session's state. The states of its app and of
// its user came before.
func (sc *Scanner) rehearse(at place, s *sessiondb.State) {
	r := sc.rehearsal
	if s.Session != "" {
		clear(r.now.own)
		r.collect(r.now.own, s)
		sc.tryPrompts(at, &r.now)
		return
	}
	values := map[string]any{}
	r.collect(values, s)
	if len(values) > 0 {
		r.shared[s.Owner] = values
	}
	if s.Scope() == runtime.ScopeApp {
		r.now.app = values
	} else {
		r.now.user = values
	}
}

// collect adds the values that placeholders look at.
func (r *rehearsal) collect(values map[string]any, s *sessiondb.State) {
	for _, v := range s.Values {
		if r.names[v.Key] && !v.Damaged {
			values[v.Key] = v.Value
		}
	}
}

// tryPrompts notes which prompts fail at a moment.
func (sc *Scanner) tryPrompts(at place, m *moment) {
	for _, alike := range sc.rehearsal.checks {
		err := alike[0].Try(m)
		if err == nil || errors.Is(err, errUnknown) {
			continue
		}
		for _, p := range alike {
			f := Finding{Key: p.Wire, Prompt: p.Instruction.Name, Unit: "session", span: p.Span}
			e := Example{Key: p.Wire, Error: notSet}
			if f.Problem = notSet; !runtime.IsMissing(err) {
				f.Problem, e.Error = described(err, p.Key != nil && p.Key.Sensitive)
			}
			sc.note(at, failingPrompt, f, e)
		}
	}
}

const notSet = "it is not set"

// replay renders the instructions as of an event.
func (sc *Scanner) replay(at place, e *sessiondb.Event) {
	r := sc.rehearsal
	if e.Session == "" {
		return
	}
	if r.number == 0 || r.of != e.Owner {
		r.number++
		r.of = e.Owner
		r.then = r.beginning(e)
	}
	if e.Damaged {
		r.then = r.beginning(nil)
	}
	for _, w := range e.Writes {
		if r.names[w.Key] {
			r.then.write(w.Key, w.Value)
		}
	}
	at.number = -r.number // sessions are counted, other than by values
	sc.tryPrompts(at, &r.then)
}

// beginning is what is known before an event; nil: one that can't be read.
func (r *rehearsal) beginning(e *sessiondb.Event) moment {
	m := moment{
		app:  maps.Clone(r.shared[sessiondb.Owner{App: r.of.App}]),
		user: maps.Clone(r.shared[sessiondb.Owner{App: r.of.App, User: r.of.User}]),
		own:  map[string]any{},
	}
	if !r.created || e == nil || e.Seq != 0 {
		m.set = map[string]bool{}
	}
	return m
}

// write is what an event does to a key. What a merge of shared values came to isn't known:
// they stay as they are.
func (m *moment) write(key string, v any) {
	scope, _ := runtime.ParseKey(key)
	state := &m.own
	switch scope {
	case runtime.ScopeApp:
		state = &m.app
	case runtime.ScopeUser:
		state = &m.user
	}
	op, merges := v.(runtime.Op)
	switch {
	case merges && scope == runtime.ScopeSession && (m.set == nil || m.set[key]):
		if runtime.Merge(runtime.MapState(*state), key, op) != nil {
			delete(*state, key)
		}
		return
	case merges:
		return
	case *state == nil:
		*state = map[string]any{}
	}
	if m.set != nil {
		m.set[key] = true
	}
	if v == nil {
		delete(*state, key)
		return
	}
	(*state)[key] = v
}
