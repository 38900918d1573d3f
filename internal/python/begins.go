package python

import "strings"

// begins reads what **name gives to the sessions that a call makes, whose arguments begin at a bracket:
// a state, or what nobody knows.
func (r *reader) begins(open int) {
	for at := open + 1; at < r.closing(open); at = r.exprEnd(at) + 1 {
		if r.word(at) != "**" {
			continue
		}
		given := r.value(at + 1)
		in, to, ok := r.resolve(given)
		if !ok || to.kind != dict || len(to.rest) > 0 || len(in.changesOf(in.word(in.tokens[to.first].line))) > 0 {
			r.unread(given, "state", Initial)
			continue
		}
		there := newReader(r.project, in)
		for _, e := range to.entries {
			if l := there.keyOf(e.key); l == nil || l.Text == "state" {
				there.delta(Initial, e.value, "state")
			}
		}
	}
}

// posted reads the state of a session that is asked for over HTTP: post(".../sessions", json={"state": …}).
func (r *reader) posted() {
	if !strings.Contains(r.text, "/sessions") {
		return
	}
	for i := range r.tokens[:r.plain] {
		open := r.opens[i]
		if open < 1 || r.word(i) != "json" || r.word(i+1) != "=" || r.word(open-1) != "post" {
			continue
		}
		in, body, ok := r.resolve(r.value(i + 2))
		if !ok || body.kind != dict {
			continue
		}
		there := newReader(r.project, in)
		for _, e := range body.entries {
			if l := there.keyOf(e.key); l != nil && (l.Text == "state" || l.Text == "state_delta" || l.Text == "stateDelta") {
				there.delta(Initial, e.value, "state")
			}
		}
	}
}
