package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// begins reads what **name gives to the sessions that a call makes, whose arguments begin at a bracket:
// a state, or what nobody knows.
func (r *reader) begins(open int) {
	for at := open + 1; at < r.Closing(open); at = r.ExprEnd(at) + 1 {
		if r.Word(at) != "**" {
			continue
		}
		given := r.Value(at + 1)
		in, to, ok := r.Resolve(given)
		if !ok || to.Kind != syntax.Dict || len(to.Rest) > 0 || len(in.ChangesAfter(to)) > 0 {
			r.unread(given, "state", Initial)
			continue
		}
		there := newReader(r.project, in)
		for _, e := range to.Entries {
			if l := there.KeyOf(e.Key); l == nil || l.Text == "state" {
				there.delta(Initial, e.Value, "state")
			}
		}
	}
}

// posted reads the state of a session that is asked for over HTTP: post(".../sessions", json={"state": …}).
func (r *reader) posted() {
	if !strings.Contains(r.Text, "/sessions") {
		return
	}
	for i := range r.Tokens[:r.Plain] {
		open := r.Opens[i]
		if open < 1 || r.Word(i) != "json" || r.Word(i+1) != "=" || r.Word(open-1) != "post" {
			continue
		}
		in, body, ok := r.Resolve(r.Value(i + 2))
		if !ok || body.Kind != syntax.Dict {
			continue
		}
		there := newReader(r.project, in)
		for _, e := range body.Entries {
			if l := there.KeyOf(e.Key); l != nil && (l.Text == "state" || l.Text == "state_delta" || l.Text == "stateDelta") {
				there.delta(Initial, e.Value, "state")
			}
		}
	}
}

// remote reads the states of sessions that a file which doesn't import ADK creates in an agent that runs
// elsewhere: app.async_create_session(user_id=…, state={…}).
func (r *reader) remote() {
	if !strings.Contains(r.Text, "create_session") {
		return
	}
	for i := range r.Tokens[:r.Plain] {
		if strings.HasSuffix(r.Word(i), "create_session") && r.Word(i-1) == "." && r.Word(i+1) == "(" {
			if state, ok := r.Keyword(i+1, "state"); ok {
				r.delta(Initial, state, "state")
			}
		}
	}
}

// said is how many places say something about keys.
func (f *Found) said() int { return len(f.Uses) + len(f.Unread) }
