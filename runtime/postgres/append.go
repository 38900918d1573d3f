package postgres

import (
	"context"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Append adds an event to a session: see store.Store.
//
// It first tries to do all in one statement. What that can't settle, it does
// under locks.
func (st *database) Append(ctx context.Context, a *store.Append) (done *store.Appended, err error) {
	a.SetResolved(nil)
	record, err := a.Event.MarshalJSON()
	if err != nil {
		return nil, err
	}
	err = st.try(ctx, func() (err error) {
		if changes, ok := directChanges(a); ok {
			done, err = st.appendDirect(ctx, a, string(record), changes)
			if !isUndecided(err) {
				return err
			}
		}
		done, err = st.appendLocked(ctx, a, string(record))
		return err
	})
	return done, err
}

// appendDirect appends in one round trip.
func (st *database) appendDirect(ctx context.Context, a *store.Append, record string, changes []change) (*store.Appended, error) {
	var answer appended
	if err := st.send(ctx, addStatements(appendSession, a, record, changes, &answer)...); err != nil {
		return nil, err
	}
	if !answer.found {
		return nil, runtime.ErrSessionNotFound
	}
	return answer.result(changes), nil
}

// result returns what a store answers, given the changes that were made.
func (r *appended) result(changes []change) *store.Appended {
	done := &store.Appended{Seq: r.seq, LastUpdate: r.updated.UTC(), Writes: make([]store.Write, len(changes))}
	for i, c := range changes {
		done.Writes[i] = c.write(r.merged)
	}
	return done
}
