package postgres

import (
	"context"
	stdruntime "runtime"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Append adds an event to a session: see store.Store.
//
// If another append of this process wants the same row, it waits for that one, and for
// those who wait with it: see lanes.
func (st *database) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	return st.Start(ctx, a)()
}

// Start gives an append its place in a lane: see store.Holder.
func (st *database) Start(ctx context.Context, a *store.Append) (finish func() (*store.Appended, error)) {
	a.SetResolved(nil)
	own, w := st.lanes.enter(a)
	return func() (*store.Appended, error) { return st.finish(ctx, a, own, w) }
}

// finish appends in a lane of its own, or waits in another one's.
func (st *database) finish(ctx context.Context, a *store.Append, own *lane, w *waiting) (*store.Appended, error) {
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
		done, err = st.appendLocked(ctx, a)
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

// leave is called when a lane's append has ended, and has somebody see to those who
// wait.
func (st *database) leave(l *lane) {
	if taken := st.lanes.take(l); taken != nil {
		go st.serve(l, taken)
	}
}

// serve appends what waits in a lane, until nothing does.
func (st *database) serve(l *lane, taken []*waiting) {
	for taken != nil {
		if len(taken) == 1 { // one statement is less than a transaction
			taken[0].lane = l
			close(taken[0].ready)
			return
		}
		st.appendBatch(l, taken)
		for _, w := range taken {
			close(w.ready)
		}
		stdruntime.Gosched() // who has an answer may want to append again
		taken = st.lanes.take(l)
	}
}

// await waits for what becomes of an append in a lane. It is nothing if the append is
// to be done alone.
func (st *database) await(ctx context.Context, w *waiting) error {
	timer := time.NewTimer(longestWait)
	defer timer.Stop()
	select {
	case <-w.ready:
		return nil
	case <-timer.C:
		if st.lanes.drop(w) {
			return nil
		}
	case <-ctx.Done():
		if st.lanes.drop(w) {
			return ctx.Err()
		}
	}
	select { // it is in a batch, which doesn't take longer than that
	case <-w.ready:
		return nil
	case <-ctx.Done():
		go st.passOn(w)
		return ctx.Err()
	}
}

// passOn sees to the lane that an append may get whose caller is gone.
func (st *database) passOn(w *waiting) {
	if <-w.ready; w.lane != nil {
		st.leave(w.lane)
	}
}
