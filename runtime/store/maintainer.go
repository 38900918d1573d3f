package store

import (
	"context"
	"slices"
	"strconv"
	"time"
)

// Maintainer is a Store whose contents can be erased, pruned and purged. It is
// optional: without it those calls of a Service fail with errors.ErrUnsupported, and
// all others work. A store that wraps another one has to pass it on.
//
// None of its methods keeps writers waiting for long: what is much is done in steps,
// each a transaction of its own. Each can be called again after an error, or after
// the program died in the middle of it.
type Maintainer interface {
	Store
	// Erase removes, all at the same moment, the sessions of a user, that without an
	// ID included, and the state that they share. If userID is empty, it removes the
	// session without user and ID, and the state that the app's sessions share. All
	// appends that come later by way of the sessions' Incarnation find none. What
	// nobody can reach any more, such as events, may be left to Sweep.
	Erase(ctx context.Context, appName, userID string) error
	// Sweep removes some of what Delete, Erase and Expire have left, in one short
	// transaction, and reports whether there may be more.
	Sweep(ctx context.Context) (more bool, err error)
	// Expire removes sessions that nobody has appended to for some time, as Delete
	// does, of those that List would return for q.AppName, q.After… and q.Limit. That
	// time is measured by the store's clock, from append to call: the timestamps of
	// events play no part, except for sessions that were written before the store
	// noted the time.
	Expire(ctx context.Context, q ExpireQuery) (Expired, error)
	// Rewrite calls fn with some of a session's events, and carries out what fn
	// returns, while nobody else changes the session: see RewriteQuery. It returns
	// fn's error as it is, or ErrSessionNotFound. fn may be called again if the
	// transaction has to be.
	Rewrite(ctx context.Context, q RewriteQuery, fn func([]*StoredEvent) (Rewritten, error)) error
	// Compact gives back the space that is not used any more, as far as the store can
	// while others write. If rewrite is set it keeps others waiting, if need be, until
	// nothing that was removed can be found in its files.
	Compact(ctx context.Context, rewrite bool) error
}

// ExpireQuery says which sessions are to be removed if they are idle.
type ExpireQuery struct {
	AppName                     string
	AfterUserID, AfterSessionID string // as in ListQuery
	Limit                       int    // look at so many, the first; above 0
	Idle                        time.Duration
	CountOnly                   bool // remove none
}

// Expired says what Expire has done.
type Expired struct {
	Looked, Removed           int    // if Looked is below the limit, there are no more
	LastUserID, LastSessionID string // the last session that was looked at
}

// RewriteQuery asks for the first event that is numbered From or above, and for the
// first ones that are numbered above AfterSeq.
type RewriteQuery struct {
	Session        SessionKey
	From, AfterSeq int64
	First          int // so many of the latter at most; above 0
}

// Rewritten is what is to become of a session's events. No number or time of the
// session changes by that.
type Rewritten struct {
	// Put takes the place of the events with the same numbers, whose IDs they have.
	// One with a number below 0 is a Snapshot, and is added if there is none: a store
	// may do without.
	Put []*StoredEvent
	// Remove is up to which number events are removed, with their snapshots; but not
	// the one that is numbered 0. 0: none.
	Remove int64
}

// A snapshot is an event that no history shows. It sets the session's own state as it
// was after the event with a certain number, so that a replay need not begin with the
// event numbered 0. Its own number is below 0, the lower the later: the first event
// that is numbered SnapshotSeq(n) or above is the best one to begin with for a replay
// that goes beyond event n. If the first events were removed, the one numbered 0 is like
// a snapshot, too.

// SnapshotSeq returns the number of the snapshot of event seq.
func SnapshotSeq(seq int64) int64 { return -1 - seq }

// SnapshotAuthor is the author of snapshots.
const SnapshotAuthor = "prune"

// NewSnapshot returns an event that sets the state as it was after event seq.
func NewSnapshot(seq int64, at time.Time, state []Write) *StoredEvent {
	number := strconv.FormatInt(seq, 10)
	return &StoredEvent{
		ID: "\x01" + number, Seq: SnapshotSeq(seq), Author: SnapshotAuthor, InvocationID: number,
		Timestamp: at, Writes: state,
	}
}

// SnapshotOf returns after which event a replay goes on that begins with this one: 0
// for the creation.
func (e *StoredEvent) SnapshotOf() int64 {
	if e.Seq > 0 || e.Author != SnapshotAuthor {
		return e.Seq
	}
	seq, _ := strconv.ParseInt(e.InvocationID, 10, 64)
	return seq
}

// Cleared returns the event as if it had unset a state key, and the values that it gave
// it, of which merge operations are one. It returns the event itself if it gave it none.
func (e *StoredEvent) Cleared(key string) (*StoredEvent, []any) {
	var values []any
	out := *e
	out.Writes = slices.Clone(e.Writes)
	for i, w := range out.Writes {
		if w.Key == key && w.Value != nil && e.Damage() == nil {
			values, out.Writes[i].Value = append(values, w.Value), nil
		}
	}
	if len(values) == 0 {
		return e, nil
	}
	if e.Extra != nil {
		resolved := slices.Clone(e.Extra.Resolved)
		for _, w := range resolved {
			if w.Key == key {
				values = append(values, w.Value)
			}
		}
		out.Extra = nil
		out.setExtra(e.Extra.Host, slices.DeleteFunc(resolved, func(w Write) bool { return w.Key == key }), e.Extra.Purged)
	}
	return &out, values
}

// TellsPurged reports whether a key is one of Extra.Purged.
func (e *StoredEvent) TellsPurged(key string) bool { return slices.Contains(e.purged(), key) }

// MarkPurged returns the event with a key more in Extra.Purged.
func (e *StoredEvent) MarkPurged(key string) *StoredEvent {
	out := *e
	purged := append(slices.Clone(e.purged()), key)
	slices.Sort(purged)
	out.setExtra(e.host(), e.resolved(), purged)
	return &out
}
