package redis

import (
	"errors"
	"fmt"
	"time"
)

// TTL says how long what is stored outlasts the last append that bears on it; 0 is for
// ever. See TimeToLive.
type TTL struct {
	Session time.Duration // of a session: since its creation and each append to it
	User    time.Duration // of the state that a user's sessions share: since an append to any of them, or without a session
	App     time.Duration // of the state that the app's sessions share: since any append in the app
}

// TimeToLive has sessions, and the state that they share, expire some time after the last
// append, or up to a 256th of the time later; a fraction of a millisecond counts as one. By
// default nothing expires.
//
// A session expires whole, at one moment by the primary's clock: from then on it is like one
// that was deleted, for all readers and writers. The clocks of servers must not differ by
// more than a minute. Each append begins the time anew: also those of Update and Commit, of
// the tools that migrate and import, those by which Purge unsets a key, and one that fails
// with ErrUnreplicated. Reads, repeated appends of an event that is stored, and Prune don't.
//
// The state that sessions share doesn't expire before the last of them: User must not be
// less than Session, nor App less than User, where 0 is more than all others. Sessions that
// were stored before have no time to live until the next append to them. A user's state has
// none before an append that finds less than a hundred sessions of the user, and all of
// them have one; the app's none before all sessions of the app have one.
//
// The last append by a program with this option decides for the whole app: other programs
// go by it too. Pass TTL{} to have what is written from then on last.
//
// The servers must not remove keys for want of memory: with this option, Open refuses
// each maxmemory-policy but noeviction, unless AllowEviction is given.
func TimeToLive(t TTL) Option { return func(o *options) { o.ttl = &t } }

// check refuses times by which shared state would expire before those that share it.
func (t *TTL) check() error {
	switch {
	case t == nil:
		return nil
	case t.Session < 0 || t.User < 0 || t.App < 0:
		return errors.New("a time to live is negative")
	case shorter(t.User, t.Session):
		return fmt.Errorf("a user's state would expire before the user's sessions: %s, and they %s", after(t.User), after(t.Session))
	case shorter(t.App, t.User):
		return fmt.Errorf("an app's state would expire before that of its users: %s, and that %s", after(t.App), after(t.User))
	}
	return nil
}

func shorter(a, b time.Duration) bool { return a != 0 && (b == 0 || a < b) }

func after(d time.Duration) string {
	if d == 0 {
		return "never"
	}
	return "after " + d.String()
}

// form is what ttl.lua takes.
func (t *TTL) form() string {
	if t == nil {
		return ""
	}
	return fmt.Sprintf("%d %d %d", milliseconds(t.Session), milliseconds(t.User), milliseconds(t.App))
}

// milliseconds rounds up: a time to live of 0 would be none.
func milliseconds(d time.Duration) int64 {
	n := d.Milliseconds()
	if d%time.Millisecond > 0 {
		n++
	}
	return n
}
