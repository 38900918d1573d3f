package sqlite

import (
	"context"
	"errors"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// row is a session as its row in the database has it.
type row struct {
	key     store.SessionKey
	id      int64
	seq     int64
	updated int64
}

func micros(t time.Time) int64 { return t.UnixMicro() }

func ignoreNotFound(err error) error {
	if errors.Is(err, runtime.ErrSessionNotFound) {
		return nil
	}
	return err
}

// find returns a session's row. An incarnation that isn't 0 must be the row's; it
// leads there without a look into an index.
func find(conn *sqlite.Conn, key store.SessionKey, incarnation int64) (*row, error) {
	query := "SELECT id, seq, updated FROM sessions WHERE app = ? AND user = ? AND session = ?"
	args := []any{key.AppName, key.UserID, key.SessionID}
	if incarnation != 0 {
		query, args = query+" AND id = ?", append(args, incarnation)
	}
	var s *row
	err := each(conn, query, func(stmt *sqlite.Stmt) error {
		s = &row{key: key, id: stmt.ColumnInt64(0), seq: stmt.ColumnInt64(1), updated: stmt.ColumnInt64(2)}
		return nil
	}, args...)
	if err == nil && s == nil {
		err = runtime.ErrSessionNotFound
	}
	return s, err
}

// Load returns a session as of one moment: see store.Store.
func (st *database) Load(ctx context.Context, key store.SessionKey, q store.EventQuery) (store.Loaded, error) {
	return st.load(ctx, key, q, true)
}

// Events returns a part of a session's history: see store.Store.
func (st *database) Events(ctx context.Context, key store.SessionKey, q store.EventQuery) ([]*store.StoredEvent, error) {
	l, err := st.load(ctx, key, q, false)
	return l.Events, err
}

func (st *database) load(
	ctx context.Context, key store.SessionKey, q store.EventQuery, state bool,
) (l store.Loaded, err error) {
	err = st.readers.use(ctx, func(conn *sqlite.Conn) (err error) {
		l, err = load(conn, key, q, state)
		return err
	})
	if err != nil {
		return store.Loaded{}, err
	}
	return l, nil
}
