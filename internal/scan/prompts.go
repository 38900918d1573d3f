package scan

import (
	"maps"

	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
)

// rehearsal renders the instructions of today over the states that are stored.
type rehearsal struct {
	checks    [][]*reading.Placeholder // those in one list come to the same
	names     map[string]bool          // the keys that placeholders look at
	app, user map[string]any           // what the sessions that follow share
	state     runtime.MapState         // of the session at hand
}

// Rehearse lets the scanner render the schema's instructions, too, over each session's state.
func (sc *Scanner) Rehearse() {
	r := &rehearsal{names: map[string]bool{}, state: runtime.MapState{}}
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
	switch {
	case s.Session != "":
		clear(r.state)
		maps.Copy(r.state, r.app)
		maps.Copy(r.state, r.user)
		r.collect(r.state, s)
		sc.tryPrompts(at)
	case s.Scope() == runtime.ScopeApp:
		r.app = map[string]any{}
		r.collect(r.app, s)
	default:
		r.user = map[string]any{}
		r.collect(r.user, s)
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

// tryPrompts notes which prompts fail for a session.
func (sc *Scanner) tryPrompts(at place) {
	for _, alike := range sc.rehearsal.checks {
		err := alike[0].Try(sc.rehearsal.state)
		if err == nil {
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
