package inspect

import (
	"maps"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

// change is what an event did to a key.
type change struct {
	Key   string
	Words string // "set to", "cleared", "sum +1"
	Value shown  // what came of it, as far as it is known
	Known bool
	Merge bool // the value is what the merge came to
}

// entry is an event in the list of a session's.
type entry struct {
	*runtime.Event
	Text    string   // what was said
	Calls   []string // of tools, and their answers
	Changes []change
	Host    string // the host's own JSON
}

// entries puts events into words. After is the state after the first one: what merges of
// session keys came to in the others follows from it, unless it's nil: not known.
func (t *teller) entries(events []*runtime.Event, after map[string]any) []entry {
	state := runtime.MapState(after)
	list := make([]entry, 0, len(events))
	for i, e := range events {
		list = append(list, t.entry(e, state, i == 0))
	}
	return list
}

func (t *teller) entry(e *runtime.Event, state runtime.MapState, done bool) entry {
	out := entry{Event: e}
	if e.Content != nil {
		for _, p := range e.Content.Parts {
			out.Text += p.Text
			if c := p.FunctionCall; c != nil {
				out.Calls = append(out.Calls, "calls "+c.Name+t.told(c.Args))
			}
			if r := p.FunctionResponse; r != nil {
				out.Calls = append(out.Calls, r.Name+" answers"+t.told(r.Response))
			}
		}
	}
	out.Text = cut(out.Text).String()
	for _, key := range slices.Sorted(maps.Keys(e.Actions.StateDelta)) {
		out.Changes = append(out.Changes, t.change(key, e, state, done))
	}
	if e.Host != "" && !t.hides() {
		out.Host = cut(string(e.Host)).String()
	}
	return out
}

// change says what became of a key. Of user and app keys only what the event says itself is
// known: other sessions change them, too. Done says that the state is that after the event.
func (t *teller) change(key string, e *runtime.Event, state runtime.MapState, done bool) change {
	c := change{Key: key, Known: true}
	v := e.Actions.StateDelta[key]
	op, merges := v.(runtime.Op)
	switch {
	case v == nil:
		delete(state, key)
		c.Words, c.Known = "cleared", false
		return c
	case !merges:
		if state != nil {
			state[key] = v
		}
		c.Words, c.Value = "set to", t.shown(key, v)
		return c
	}
	c.Words, c.Merge = t.opWords(key, op), true
	if resolved, ok := e.Actions.Resolved[key]; ok {
		if state != nil {
			state[key] = resolved
		}
		c.Value = t.shown(key, resolved)
		return c
	} else if state == nil {
		c.Known = false
		return c
	} else if scope, _ := runtime.ParseKey(key); scope != runtime.ScopeSession || !done && runtime.Merge(state, key, op) != nil {
		c.Known = false
		return c
	}
	after, err := state.Get(key)
	c.Known, c.Value = err == nil, t.shown(key, after)
	return c
}

// opWords is a merge in words: "sum +1". Of a sensitive key it says the kind alone.
func (t *teller) opWords(key string, op runtime.Op) string {
	if t.keys.sensitive(key) {
		if !t.reveal {
			return op.Kind.String()
		}
		t.revealed(key)
	}
	value := cut(spaced(text(op.Operand))).String()
	if op.Kind == runtime.OpSum && !strings.HasPrefix(value, "-") {
		value = "+" + value
	}
	return op.Kind.String() + " " + value
}

// hides reports whether there are values that are not to be shown, so that what may
// repeat them is not shown either.
func (t *teller) hides() bool {
	return !t.reveal && t.keys != nil && slices.ContainsFunc(t.keys.read.Keys, sensitiveKey)
}

// told is what a tool was told or answered.
func (t *teller) told(v map[string]any) string {
	switch {
	case len(v) == 0:
		return ""
	case t.hides():
		return " (not shown: the schema has sensitive keys)"
	}
	return " " + cut(spaced(text(v))).String()
}
