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
	x, history := &exporting{out: out, only: only}, newCursor(beside.rows(ctx, db.layout.history))
	for s, failed := range db.States(ctx) {
		if err = failed; err == nil {
			err = x.owner(s.Owner, func() (string, error) { return x.session(s, history) })
		}
		if err != nil {
			break
		}
	}
	history.stop()
	if err = errors.Join(err, beside.close()); err != nil {
		return db.wrap(err)
	}
	return x.damage
}

// exporting writes what owners have, one after the other.
type exporting struct {
	out    *transfer.Writer
	only   transfer.Select
	damage error
}

// owner writes one, if it is selected. A problem says why not all of it can be exported.
func (x *exporting) owner(o Owner, write func() (problem string, err error)) error {
	if !x.only.Has(o.key()) {
		return nil
	}
	problem, err := write()
	if err != nil {
		return err
	}
	if problem != "" && x.damage == nil {
		x.damage = &DamagedSession{o, problem}
	}
	return x.out.End(problem)
}

// session writes an owner's state and history. Histories come in the order of states.
func (x *exporting) session(s *State, history *cursor) (problem string, err error) {
	state := make(map[string]any, len(s.Values))
	for _, v := range s.Values {
		if v.Damaged {
			problem = fmt.Sprintf("the stored value of state key %q can't be read", v.Key)
			continue
		}
		state[v.Key] = v.Value
	}
	if err := x.out.Session(s.key(), state); err != nil {
		return "", err
	}
	for problem == "" {
		row, err := history.of(s.Owner)
		if err != nil || row == nil {
			return "", err
		}
		if problem, err = x.event(row); err != nil {
			return "", err
		}
	}
	return problem, nil
}

// event writes a row of a history. A problem says why it can't be read.
func (x *exporting) event(row [][]byte) (problem string, err error) {
	seq, _ := strconv.ParseInt(string(row[3]), 10, 64)
	event, damage := store.DecodeEvent(seq, string(row[4]))
	if damage != nil {
		return damage.Error(), nil
	}
	return "", x.out.Event(event)
}

// cursor goes through rows that begin with their owner.
type cursor struct {
	next func() ([][]byte, error, bool)
	stop func()
	row  [][]byte // the next one, if it has been looked at
}

func newCursor(rows iter.Seq2[[][]byte, error]) *cursor {
	c := &cursor{}
	c.next, c.stop = iter.Pull2(rows)
	return c
}

// of returns the next row of an owner, nil after the last. It passes over those that are
// left of owners before.
func (c *cursor) of(o Owner) ([][]byte, error) {
	for {
		if c.row == nil {
			row, err, ok := c.next()
			if err != nil || !ok {
				return nil, err
			}
			c.row = row
		}
		at := compareOwners(rowOwner(c.row), o)
		if at > 0 {
			return nil, nil
		}
		row := c.row
		c.row = nil
		if at == 0 {
			return row, nil
		}
	}
}

func rowOwner(row [][]byte) Owner { return Owner{string(row[0]), string(row[1]), string(row[2])} }

func compareOwners(a, b Owner) int {
	return cmp.Or(strings.Compare(a.App, b.App), strings.Compare(a.User, b.User), strings.Compare(a.Session, b.Session))
}
