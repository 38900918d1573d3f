package runtime

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/lines"
	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/internal/replay"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Service keeps sessions in a store. Get one from runtime/memory,
// runtime/sqlite or runtime/postgres.
//
// All methods are safe for concurrent use, by any number of goroutines and, as
// far as the store is shared, processes. They stop waiting when ctx ends and
// return its error; whether an append that was cut off so has been stored is
// then unknown, and appending the same event again makes it certain. Nothing
// that is passed in or handed out is shared with the store.
//
// Bad input is an *ArgumentError or a *ValueError, and nothing is written.
type Service struct {
	store    store.Store
	holder   store.Holder // the store, if it is one
	lines    *lines.Lines
	observer *observer // may be nil
	sizes    Sizes
}

// Sizes say how long values may be as JSON text.
type Sizes = store.Sizes

// Limited returns the service with other limits for the size of what is written than the
// defaults. It is the same service, as with Observed. What is longer is an ErrTooLarge, and
// nothing is written; what is stored already can be read.
func (svc *Service) Limited(s Sizes) *Service {
	limited := *svc
	limited.sizes = s.OrDefault()
	return &limited
}

// NewService returns a Service on a store: what authors of stores call.
func NewService(s store.Store) *Service {
	holder, _ := s.(store.Holder)
	return &Service{store: s, holder: holder, lines: new(lines.Lines), sizes: store.Sizes{}.OrDefault()}
}

// Store returns the store that keeps the sessions: for transfer.Export and Import. What
// is written to it is checked by nobody.
func (svc *Service) Store() store.Store { return svc.store }

// Close releases the store. No other call may be under way.
func (svc *Service) Close() error { return svc.store.Close() }

// Create stores a new session and returns a handle of it. Errors: those of bad
// input, ErrSessionExists. User and app values that can't be read are no error
// here, for the session was created: reading them is.
func (svc *Service) Create(ctx context.Context, r CreateRequest) (*Session, error) {
	key := store.SessionKey{AppName: r.AppName, UserID: r.UserID, SessionID: r.SessionID}
	if key.SessionID == "" {
		key.SessionID = newSessionID()
	}
	if err := names.CheckSession(key); err != nil {
		return nil, err
	}
	ctx, call := svc.begin(ctx, "Create", r.AppName)
	s, err := svc.create(ctx, key, r.State, r.Timestamp)
	call.end(err)
	return s, err
}

// create records the creation as the session's event 0.
func (svc *Service) create(ctx context.Context, key store.SessionKey, state map[string]any, at time.Time) (*Session, error) {
	e := &Event{Author: "create", Timestamp: at, Actions: Actions{StateDelta: state}}
	stored, _, err := prepare(key, e, svc.sizes)
	if err != nil {
		return nil, err
	}
	svc.observed(ctx).delta(stored)
	a := &store.Append{Session: key, Event: stored, NewID: true, MaxValue: svc.sizes.Value}
	if !a.Plain() {
		return nil, &ArgumentError{Name: "initial state", Problem: "contains a merge operation; it must contain values"}
	}
	loaded, err := svc.store.Create(ctx, a)
	if err != nil {
		return nil, names.Wrap(key, err)
	}
	return newSession(key, loaded), nil
}

// Get returns a new handle of a session: its state and history as of one
// moment. It keeps all events that it loads in memory, and a database has to read and
// decode each, which takes some microseconds and about twice its JSON text: so ask for
// as many as you need. By default it loads the last DefaultRecentEvents at most. Reading
// the state costs as much as its size. Errors: those of bad input, ErrSessionNotFound,
// and for AsOf ErrEventNotFound, which comes with a *PrunedError if the session was pruned.
//
// A *DamagedError names stored values and events that can't be read. Then the
// handle is returned with it, and has all others: to go on without those, or to
// overwrite the values. Only for AsOf there is no handle if one of the events
// that would have to be replayed can't be read.
func (svc *Service) Get(ctx context.Context, r GetRequest) (*Session, error) {
	ctx, call := svc.begin(ctx, "Get", r.AppName)
	s, err := svc.get(ctx, r)
	if s != nil {
		call.read(len(s.loaded.Events))
	}
	call.end(err)
	return s, err
}

func (svc *Service) get(ctx context.Context, r GetRequest) (*Session, error) {
	key := store.SessionKey{AppName: r.AppName, UserID: r.UserID, SessionID: r.SessionID}
	if err := names.CheckSession(key); err != nil {
		return nil, err
	}
	q := recent(r.NumRecentEvents)
	q.NotBefore = filterTime(r.After)
	loaded, err := svc.loadAsOf(ctx, key, r.AsOf, q)
	if err != nil {
		return nil, names.Wrap(key, err)
	}
	return newHandle(key, loaded)
}

// loadAsOf loads a session as it was after an event; as it is now, if that isn't given.
func (svc *Service) loadAsOf(
	ctx context.Context, key store.SessionKey, eventID string, q store.EventQuery,
) (l store.Loaded, err error) {
	if eventID == "" {
		return svc.store.Load(ctx, key, q)
	}
	if err := names.Check("event ID", eventID); err != nil {
		return l, err
	}
	return replay.Past{Store: svc.store, Key: key}.AsOf(ctx, eventID, q)
}

// recent asks for the last n events, the default number if n is 0, none if it is
// negative.
func recent(n int) store.EventQuery {
	switch n {
	case 0:
		n = DefaultRecentEvents
	case AllEvents:
		n = 0
	}
	return store.EventQuery{Last: max(n, 0), None: n < 0}
}

// Events streams a session's history in commit order, reading it piece by
// piece: events that are appended meanwhile are included. Each event is the
// caller's own. An error ends the sequence: those of bad input,
// ErrSessionNotFound, and a *PrunedError if AfterSeq is set and events after it were
// pruned; if it isn't, the sequence begins with the oldest event that is left. Only a *DamagedError, which takes the place of an event
// that can't be read, doesn't: whoever goes on gets those after it.
func (svc *Service) Events(ctx context.Context, r EventsRequest) iter.Seq2[*Event, error] {
	key := store.SessionKey{AppName: r.AppName, UserID: r.UserID, SessionID: r.SessionID}
	return func(yield func(*Event, error) bool) {
		if err := names.CheckSession(key); err != nil {
			yield(nil, err)
			return
		}
		q := store.EventQuery{AfterSeq: max(r.AfterSeq, 0), NotBefore: filterTime(r.After)}
		for e, err := range (replay.Past{Store: svc.store, Key: key}).History(ctx, q, svc.someEvents) {
			if err != nil {
				yield(nil, names.Wrap(key, err))
				return
			}
			if damage := e.Damage(); damage != nil {
				if !yield(nil, names.Wrap(key, damage)) {
					return
				}
				continue
			}
			if !yield(e.Event(), nil) {
				return
			}
		}
	}
}

// someEvents reads a piece of a history.
func (svc *Service) someEvents(ctx context.Context, key store.SessionKey, q store.EventQuery) ([]*store.StoredEvent, error) {
	ctx, call := svc.begin(ctx, "Events", key.AppName)
	events, err := svc.store.Events(ctx, key, q)
	call.read(len(events))
	call.end(err)
	return events, err
}

// Delete removes a session, its state and its history for good: its ID may be
// used again, by a session that starts empty, and handles of the deleted one
// get ErrSessionNotFound. User and app state stay. Deleting a session that
// isn't there succeeds, so that a delete can be retried.
func (svc *Service) Delete(ctx context.Context, r DeleteRequest) error {
	key := store.SessionKey(r)
	if err := names.CheckSession(key); err != nil {
		return err
	}
	ctx, call := svc.begin(ctx, "Delete", r.AppName)
	err := names.Wrap(key, svc.store.Delete(ctx, store.DeleteQuery{Session: key}))
	call.end(err)
	return err
}

// AppendEvent adds an event to a session's history and applies its state
// delta: each key to its scope, merge operations to the values that the keys
// hold at that moment, temp keys to nothing. All of this is stored, or none;
// and only then does the handle show it. It fills in the event's ID and
// timestamp if they are empty and changes nothing else of it.
//
// A partial event does nothing. An event that was stored already is a success
// and counts once. Values that others wrote since the handle was made are no
// conflict: the last to set a key wins, and other keys stay.
//
// Errors: those of bad input, of a merge operation (often ErrLimit; *DamagedError
// if the value to merge with can't be read), ErrSessionNotFound, ErrEventExists.
func (svc *Service) AppendEvent(ctx context.Context, session *Session, event *Event) error {
	if err := checkAppend(session, event); err != nil || event.Partial {
		return err
	}
	ctx, call := svc.begin(ctx, "AppendEvent", session.key.AppName)
	_, err := svc.appendEvent(ctx, session, event, false)
	call.end(err)
	return err
}

// AppendResolved does what AppendEvent does, and returns what the event's merge
// operations came to, as Actions.Resolved says; nil if it has none. That is stored
// with the event, so that it shows in the history. Of an event that was stored
// already it returns what was stored with it or, if AppendEvent stored it, the
// values that the keys hold now.
//
// It stores each list that an operation appended to, in full, with each event.
func (svc *Service) AppendResolved(ctx context.Context, session *Session, event *Event) (Delta, error) {
	if err := checkAppend(session, event); err != nil || event.Partial {
		return nil, err
	}
	ctx, call := svc.begin(ctx, "AppendResolved", session.key.AppName)
	resolved, err := svc.appendEvent(ctx, session, event, true)
	call.end(err)
	return resolved, err
}

func (svc *Service) appendEvent(ctx context.Context, session *Session, event *Event, resolve bool) (Delta, error) {
	e, filled, err := prepare(session.key, event, svc.sizes)
	if err != nil {
		return nil, err
	}
	if resolve {
		e.AskForResolved()
	}
	return svc.appendStored(ctx, session, e, filled, store.Expectation{})
}

func checkAppend(session *Session, event *Event) error {
	switch {
	case session == nil:
		return &ArgumentError{Name: "session", Problem: "is nil"}
	case event == nil:
		return &ArgumentError{Name: "event", Problem: "is nil"}
	}
	return nil
}

// appendStored hands an event to the store, on condition that what is expected
// still holds, and advances the handle. It returns what the event's merge
// operations came to, if the event asks for that.
func (svc *Service) appendStored(ctx context.Context, session *Session, e *store.StoredEvent, filled stamps, expect store.Expectation) (Delta, error) {
	own := session.progress()
	a, err := own.begin(ctx, e)
	if err != nil {
		return nil, err
	}
	defer own.end()
	svc.observed(ctx).delta(e)
	a.NewID, a.Stamped, a.Expect, a.MaxValue = filled.id, filled.timestamp, expect, svc.sizes.Value
	if a.Incarnation, err = svc.tie(ctx, session); err != nil {
		return nil, names.Wrap(session.key, err)
	}
	done, err := svc.store.Append(ctx, a)
	if err != nil {
		return nil, names.Wrap(session.key, err)
	}
	resolved := a.TakeResolved(done)
	session.advance(own, done)
	return resolved, nil
}

// Shared returns a handle of the state that a user's sessions share, or of the
// app's if no user is given: to read it, and to write it by AppendEvent or
// Update, which then take no session keys. Its history holds the events
// appended this way, or the last ones of them: see SharedRequest. It stores
// nothing itself. Errors: those of bad input; a *DamagedError comes with the
// handle, as in Get.
func (svc *Service) Shared(ctx context.Context, r SharedRequest) (*Session, error) {
	key := store.SessionKey{AppName: r.AppName, UserID: r.UserID}
	if err := names.CheckShared(key); err != nil {
		return nil, err
	}
	ctx, call := svc.begin(ctx, "Shared", r.AppName)
	s, err := svc.shared(ctx, key, recent(r.NumRecentEvents))
	if s != nil {
		call.read(len(s.loaded.Events))
	}
	call.end(err)
	return s, err
}

func (svc *Service) shared(ctx context.Context, key store.SessionKey, q store.EventQuery) (*Session, error) {
	loaded, err := svc.store.Load(ctx, key, q)
	if errors.Is(err, ErrSessionNotFound) { // the store can't do without a session
		if _, _, err = svc.sharedIncarnation(ctx, key); err == nil {
			loaded, err = svc.store.Load(ctx, key, q)
		}
	}
	if err != nil {
		return nil, names.Wrap(key, err)
	}
	if loaded.Incarnation == 0 {
		return svc.untied(ctx, key, loaded)
	}
	return newHandle(key, loaded)
}

// Ping reads next to nothing from the store, and so reports whether it can be
// reached and has its tables. That it can be written, only a write tells.
func (svc *Service) Ping(ctx context.Context) error {
	ctx, call := svc.begin(ctx, "Ping", "")
	_, err := svc.store.Names(ctx, store.NamesQuery{First: 1})
	call.end(err)
	return err
}

// PoolStats returns how busy the store's connections are; false if it has no pool,
// or is wrapped in a store that doesn't tell.
func (svc *Service) PoolStats() (store.PoolStats, bool) {
	if pooled, ok := svc.store.(store.Pooled); ok {
		return pooled.PoolStats(), true
	}
	return store.PoolStats{}, false
}
