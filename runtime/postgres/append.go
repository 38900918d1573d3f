package postgres

import (
	"context"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Append adds an event to a session: see store.Store.
//
// If another append of this process wants the same row, it waits for that one, and for
// those who wait with it: see lanes.
func (st *database) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	a.SetResolved(nil)
	own, w := st.lanes.enter(a)
	if w != nil {
		if err := st.await(ctx, w); err != nil {
			return nil, err
		}
		if w.settled() {
			store.NoteOf(ctx).Shared(w.shared)
			return w.done, w.err
		}
		own = w.lane
	}
	if own != nil {
		defer st.leave(own)
	}
	return st.appendAlone(ctx, a)
}

// appendAlone first tries to do all in one statement. What that can't settle, it does
// under locks.
func (st *database) appendAlone(ctx context.Context, a *store.Append) (done *store.Appended, err error) {
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
