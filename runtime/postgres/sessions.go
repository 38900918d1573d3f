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

// Delete removes a session: see store.Store.
func (st *database) Delete(ctx context.Context, k store.SessionKey) error {
	args := []any{k.AppName, k.UserID, k.SessionID}
	return st.try(ctx, func() error {
		// The first statement waits for appends that are under way, and the
		// second sees what they have added.
		return st.send(ctx, statement{
			sql:  "SELECT FROM stategen_sessions WHERE app = $1 AND user_id = $2 AND session_id = $3 FOR UPDATE",
			args: args,
		}, statement{
			sql: `
WITH gone AS (
	DELETE FROM stategen_sessions WHERE app = $1 AND user_id = $2 AND session_id = $3 RETURNING id
), events AS (
	DELETE FROM stategen_events WHERE session = (SELECT id FROM gone)
)
DELETE FROM stategen_state WHERE app = $1 AND user_id = $2 AND session = (SELECT id FROM gone)`,
			args: args,
		})
	})
}
