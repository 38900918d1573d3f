package runtime

import "context"

// Update reads, decides and writes as if nobody else wrote in between. It runs
// fn on a State that notes every key fn reads, missing ones included (All
// reads all keys), and appends the event with what fn wrote as its state delta,
// on condition that every one of those keys still holds the same value. If not,
// it runs fn again on a fresh view; so fn must do nothing but read and write the
// state.
//
// The event brings all but the state delta: its author, and what else is known
// of it, such as the invocation that it belongs to. Update fills in its ID and
// timestamp if they are empty and changes nothing else of it. If the outcome of
// a call is unknown, because ctx ended or the store failed, calling Update again
// with the same event, or another one with the same ID and fields, makes it
// certain: what was stored counts once. Then Update succeeds and changes
// nothing, whatever fn would decide now: fn may run, and its result is dropped.
//
// To run fn again, Update loads the keys that fn has read, and others when fn reads them. If
// those before have changed by then, Get returns a *ConflictError, and fn runs once more.
//
// An error of fn ends it and is returned as it is, and nothing is written. If
// fn writes nothing, nothing is appended. Neither is ever decided by an old
// view: what fn read there is compared with the store first, which may run fn
// again. Update gives up with a *ConflictError after 100 attempts, or when it
// can't get a fresh view because ctx ended or the store failed. Temp keys can't
// be written here: they belong to an Invocation. Other errors are those of
// Service.AppendEvent.
//
// Updates of a process that want the same key have their turns one after the other. On
// a store that is a store.Holder, such as that of runtime/postgres, they don't wait for
// each other's answers: fn runs on what those before it are about to write, and they
// are stored together. If one of them fails, those after it run fn again. Then, and on
// a line's first update, others are kept from changing what fn reads, for a second at
// most: so the third attempt can't be overtaken, unless fn reads other keys by then,
// takes longer, or appends by itself.
//
// After an append the handle shows the event, and what fn read and wrote. Even
// if the event bears the ID of an Invocation under way, that one's contexts see
// it only if they are made later.
//
// Blind writes and merge operations need no Update: appending them never loses
// anything.
func Update(ctx context.Context, svc *Service, session *Session, event *Event, fn func(State) error) error {
	switch {
	case session == nil:
		return &ArgumentError{Name: "session", Problem: "is nil"}
	case fn == nil:
		return &ArgumentError{Name: "update function", Problem: "is nil"}
	}
	if err := checkUpdate(event); err != nil {
		return err
	}
	filled := stamp(event)
	ctx, call := svc.begin(ctx, "Update", session.key.AppName)
	u := &updating{svc: svc, session: session, event: *event, filled: filled, call: call, fn: fn}
	err := u.run(ctx)
	call.end(err)
	return err
}

// checkUpdate checks an event that a function is to give its delta.
func checkUpdate(e *Event) error {
	switch {
	case e == nil:
		return &ArgumentError{Name: "event", Problem: "is nil"}
	case e.Partial:
		return &ArgumentError{Name: "event", Problem: "is partial; an update is stored, or nothing of it"}
	case len(e.Actions.StateDelta) > 0:
		return &ArgumentError{Name: "event", Problem: "has a state delta; an update's function writes the state"}
	}
	return checkEvent(e)
}
