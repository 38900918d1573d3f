package sessiondb

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/transfer"
)

// exportADK writes what ADK's tables hold in the form in which runtime/adksession
// keeps it, with what its Copy adds: the values that no event has set as the
// creation's, and one more event where the events don't come to the state.
func (db *DB) exportADK(ctx context.Context, out *transfer.Writer, only transfer.Select) error {
	columns, err := db.eventColumns(ctx)
	if err != nil {
		return err
	}
	beside, err := db.conn.beside(ctx)
	if err != nil {
		return err
	}
	further, err := db.conn.beside(ctx)
	if err != nil {
		return errors.Join(err, beside.close())
	}
	changes := newCursor(db.layout.adk.rows(ctx, beside, nil))
	events := newCursor(db.layout.adk.rows(ctx, further, columns))
	x := &exportingADK{exporting{out: out, only: only}, columns, changes, events}
	for row, failed := range db.conn.rows(ctx, db.layout.states) {
		if err = failed; err == nil {
			s := &adkSession{Owner: rowOwner(row), updated: string(row[3])}
			db.pass(s.Owner)
			err = x.owner(s.Owner, func() (string, error) { return x.session(s, row[5]) })
		}
		if err != nil {
			break
		}
	}
	changes.stop()
	events.stop()
	if err := errors.Join(err, further.close(), beside.close()); err != nil {
		return err
	}
	return x.damage
}

type exportingADK struct {
	exporting
	columns         []eventColumn
	changes, events *cursor
}

// session writes what one owner has. A problem says why not all of it can be exported.
func (x *exportingADK) session(s *adkSession, state []byte) (problem string, err error) {
	key := s.key()
	failed := func(found error) (string, error) {
		return found.Error(), x.out.Session(key, nil)
	}
	if found := s.readState(state); found != nil {
		return failed(found)
	}
	if s.Session == "" {
		state := marked(s.own)
		maps.DeleteFunc(state, func(_ string, v any) bool { return v == nil })
		return "", x.out.Session(key, state)
	}
	for {
		row, err := x.changes.of(s.Owner)
		if err != nil {
			return "", err
		}
		if row == nil {
			break
		}
		if found := s.change(row[3], row[4]); found != nil {
			return failed(found)
		}
	}
	s.complete()
	if err := x.out.Session(key, s.state); err != nil {
		return "", err
	}
	return x.history(key, s)
}

// history writes a session's events.
func (x *exportingADK) history(key store.SessionKey, s *adkSession) (problem string, err error) {
	var seq int64
	write := func(e *store.StoredEvent) error {
		e.Seq = seq
		seq++
		if found := runtime.CheckStored(key, e); found != nil {
			problem = fmt.Sprintf("event %q: %v", e.ID, found)
			return nil
		}
		return x.out.Event(e)
	}
	err = write(s.creation())
	for err == nil && problem == "" {
		row, failed := x.events.of(s.Owner)
		if row == nil || failed != nil {
			err = failed
			break
		}
		e, found := readADKEvent(row, x.columns, seq)
		if found != nil {
			return found.Error(), nil
		}
		err = write(e)
	}
	if len(s.lost) > 0 && err == nil && problem == "" {
		err = write(s.correction())
	}
	return problem, err
}

// adkTime reads a time: in microseconds, or as a driver of SQLite writes it.
func adkTime(cell []byte) (time.Time, error) {
	text, _, _ := strings.Cut(string(cell), " m=")
	for _, layout := range []string{
		"2006-01-02 15:04:05.999999999-07:00", "2006-01-02 15:04:05.999999999 -0700 MST",
		"2006-01-02 15:04:05.999999999 -0700 -07", time.RFC3339Nano, "2006-01-02 15:04:05.999999999",
	} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	return microseconds(text)
}
