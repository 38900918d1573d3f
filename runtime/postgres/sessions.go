package postgres

import (
	"context"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Create stores a new session: see store.Store.
func (st *database) Create(ctx context.Context, a *store.Append) (store.Loaded, error) {
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
	var r *reader
	err = st.try(ctx, func() error {
		r = newReader()
		statements := addStatements(createSession, a, string(record), changes, &appended{})
		own := store.EventQuery{ID: a.Event.ID, AfterSeq: -1}
		return st.send(ctx, append(statements, loadStatement(a.Session, own, true, r.read))...)
	})
	if err != nil {
		return store.Loaded{}, err
	}
	// The session is new if it begins with this event; perhaps since an
	// earlier try, whose answer was lost.
	if len(r.events) == 0 || r.events[0].Seq != 0 {
		return store.Loaded{}, runtime.ErrSessionExists
	}
	r.events = nil
	return r.loaded(), nil
}
