package sessiondb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/transfer"
)

// Export writes all that the database holds, as of the moment when it was opened, or
// what is selected of it. A session that can't be read whole ends with an error in its
// last line; all others are written, and the first such error is returned.
//
// Of keys, those that keep doesn't let through are left out, and content and host data
// then, too; nil keeps all.
func (db *DB) Export(ctx context.Context, w io.Writer, only transfer.Select, keep func(key string) bool) error {
	if db.walk != nil {
		return transfer.Export(ctx, passing{db.walk.Store, db.pass}, w, only, keep)
	}
	out := transfer.NewWriter(w, keep)
	return errors.Join(db.export(ctx, out, only), out.Close())
}

// DamagedSession is a session that can't be read whole.
type DamagedSession struct {
	Owner
	Problem string
}

// Error names the session.
func (e *DamagedSession) Error() string {
	return fmt.Sprintf("app %q, user %q, session %q: %s", e.App, e.User, e.Session, e.Problem)
}

// passing is the store of a walk, and tells of the sessions that it lists.
type passing struct {
	store.Store
	pass func(Owner)
}

func (p passing) List(ctx context.Context, q store.ListQuery) ([]store.Listed, error) {
	listed, err := p.Store.List(ctx, q)
	for _, l := range listed {
		p.pass(Owner{q.AppName, l.UserID, l.SessionID})
	}
	return listed, err
}

func (db *DB) export(ctx context.Context, out *transfer.Writer, only transfer.Select) error {
	if db.layout.adk != nil {
		if err := db.exportADK(ctx, out, only); err != nil {
			return db.wrap(err)
		}
		return nil
	}
	beside, err := db.conn.beside(ctx)
	if err != nil {
		return db.wrap(err)
	}
	next, stop := iter.Pull2(beside.rows(ctx, db.layout.history))
	x := &exporting{out: out, only: only, next: next}
	err = x.all(db.States(ctx))
	stop()
	if err = errors.Join(err, beside.close()); err != nil {
		return db.wrap(err)
	}
	return x.damage
}

// exporting puts the histories beside the states. Both come in the order of their
// owners.
type exporting struct {
	out    *transfer.Writer
	only   transfer.Select
	next   func() ([][]byte, error, bool)
	row    *historyRow // the next one; nil: there is none, or it isn't read yet
	ended  bool
	damage error
}

// historyRow is an event, or what is wrong with it.
type historyRow struct {
	Owner
	event *store.StoredEvent
	err   error
}

func (x *exporting) all(states iter.Seq2[*State, error]) error {
	for s, err := range states {
		if err == nil {
			err = x.before(&s.Owner)
		}
		if err == nil {
			err = x.session(s.Owner, s)
		}
		if err != nil {
			return err
		}
	}
	return x.before(nil)
}

// before writes the histories that come before an owner, or all that are left: those of
// owners without state.
func (x *exporting) before(o *Owner) error {
	for {
		row, err := x.peek()
		if err != nil || row == nil || o != nil && compareOwners(row.Owner, *o) >= 0 {
			return err
		}
		if err := x.session(row.Owner, &State{}); err != nil {
			return err
		}
	}
}

func compareOwners(a, b Owner) int {
	return cmp.Or(strings.Compare(a.App, b.App), strings.Compare(a.User, b.User), strings.Compare(a.Session, b.Session))
}

// peek returns the next event, nil if there is none.
func (x *exporting) peek() (*historyRow, error) {
	if x.row != nil || x.ended {
		return x.row, nil
	}
	cells, err, ok := x.next()
	if err != nil || !ok {
		x.ended = true
		return nil, err
	}
	row := &historyRow{Owner: Owner{string(cells[0]), string(cells[1]), string(cells[2])}, event: new(store.StoredEvent)}
	seq, _ := strconv.ParseInt(string(cells[3]), 10, 64)
	if err := row.event.UnmarshalJSON(cells[4]); err != nil {
		_, row.err = store.DamagedEvent(seq, err)
	}
	row.event.Seq = seq // which records needn't have
	x.row = row
	return row, nil
}

// session writes an owner's state and history.
func (x *exporting) session(o Owner, s *State) error {
	key := store.SessionKey{AppName: o.App, UserID: o.User, SessionID: o.Session}
	has := x.only.Has(key)
	problem := ""
	if has {
		state := make(map[string]any, len(s.Values))
		for _, v := range s.Values {
			if v.Damaged {
				problem = fmt.Sprintf("the stored value of state key %q can't be read", v.Key)
				continue
			}
			state[v.Key] = v.Value
		}
		if err := x.out.Session(key, state); err != nil {
			return err
		}
	}
	for {
		row, err := x.peek()
		if err != nil {
			return err
		}
		if row == nil || row.Owner != o {
			break
		}
		x.row = nil
		if problem == "" && row.err != nil {
			problem = row.err.Error()
		}
		if has && problem == "" {
			if err := x.out.Event(row.event); err != nil {
				return err
			}
		}
	}
	if !has {
		return nil
	}
	if problem != "" && x.damage == nil {
		x.damage = &DamagedSession{o, problem}
	}
	return x.out.End(problem)
}
