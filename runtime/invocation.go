package runtime

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/seed92179c4c/stategen/runtime/internal/turns"
	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Invocation is one run of an agent in a session, from the user's input to the
// final answer. It holds the temp state, which all its contexts share and
// which ends with it; nothing of that is ever stored.
//
// All methods are safe for concurrent use, so parallel branches of the run
// share one Invocation. Its appends happen one after the other.
type Invocation struct {
	id      string
	svc     *Service
	session *Session
	turn    turns.Lock  // to append
	ended   atomic.Bool // set under mu, so that no temp state comes after End

	mu      sync.Mutex
	temp    store.StateMap  // names without prefix; changed only by who has the turn, and by End
	applied map[string]bool // IDs of the events whose temp keys are in it
}

// NewInvocation begins a run in a session.
func NewInvocation(svc *Service, session *Session) *Invocation {
	return &Invocation{id: newID(now()), svc: svc, session: session, turn: turns.NewLock(), applied: make(map[string]bool)}
}

// ID returns the invocation's random ID, which all its events carry.
func (inv *Invocation) ID() string { return inv.id }

// Session returns the handle through which the invocation appends.
func (inv *Invocation) Session() *Session { return inv.session }

// End discards the temp state. From then on no context of the invocation takes
// writes or can be committed, be it made before or after: ErrSealed. They can
// still be read. What comes next needs a new invocation.
func (inv *Invocation) End() {
	inv.mu.Lock()
	defer inv.mu.Unlock()
	inv.ended.Store(true)
	inv.temp = store.StateMap{}
}

// Context begins one step of the run: a callback, a tool call, an agent's
// turn. branch may be empty.
func (inv *Invocation) Context(author, branch string) *Context {
	base := &invocationView{inv: inv, stored: inv.session.State()}
	return &Context{capture: views.NewCapture(base), inv: inv, author: author, branch: branch}
}

// AppendEvent appends an event that was built by hand, as
// Service.AppendEvent does, and applies the temp keys of its delta to the
// invocation once the store has accepted it. It fills in the invocation ID if
// that is empty. Errors: also ErrSealed after End.
func (inv *Invocation) AppendEvent(ctx context.Context, event *Event) error {
	if err := checkAppend(inv.session, event); err != nil {
		return err
	}
	if event.InvocationID == "" {
		event.InvocationID = inv.id
	}
	if event.Partial {
		return nil
	}
	ctx, call := inv.svc.begin(ctx, "AppendEvent", inv.session.key.AppName)
	err := inv.append(ctx, event)
	call.end(err)
	return err
}

// append is AppendEvent of a whole event.
func (inv *Invocation) append(ctx context.Context, event *Event) error {
	if err := inv.turn.Take(ctx); err != nil {
		return err
	}
	defer inv.turn.Give()
	temp, err := inv.resolveTemp(event.Actions.StateDelta)
	if err != nil {
		return err
	}
	if _, err := inv.svc.appendEvent(ctx, inv.session, event, false); err != nil {
		return err
	}
	inv.putTemp(event.ID, temp)
	return nil
}

// resolveTemp returns what the temp part of a delta writes: a mistake in it
// shows before anything is stored.
func (inv *Invocation) resolveTemp(delta Delta) (map[string]any, error) {
	inv.mu.Lock()
	defer inv.mu.Unlock()
	if inv.ended.Load() {
		return nil, errEnded
	}
	temp := make(Delta)
	for key, value := range delta {
		if scope, _ := ParseKey(key); scope == ScopeTemp {
			temp[key] = value
		}
	}
	if len(temp) == 0 {
		return nil, nil
	}
	return temp.Resolve(&invocationView{stored: MapState(nil), temp: inv.temp.Snapshot()})
}

// putTemp shows an event's temp keys to the whole invocation, once.
func (inv *Invocation) putTemp(eventID string, temp map[string]any) {
	inv.mu.Lock()
	defer inv.mu.Unlock()
	if inv.ended.Load() || inv.applied[eventID] || len(temp) == 0 {
		return
	}
	inv.applied[eventID] = true
	for key, value := range temp {
		_, name := ParseKey(key)
		inv.temp.Put(name, value)
	}
}

func (inv *Invocation) tempValues() store.Values {
	inv.mu.Lock()
	defer inv.mu.Unlock()
	return inv.temp.Snapshot()
}

// invocationView is a snapshot of stored state with temp state over it.
type invocationView struct {
	stored ReadonlyState
	inv    *Invocation  // whose temp state is seen, as it is at each read
	temp   store.Values // seen instead if there is no inv
}

func (v *invocationView) values() store.Values {
	if v.inv == nil {
		return v.temp
	}
	return v.inv.tempValues()
}

func (v *invocationView) Get(key string) (any, error) {
	scope, name := ParseKey(key)
	if scope != ScopeTemp {
		return v.stored.Get(key)
	}
	if value, ok := v.values().Get(name); ok {
		return Clone(value), nil
	}
	return nil, &MissingError{Key: key}
}

func (v *invocationView) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for key, value := range v.stored.All() {
			if !yield(key, value) {
				return
			}
		}
		for name, value := range v.values().All() {
			if !yield(ScopeTemp.Key(name), Clone(value)) {
				return
			}
		}
	}
}
