package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/walk"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Select says what is exported. Its zero value is everything.
type Select struct {
	App     string // this app alone
	User    string // of the app, this user alone: his sessions, and what they share
	Session string // of the user, this session alone
}

// Check returns an error if something is selected of nothing.
func (s Select) Check() error {
	if s.User != "" && s.App == "" || s.Session != "" && s.User == "" {
		return &runtime.ArgumentError{Name: "selection", Problem: "has a user without an app, or a session without a user"}
	}
	return nil
}

// Has reports whether a session is selected, or what sessions share if the key has
// none.
func (s Select) Has(k store.SessionKey) bool {
	return (s.App == "" || s.App == k.AppName) && (s.User == "" || s.User == k.UserID) && (s.Session == "" || s.Session == k.SessionID)
}

// Export writes what a store holds. Each session is given as of one moment, and so is
// what sessions share; all of them together aren't, while programs write. (The command
// `stategen db export` reads a database as of one moment.) A session that is deleted
// meanwhile may be missing. A history is read piece by piece, and never kept whole.
//
// A session with values or events that can't be read ends with an error in its last
// line; Export goes on and then returns a *runtime.DamagedError for the first one.
func Export(ctx context.Context, st store.Store, w io.Writer, s Select, keep func(key string) bool) error {
	if err := s.Check(); err != nil {
		return err
	}
	x := &export{st: st, out: NewWriter(w, keep)}
	only := store.SessionKey{AppName: s.App, UserID: s.User, SessionID: s.Session}
	if err := walk.Owners(ctx, st, only, func(o walk.Owner) error { return x.session(ctx, o.SessionKey) }); err != nil {
		return err
	}
	return errors.Join(x.damage, x.out.Close())
}

type export struct {
	st     store.Store
	out    *Writer
	damage error
}

// page is how many events are read at a time.
const page = 64

// session writes one session, or what sessions share, unless there is nothing.
func (x *export) session(ctx context.Context, k store.SessionKey) error {
	loaded, err := x.st.Load(ctx, k, store.EventQuery{AfterSeq: -1, Last: 1})
	if errors.Is(err, store.ErrSessionNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	o := owner{k.AppName, k.UserID, k.SessionID}
	state := ownState(o, &loaded)
	damage := x.leaveOutDamage(o, &loaded, state)
	if err := x.out.Session(k, state); err != nil {
		return err
	}
	problem, err := x.events(ctx, k, &loaded)
	if err != nil {
		return err
	}
	if problem == "" && damage != nil {
		problem = damage.Error()
	}
	if problem != "" && x.damage == nil {
		x.damage = fmt.Errorf("app %q, user %q, session %q: %s", k.AppName, k.UserID, k.SessionID, problem)
	}
	return x.out.End(problem)
}

// leaveOutDamage takes the values out of the state that can't be read.
func (x *export) leaveOutDamage(o owner, l *store.Loaded, state map[string]any) (damage error) {
	for _, d := range l.Damaged {
		for _, key := range d.Keys {
			if _, own := state[key]; own {
				delete(state, key)
				damage = d
			}
		}
	}
	return damage
}

// events writes a session's events up to the last one, which is loaded.
func (x *export) events(ctx context.Context, k store.SessionKey, l *store.Loaded) (problem string, err error) {
	last := l.Events
	q := store.EventQuery{AfterSeq: -1, First: page}
	for len(last) > 0 && q.AfterSeq < last[0].Seq {
		q.UpTo = last[0].Seq // 0 is no bound, but then there is one event to read
		if q.UpTo == 0 {
			q.First = 1
		}
		events, err := x.st.Events(ctx, k, q)
		if err != nil && !errors.Is(err, store.ErrSessionNotFound) {
			return "", err
		}
		if len(events) == 0 {
			return "the session was deleted while it was read", nil
		}
		for _, e := range events {
			if d := e.Damage(); d != nil {
				return d.Error(), nil
			}
			if e.Seq > last[0].Seq || q.AfterSeq >= 0 && e.Seq != q.AfterSeq+1 {
				return "events were pruned while it was read", nil
			}
			if q.AfterSeq = e.Seq; e.Seq == 0 {
				q.AfterSeq = e.SnapshotOf()
			}
			if err := x.out.Event(e); err != nil {
				return "", err
			}
		}
	}
	if len(last) == 0 {
		return "", nil
	}
	now, err := x.st.Load(ctx, k, store.EventQuery{None: true, Keys: []string{}})
	if errors.Is(err, store.ErrSessionNotFound) || err == nil && now.Incarnation != l.Incarnation {
		return "the session was deleted while it was read", nil
	}
	return "", err
}
