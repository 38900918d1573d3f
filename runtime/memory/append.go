package memory

import (
	"context"
	"iter"
	"math"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Append adds an event to a session: see store.Store.
func (st *database) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	if err := st.ready(ctx); err != nil {
		return nil, err
	}
	s, err := st.target(a)
	if err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	needUser, needApp := scopesOf(a)
	if needUser {
		s.user.mu.Lock()
		defer s.user.mu.Unlock()
	}
	if needApp {
		s.app.mu.Lock()
		defer s.app.mu.Unlock()
	}
	if !a.NewID || a.Event.Seq != 0 { // its number shows that the event was stored by an earlier try
		if stored := s.ids.find(s.log, a.Event.ID); stored != nil {
			return s.again(a, stored)
		}
	}
	if a.Plain() {
		s.commit(a, a.Writes())
	} else {
		writes, err := a.Resolve(s.current(a))
		if err != nil {
			return nil, err
		}
		a.SetResolved(writes)
		s.commit(a, writes)
		a.Answer.Writes = writes
	}
	a.Answer.Seq, a.Answer.LastUpdate = a.Event.Seq, s.last.Timestamp
	if a.Token == any(s) && s.seq == int64(len(s.log))-1 {
		a.Answer.Log = s.log
	}
	return &a.Answer, nil
}

// target returns the session to append to, locked. The handle has the session
// itself, unless it came from another store.
func (st *database) target(a *store.Append) (*session, error) {
	if s, ok := a.Token.(*session); ok && s.db == st {
		return s.lock()
	}
	s, err := st.find(a.Session)
	if err == nil && a.Incarnation != 0 && a.Incarnation != s.incarnation {
		s.mu.Unlock()
		return nil, runtime.ErrSessionNotFound
	}
	return s, err
}

// scopesOf says which scopes an append reads or writes besides its session: it
// takes their locks, and no others.
func scopesOf(a *store.Append) (needUser, needApp bool) {
	if a.NeedsAll() {
		return true, true
	}
	note := func(key string) {
		scope, _ := runtime.ParseKey(key)
		needUser = needUser || scope == runtime.ScopeUser
		needApp = needApp || scope == runtime.ScopeApp
	}
	for _, w := range a.Writes() {
		note(w.Key)
	}
	if a.Conditional() {
		for _, key := range a.Keys() {
			note(key)
		}
	}
	return needUser, needApp
}

// again answers an append whose event ID the history holds already.
func (s *session) again(a *store.Append, stored *store.StoredEvent) (*store.Appended, error) {
	if !a.Same(stored) {
		return nil, runtime.ErrEventExists
	}
	done := &store.Appended{Seq: stored.Seq, LastUpdate: s.last.Timestamp}
	for _, w := range a.Writes() {
		w.Value, _ = s.get(w.Key)
		done.Writes = append(done.Writes, w)
	}
	return done, nil
}

// current returns the values that a.Resolve needs, by full key.
func (s *session) current(a *store.Append) map[string]any {
	values := make(map[string]any)
	if a.NeedsAll() {
		for key, value := range s.all() {
			values[key] = value
		}
		return values
	}
	for _, key := range a.Keys() {
		if value, ok := s.get(key); ok {
			values[key] = value
		}
	}
	return values
}

func (s *session) all() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, scope := range []runtime.Scope{runtime.ScopeSession, runtime.ScopeUser, runtime.ScopeApp} {
			for name, value := range s.scope(scope).Snapshot().All() {
				if !yield(scope.Key(name), value) {
					return
				}
			}
		}
	}
}

func (s *session) get(key string) (any, bool) {
	scope, name := runtime.ParseKey(key)
	return s.scope(scope).Get(name)
}

func (s *session) scope(scope runtime.Scope) *store.StateMap {
	switch scope {
	case runtime.ScopeUser:
		return &s.user.state
	case runtime.ScopeApp:
		return &s.app.state
	default:
		return &s.state
	}
}

// commit adds an event to the log, for good, and carries out its writes. It
// can't fail: whatever could has been checked before.
func (s *session) commit(a *store.Append, writes []store.Write) {
	e := a.Event
	s.seq++
	e.Seq = s.seq
	if a.Stamped { // just now
		s.touched = max(s.touched, e.Timestamp.UnixNano())
	} else {
		s.touched = time.Now().UnixNano()
	}
	if len(s.log) == cap(s.log) { // append would make long logs longer only by a quarter each time
		s.log = slices.Grow(s.log, len(s.log)+1)
	}
	s.log = append(s.log, e)
	if s.last == nil || e.Timestamp.After(s.last.Timestamp) {
		s.last = e
	}
	for _, w := range writes {
		scope, name := runtime.ParseKey(w.Key)
		s.scope(scope).Put(name, w.Value)
	}
}

// pick returns the events of a log that a query asks for. Stored events never
// change and logs only grow, so a part of one can be handed out as it is.
func pick(log []*store.StoredEvent, q store.EventQuery) []*store.StoredEvent {
	if q.None || len(log) == 0 {
		return nil
	}
	to := len(log)
	from := place(log, min(q.AfterSeq, math.MaxInt64-1)+1)
	if q.UpTo > 0 {
		to = max(place(log, min(q.UpTo, math.MaxInt64-1)+1), from)
	}
	part := log[from:to:to]
	if !q.NotBefore.IsZero() || q.ID != "" {
		part = filter(part, q)
	}
	if q.First > 0 && len(part) > q.First {
		part = part[:q.First:q.First]
	}
	if q.Last > 0 && len(part) > q.Last {
		part = part[len(part)-q.Last:]
	}
	return part
}

func filter(log []*store.StoredEvent, q store.EventQuery) []*store.StoredEvent {
	var part []*store.StoredEvent
	for _, e := range log {
		if q.Matches(e) {
			part = append(part, e)
		}
		if q.First > 0 && len(part) == q.First {
			break
		}
	}
	return part
}

// ids finds a log's events by ID. It takes in the log's events when it is
// asked for one, which only those do who bring an ID of their own or a second
// time: a session that leaves IDs to the service needs no index.
type ids struct {
	places map[string]int
	taken  int // the first so many events of the log
}

// find returns the event with an ID; nil if the log has none.
func (x *ids) find(log []*store.StoredEvent, id string) *store.StoredEvent {
	if x.places == nil {
		x.places = make(map[string]int)
	}
	for ; x.taken < len(log); x.taken++ {
		x.places[log[x.taken].ID] = x.taken
	}
	if at, ok := x.places[id]; ok {
		return log[at]
	}
	return nil
}
