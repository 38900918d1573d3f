package postgres

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Hold loads a session and keeps others from changing what is asked for: see
// store.Holder. It is the first half of an append under locks, whose
// transaction stays open meanwhile.
func (st *database) Hold(ctx context.Context, r store.HoldRequest) (store.Held, error) {
	request := lockRequest{session: r.Session, incarnation: r.Incarnation, all: r.All, state: r.All, query: r.Query}
	if !r.All { // otherwise nobody else touches the rows, the session's own included
		request.keys = locks(r.Keys)
	}
	var h *locked
	err := st.try(ctx, func() (err error) {
		h, err = st.lock(ctx, request)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &hold{locked: h}, nil
}

// hold is a transaction that waits for its append.
type hold struct {
	*locked
	ended atomic.Bool
}

func (h *hold) Loaded() store.Loaded { return h.loaded }

// Append adds an event to the session that is held: see store.Held. Where that
// can't be done in the transaction under way, it is done in another one.
func (h *hold) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	if h.ended.Swap(true) {
		return h.st.Append(ctx, a)
	}
	if !h.covers(a) {
		h.giveUp()
		return h.st.Append(ctx, a)
	}
	done, err := h.append(ctx, a)
	h.giveUp()
	if err != nil && (sqlState(err) != "" || isLost(err)) {
		a.NewID = false // it may have been stored
		return h.st.Append(ctx, a)
	}
	return done, err
}

// covers reports whether nothing is read that wasn't read under the locks, and nothing
// written that isn't held. The session's own keys always are, by the lock on its row.
func (h *hold) covers(a *store.Append) bool {
	if h.request.all {
		return true
	}
	if a.NeedsAll() {
		return false
	}
	held := make(map[string]bool)
	for _, c := range h.request.keys {
		held[c.key] = true
	}
	for _, key := range a.Keys() {
		if !held[key] {
			return false
		}
	}
	return !slices.ContainsFunc(lockedKeys(a), func(c change) bool {
		return c.scope != runtime.ScopeSession && !held[c.key]
	})
}

// Release ends the transaction, unless Append has.
func (h *hold) Release() {
	if !h.ended.Swap(true) {
		h.giveUp()
	}
}

// giveUp is called once. The update's context may have ended; that is no reason to
// close the connection, which a rollback that fails would.
func (h *hold) giveUp() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	h.rollback(ctx)
}
