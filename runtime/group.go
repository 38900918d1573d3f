package runtime

import (
	"context"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// maxGroup is how many updates at most are appended in one transaction.
const maxGroup = 32

// group is the updates that are appended in one transaction: a first one, for which
// the store holds what it reads, and others that wait behind it for the same. Their
// functions run one after the other, each in the goroutine of its caller, on what
// those before it wrote. Nobody learns how an update ended before all is committed.
// Who can't go along, or whose group fails, goes on alone; and finds the event there
// if it was stored after all.
type group struct {
	held    store.GroupHeld
	keys    map[queueKey]bool         // that are held
	state   map[owner]*store.StateMap // with what has been written so far
	known   map[owner]map[string]bool // of the names in it, which may be unset
	appends []store.ResolvedAppend
	events  map[groupEvent]bool // in appends
	seats   []*seat             // of those whose outcome depends on the commit
	at      []int               // their indices in appends; -1: none
}

// owner is who has the keys of a scope.
type owner struct {
	key   store.SessionKey
	scope Scope
}

// groupEvent names an event.
type groupEvent struct {
	session store.SessionKey
	id      string
}

func ownerOf(k store.SessionKey, scope Scope) owner {
	switch scope {
	case ScopeApp:
		k.UserID, k.SessionID = "", ""
	case ScopeUser:
		k.SessionID = ""
	}
	return owner{k, scope}
}

// appendHeld appends what the function wrote by way of what the store holds, and shows it.
func (u *updating) appendHeld(ctx context.Context, held store.Held, a *store.Append) error {
	u.call.delta(a.Event)
	done, err := u.appendGroup(ctx, held, a)
	if err == nil {
		err = u.show(ctx, a, done)
	}
	return names.Wrap(u.session.key, err)
}

// appendGroup appends what the function wrote, together with what those wrote who
// wait for the same.
func (u *updating) appendGroup(ctx context.Context, held store.Held, a *store.Append) (*store.Appended, error) {
	g := u.newGroup(held)
	if g == nil || !g.covers(a) {
		return held.Append(ctx, a)
	}
	invited := u.ahead.invite(maxGroup-1, g.newSeat)
	if len(invited) == 0 {
		return held.Append(ctx, a)
	}
	done, err := g.append(ctx, a, u.holds, invited, maxHold-time.Since(u.heldSince))
	dismiss(invited)
	if err != nil {
		held.Release()
		a.NewID = false // it may have been stored
		return u.svc.store.Append(ctx, a)
	}
	u.call.shared(len(g.appends))
	return done, nil
}

// dismiss lets those go on alone who have no answer yet.
func dismiss(seats []*seat) {
	for _, s := range seats {
		close(s.view)
		close(s.ended)
	}
}

// newGroup returns nil if the store can't append a group, or holds everything.
func (u *updating) newGroup(held store.Held) *group {
	h, ok := held.(store.GroupHeld)
	if !ok || u.holds == nil {
		return nil
	}
	g := &group{
		held: h, keys: make(map[queueKey]bool), state: make(map[owner]*store.StateMap),
		known: make(map[owner]map[string]bool), events: make(map[groupEvent]bool),
	}
	for _, key := range u.holds {
		g.keys[queueKeyOf(u.session.key, key)] = true
	}
	return g
}

// holds reports whether keys are held once their session is: its own always are.
func (g *group) holds(k store.SessionKey, keys []string) bool {
	for _, key := range keys {
		if scope, _ := ParseKey(key); scope != ScopeSession && !g.keys[queueKeyOf(k, key)] {
			return false
		}
	}
	return true
}

// newSeat returns a seat for an update whose keys are held, if they are.
func (g *group) newSeat(r store.HoldRequest) (*seat, bool) {
	if r.All || !g.holds(r.Session, r.Keys) {
		return nil, false
	}
	return newSeat(r), true
}

// covers reports whether an append reads and writes only what is held.
func (g *group) covers(a *store.Append) bool {
	keys := a.Keys()
	for _, w := range a.Writes() {
		keys = append(keys, w.Key)
	}
	return !a.NeedsAll() && g.holds(a.Session, keys)
}

// append returns the answer to the first one's append.
func (g *group) append(
	ctx context.Context, first *store.Append, held []string, invited []*seat, longest time.Duration,
) (*store.Appended, error) {
	own := append(first.Keys(), held...) // as the others may need them
	requests := []store.HoldRequest{{
		Session: first.Session, Incarnation: first.Incarnation, Query: store.EventQuery{None: true, Keys: own},
	}}
	for _, s := range invited {
		requests = append(requests, s.wants)
	}
	loaded, err := g.held.Join(ctx, requests)
	if err != nil {
		return nil, err
	}
	g.load(requests[0], &loaded[0])
	if err := g.add(first); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	for i, s := range invited {
		if l := &loaded[i+1]; l.Incarnation != 0 && limited.Err() == nil {
			g.load(s.wants, l)
			g.hear(limited, s)
		}
	}
	return g.commit(ctx)
}

// load adds what was loaded for a session that is held.
func (g *group) load(r store.HoldRequest, l *store.Loaded) {
	for scope := range l.State {
		if o := ownerOf(r.Session, Scope(scope)); g.state[o] == nil {
			g.state[o], g.known[o] = new(store.StateMap), make(map[string]bool)
		}
	}
	view := views.Loaded(l)
	for _, key := range r.Query.Keys {
		scope, name := ParseKey(key)
		o := ownerOf(r.Session, scope)
		if g.known[o][name] {
			continue // perhaps written since
		}
		g.known[o][name] = true
		if v, ok := view.Value(key); ok {
			g.state[o].Put(name, v)
		}
	}
}

// knows reports whether keys of a session were loaded.
func (g *group) knows(k store.SessionKey, keys []string) bool {
	for _, key := range keys {
		scope, name := ParseKey(key)
		if !g.known[ownerOf(k, scope)][name] {
			return false
		}
	}
	return true
}

// view returns what keys of a session hold now.
func (g *group) view(r store.HoldRequest) *views.Part {
	view := new(views.Snapshot)
	for scope := range view {
		view[scope] = g.state[ownerOf(r.Session, Scope(scope))].Snapshot()
	}
	return views.NewPart(view, r.Query.Keys, nil)
}

// hear has a function run and adds what it comes to, if that is possible before ctx
// ends.
func (g *group) hear(ctx context.Context, s *seat) {
	s.view <- g.view(s.wants)
	select {
	case d, ok := <-s.decided:
		if !ok || !g.covers(d.request) || !g.knows(d.request.Session, d.request.Keys()) {
			return
		}
		at := -1
		if !d.nothing {
			if at = len(g.appends); g.add(d.request) != nil {
				return
			}
		}
		g.seats, g.at = append(g.seats, s), append(g.at, at)
	case <-ctx.Done():
	}
}

// add adds an append and shows what it writes to those after it.
func (g *group) add(a *store.Append) error {
	event := groupEvent{a.Session, a.Event.ID}
	if g.events[event] {
		return store.ErrEventExists
	}
	current := make(map[string]any)
	for _, key := range a.Keys() {
		scope, name := ParseKey(key)
		if v, ok := g.state[ownerOf(a.Session, scope)].Get(name); ok {
			current[key] = v
		}
	}
	writes, err := a.Resolve(current)
	if err != nil {
		return err
	}
	for _, w := range writes {
		scope, name := ParseKey(w.Key)
		o := ownerOf(a.Session, scope)
		g.state[o].Put(name, w.Value)
		g.known[o][name] = true
	}
	g.events[event] = true
	g.appends = append(g.appends, store.ResolvedAppend{Append: a, Resolved: writes})
	return nil
}

// commit appends all and tells those who wait for it.
func (g *group) commit(ctx context.Context) (*store.Appended, error) {
	done, err := g.held.AppendAll(ctx, g.appends)
	if err != nil {
		return nil, err
	}
	for i, s := range g.seats {
		end := &groupEnd{appends: len(g.appends)}
		if at := g.at[i]; at >= 0 {
			end.done = done[at]
		}
		s.ended <- end
	}
	return done[0], nil
}

// seat is the part that an update has in the group of another one.
type seat struct {
	wants   store.HoldRequest
	view    chan *views.Part // to run the function on; closed: there is none
	decided chan *decision   // closed: the update has gone
	ended   chan *groupEnd   // closed: the update goes on alone
}

// decision is what a function came to.
type decision struct {
	request *store.Append
	nothing bool // is to be stored
}

// groupEnd tells that a group was committed.
type groupEnd struct {
	done    *store.Appended // nil for an update that stores nothing
	appends int             // how many were committed
}

func newSeat(wants store.HoldRequest) *seat {
	return &seat{
		wants: wants, view: make(chan *views.Part, 1),
		decided: make(chan *decision, 1), ended: make(chan *groupEnd, 1),
	}
}

// refuse leaves the seat before anything was decided.
func (s *seat) refuse() { close(s.decided) }

// sit takes part in a group. It reports whether that has settled the update, and
// how; if not, the update goes on alone.
func (u *updating) sit(ctx context.Context, s *seat) (settled bool, err error) {
	defer close(s.decided) // also if the function panics
	select {
	case view, ok := <-s.view:
		if !ok {
			return false, nil
		}
		d, ended := u.decideOn(view)
		if d == nil || ctx.Err() != nil {
			return false, nil
		}
		u.unsure = true
		s.decided <- d
		return u.await(ctx, s, d, ended)
	case <-ctx.Done():
		return false, nil
	}
}

// decideOn runs the function in a group and returns how it ended too. Without a
// decision, what it wrote can't be appended. Its place in the queue stays, however long that
// takes: it may have to wait there again.
func (u *updating) decideOn(view *views.Part) (*decision, error) {
	reads := views.NewReadLog(view)
	delta, ended := u.runFunc(reads)
	if view.Failure() != nil {
		return nil, nil
	}
	nothing := ended != nil || len(delta) == 0
	if nothing {
		delta = nil
	}
	e, err := u.prepare(delta)
	if err != nil {
		return nil, nil
	}
	return &decision{u.request(e, reads.Expected()), nothing}, ended
}

// await waits for the end of a group. Only what was committed counts, and nothing
// that was decided on top of what wasn't.
func (u *updating) await(ctx context.Context, s *seat, d *decision, ended error) (settled bool, err error) {
	select {
	case end, ok := <-s.ended:
		switch {
		case !ok:
			return false, nil
		case d.nothing:
			return true, ended
		}
		u.call.delta(d.request.Event)
		u.call.shared(end.appends)
		return true, u.show(ctx, d.request, end.done)
	case <-ctx.Done():
		return true, ctx.Err()
	}
}
