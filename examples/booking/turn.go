package main

import (
	"context"
	"strings"
	"sync"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
	"github.com/seed92179c4c/stategen/runtime"
)

// A turn is one run of the agents, from the traveller's message to the answer.
// Parallel branches have a turn each, of the same invocation.
type turn struct {
	svc    *runtime.Service
	inv    *runtime.Invocation
	model  Model
	branch string
	record *record
}

// A record keeps the events of a turn as they were committed, with the temp
// keys that are not stored.
type record struct {
	mu     sync.Mutex
	events map[string]*runtime.Event // by ID
	told   func(*runtime.Event)      // is told of each, if it isn't nil
}

func (r *record) add(event *runtime.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events[event.ID] = event
	if r.told != nil {
		r.told(event)
	}
}

func (t *turn) inBranch(name string) *turn {
	branch := *t
	branch.branch = strings.TrimPrefix(t.branch+"."+name, ".")
	return &branch
}

// step begins one step of an agent: a context with the current state, which
// captures what the step writes.
func (t *turn) step(author string) *runtime.Context { return t.inv.Context(author, t.branch) }

// commit makes one event of a step.
func (t *turn) commit(ctx context.Context, step *runtime.Context, content *runtime.Content) error {
	event, err := step.Commit(ctx, content)
	if err != nil {
		return err
	}
	t.record.add(event)
	return nil
}

func (t *turn) desk(ctx context.Context, author string, step *runtime.Context) Desk {
	return Desk{
		State: bookingstate.Of(step),
		Update: func(change func(*bookingstate.State) error) error {
			event := &runtime.Event{InvocationID: t.inv.ID(), Author: author, Branch: t.branch}
			return runtime.Update(ctx, t.svc, t.inv.Session(), event, func(state runtime.State) error {
				return change(bookingstate.Of(state))
			})
		},
	}
}

// history is what this branch has heard: what was said before it began, and in
// the branch itself. What other branches said reaches it only through the
// state, so that calls and answers never interleave.
func (t *turn) history() []*runtime.Content {
	var heard []*runtime.Content
	for e := range t.inv.Session().Events().All() {
		own := e.Branch == "" || e.Branch == t.branch || strings.HasPrefix(t.branch, e.Branch+".")
		if own && e.Content != nil {
			heard = append(heard, e.Content)
		}
	}
	return heard
}

// since returns the events of the session from index start on, in the order of
// the history.
func (t *turn) since(start int) []*runtime.Event {
	var events []*runtime.Event
	stored := t.inv.Session().Events()
	for i := start; i < stored.Len(); i++ {
		event := stored.At(i)
		if committed, ok := t.record.events[event.ID]; ok {
			event = committed
		}
		events = append(events, event)
	}
	return events
}
