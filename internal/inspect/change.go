package inspect

import (
	"encoding/json"
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
	Text    shown   // what was said
	Calls   []shown // of tools, and their answers
	Changes []change
	More    int    // changes and calls that are not shown
	Host    *shown // the host's own JSON
	Whole   string // the address of all of it, if it may be shown
}

// mostChanges is how many changes and calls a page shows of one event.
const mostChanges = 20

// entries puts events into words. After is the state after the first one: what merges of
// session keys came to in the others follows from it, unless it's nil: not known.
func (t *teller) entries(o of, events []*runtime.Event, after map[string]any) []entry {
	state := runtime.MapState(after)
	list := make([]entry, 0, len(events))
	for i, e := range events {
		list = append(list, t.entry(o, e, state, i == 0))
	}
	return list
}

func (t *teller) entry(o of, e *runtime.Event, state runtime.MapState, done bool) entry {
	out := entry{Event: e, Text: cut(said(e).Text(), longestLine)}
	out.Text.Whole = o.at(e.Seq)
	for _, p := range said(e).Parts {
		if c := p.FunctionCall; c != nil {
			out.Calls = append(out.Calls, t.told(o, e, "calls "+c.Name, c.Args))
		}
		if r := p.FunctionResponse; r != nil {
			out.Calls = append(out.Calls, t.told(o, e, r.Name+" answers", r.Response))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(e.Actions.StateDelta)) {
		if nullKey(key) == "" {
			out.Changes = append(out.Changes, t.change(o, key, e, state, done))
		}
	}
	out.More = max(0, len(out.Changes)-mostChanges) + max(0, len(out.Calls)-mostChanges)
	out.Changes, out.Calls = out.Changes[:min(len(out.Changes), mostChanges)], out.Calls[:min(len(out.Calls), mostChanges)]
	if e.Host != "" && !t.hides() {
		host := cut(string(e.Host), longestShown)
		host.Whole = o.text(e.Seq, "event", "1")
		out.Host = &host
	}
	return out
}

// said is an event's content; ADK's is among the host's own fields.
func said(e *runtime.Event) *runtime.Content {
	host := struct{ Content *runtime.Content }{e.Content}
	if host.Content == nil && e.Host != "" {
		_ = json.Unmarshal([]byte(e.Host), &host) // a content of another form isn't shown
	}
	if host.Content == nil {
		return &runtime.Content{}
	}
	return host.Content
}

// change says what became of a key. Of user and app keys only what the event says itself is
// known: other sessions change them, too. Done says that the state is that after the event.
func (t *teller) change(o of, key string, e *runtime.Event, state runtime.MapState, done bool) change {
	v := e.Actions.StateDelta[key]
	c := t.words(key, v)
	known := state != nil
	op, merges := v.(runtime.Op)
	if resolved, ok := e.Actions.Resolved[key]; ok {
		v, merges, known = resolved, false, true
	}
	scope, _ := runtime.ParseKey(key)
	switch {
	case v == nil:
		delete(state, key)
		return c
	case !merges:
		if known = true; state != nil {
			state[key] = v
		}
	case known:
		known = scope == runtime.ScopeSession && (done || runtime.Merge(state, key, op) == nil)
		v = state[key]
	}
	if known {
		c.Known, c.Value = true, t.shown(key, v, o.text(e.Seq, "key", key), longestLine)
	}
	return c
}

// words says what a write does, without what comes of it.
func (t *teller) words(key string, v any) change {
	c := change{Key: key, Words: "set to"}
	op, merges := v.(runtime.Op)
	switch {
	case v == nil:
		c.Words = "cleared"
	case merges:
		c.Words, c.Merge = t.opWords(key, op), true
	}
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
	value := cut(text(op.Operand), longestLine).String()
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
func (t *teller) told(o of, e *runtime.Event, what string, v map[string]any) shown {
	out := shown{Text: what}
	switch {
	case len(v) == 0:
	case t.hides():
		out.Text += " (not shown: the schema has sensitive keys)"
	default:
		args := cut(text(v), longestLine)
		out = shown{Text: what + " " + args.Text, Cut: args.Cut, Whole: o.text(e.Seq, "event", "1")}
	}
	return out
}
