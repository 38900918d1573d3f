package postgres

import (
	"context"
	"errors"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Create stores a new session: see store.Store.
func (st *database) Create(ctx context.Context, a *store.Append) (store.Loaded, error) {
	if !a.NewID {
		if err := st.checkNone(ctx, a.Session); err != nil {
			return store.Loaded{}, err
		}
	}
	record, err := a.Event.MarshalJSON()
	if err != nil {
		return store.Loaded{}, err
	}
	writes, err := a.Resolve(nil)
	if err != nil {
		return store.Loaded{}, err
	}
	changes, err := plainChanges(writes)
	if err != nil {
		return store.Loaded{}, err
	}
	l, made, err := st.create(ctx, a, string(record), changes)
	switch {
	case err != nil:
		return store.Loaded{}, err
	case !made:
		return store.Loaded{}, runtime.ErrSessionExists
	}
	l.Events = nil
	return l, nil
}

// checkNone returns ErrSessionExists if there is a session. If an answer is lost later,
// one that begins with the same event is the call's own, unless another call has stored
// that event meanwhile.
func (st *database) checkNone(ctx context.Context, k store.SessionKey) error {
	_, err := st.read(ctx, k, store.EventQuery{None: true}, false)
	switch {
	case err == nil:
		return runtime.ErrSessionExists
	case errors.Is(err, runtime.ErrSessionNotFound):
		return nil
	}
	return err
}

// create reports whether the session is made: now, or by an earlier try, whose answer was
// lost.
func (st *database) create(ctx context.Context, a *store.Append, record string, changes []change) (l store.Loaded, made bool, err error) {
	lost := false // an earlier try's answer
	err = st.try(ctx, func() error {
		l = store.NewLoaded()
		var done appended
		statements := addStatements(createSession, a, record, changes, &done)
		own := store.EventQuery{ID: a.Event.ID, AfterSeq: -1}
		err := st.send(ctx, append(statements, loadStatement(a.Session, own, true, readInto(&l)))...)
		made = done.found || lost && len(l.Events) > 0 && l.Events[0].Seq == 0
		lost = lost || isLost(err)
		return err
	})
	return l, made, err
}
