package runtime

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/turns"
	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// progress is what a session's handle has besides what was loaded: from its
// first append on.
type progress struct {
	turn    turns.Lock   // to append
	request store.Append // of who has the turn

	// tied is the incarnation of the session to append to, of shared state that had no events
	// when it was loaded; 0: it isn't tied to one yet. Until then one of the user's or app's
	// sessions must be left.
	tied      atomic.Int64
	witnesses []store.Listed

	mu     sync.Mutex
	state  [3]store.StateMap    // as of the first shown events
	events []*store.StoredEvent // appended through the handle, in commit order; what was handed out never changes
	apart  bool                 // events is a list of its own, and no part of the store's log
	shown  int
	seq    int64 // of the last event
	last   time.Time
}

// begin waits for the other appends through the handle, until ctx ends, and
// returns the request for the next one.
func (p *progress) begin(ctx context.Context, e *store.StoredEvent) (*store.Append, error) {
	if err := p.turn.Take(ctx); err != nil {
		return nil, err
	}
	p.request.Event = e
	return &p.request, nil
}

// end is the last use of the request.
func (p *progress) end() {
	a := &p.request
	a.Event, a.Answer, a.Expect, a.Again = nil, store.Appended{}, store.Expectation{}, false
	p.turn.Give()
}

// add puts an accepted event after the others. As long as nobody else appends,
// these are a part of the store's log, if it hands that out.
func (p *progress) add(e *store.StoredEvent, done *store.Appended) {
	n := int64(len(p.events))
	p.apart = p.apart || done.Log == nil || n > 0 && done.Seq != p.seq+1
	if p.apart {
		p.events = append(p.events, e)
	} else {
		p.events = done.Log[done.Seq-n : done.Seq+1 : done.Seq+1]
	}
	p.seq = done.Seq
}

// insert puts an event where it belongs among the others, which were committed
// after it: its answer was lost, and it was tried again. If the answer wasn't
// lost, the event is there already.
func (p *progress) insert(e *store.StoredEvent) {
	at, known := slices.BinarySearchFunc(p.events, e.Seq, func(e *store.StoredEvent, seq int64) int { return cmp.Compare(e.Seq, seq) })
	if !known {
		p.events, p.apart = slices.Insert(slices.Clip(p.events), at, e), true
	}
}

// show puts into the state what the request was based on, for the store has
// found it to be the current values, and what the event wrote. Of an event that
// was stored before, the store has only answered what it wrote.
func (p *progress) show(seq int64, writes []store.Write) {
	expect := p.request.Expect
	switch {
	case p.request.Again:
		expect = store.Expectation{}
	case seq <= p.seq:
		expect, writes = p.notSince(seq, expect, writes)
	}
	if expect.All {
		p.state = [3]store.StateMap{}
	}
	for key, value := range expect.Values {
		scope, name := ParseKey(key)
		p.state[scope].Put(name, value)
	}
	p.put(writes)
}

// notSince leaves out what later events of the handle have written, which are
// shown already: an update that was held didn't have the handle's turn when it was
// committed.
func (p *progress) notSince(seq int64, expect store.Expectation, writes []store.Write) (store.Expectation, []store.Write) {
	since := make(map[string]bool)
	for _, e := range p.events {
		if e.Seq <= seq {
			continue
		}
		for _, w := range e.Writes {
			since[w.Key] = true
			if op, ok := w.Value.(Op); ok {
				for _, old := range op.Old {
					since[old] = true
				}
			}
		}
	}
	values := maps.Clone(expect.Values)
	maps.DeleteFunc(values, func(key string, _ any) bool { return since[key] })
	writes = slices.DeleteFunc(slices.Clone(writes), func(w store.Write) bool { return since[w.Key] })
	return store.Expectation{Values: values}, writes
}

// catchUp puts into the state what the events write that it doesn't show yet:
// those that wrote just what they say. So an append costs nothing here, if
// nobody looks at the state before the next one.
func (p *progress) catchUp() {
	for _, e := range p.events[p.shown:] {
		p.put(e.Writes)
	}
	p.shown = len(p.events)
}

func (p *progress) put(writes []store.Write) {
	for _, w := range writes {
		scope, name := ParseKey(w.Key)
		p.state[scope].Put(name, w.Value)
	}
}

func (p *progress) snapshot() *views.Snapshot {
	p.catchUp()
	view := new(views.Snapshot)
	for scope := range p.state {
		view[scope] = p.state[scope].Snapshot()
	}
	return view
}
