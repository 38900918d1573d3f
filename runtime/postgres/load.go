package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Load returns a session as of one moment: see store.Store.
func (st *database) Load(ctx context.Context, key store.SessionKey, q store.EventQuery) (store.Loaded, error) {
	return st.read(ctx, key, q, true)
}

// Events returns a part of a session's history: see store.Store.
func (st *database) Events(ctx context.Context, key store.SessionKey, q store.EventQuery) ([]*store.StoredEvent, error) {
	l, err := st.read(ctx, key, q, false)
	return l.Events, err
}

func (st *database) read(
	ctx context.Context, key store.SessionKey, q store.EventQuery, state bool,
) (l store.Loaded, err error) {
	err = st.try(ctx, func() error {
		l = store.NewLoaded()
		return st.send(ctx, loadStatement(key, q, state, readInto(&l)))
	})
	if err == nil && l.Incarnation == 0 && (key.SessionID != "" || !state) { // shared state needs no session
		err = runtime.ErrSessionNotFound
	}
	return l, err
}

// loadStatement reads a session in one statement, which sees one moment: the
// session's own row, the events that q asks for and, if asked for, the state. Each
// kind of row fills other columns.
func loadStatement(k store.SessionKey, q store.EventQuery, state bool, read func(pgx.Rows) error) statement {
	s := statement{read: read, args: []any{k.AppName, k.UserID, k.SessionID}}
	s.sql = `
WITH o AS (SELECT id, updated FROM stategen_sessions WHERE app = $1 AND user_id = $2 AND session_id = $3)
SELECT id AS n, updated AS at, NULL AS key, NULL AS body FROM o`
	if state {
		some := ""
		if q.Keys != nil {
			s.args, some = append(s.args, q.Keys), " AND key = ANY ($4::text[])"
		}
		s.sql += `
UNION ALL SELECT NULL, NULL, key, value FROM stategen_state
	WHERE app = $1 AND user_id = $2 AND session = (SELECT id FROM o)` + some + `
UNION ALL SELECT NULL, NULL, key, value FROM stategen_state
	WHERE app = $1 AND user_id = $2 AND session = 0 AND $2 <> ''` + some + `
UNION ALL SELECT NULL, NULL, key, value FROM stategen_state
	WHERE app = $1 AND user_id = '' AND session = 0` + some
	}
	if !q.None {
		s.sql += `
UNION ALL (SELECT seq, NULL, NULL, record FROM stategen_events WHERE session = (SELECT id FROM o)` + s.filter(q) + `)`
	}
	return s
}

// maxPlannedLast is up to which number of last events each number is a statement of
// its own. Of a number that is an argument PostgreSQL assumes that it is a tenth of
// all, and plans every execution anew, which takes longer than reading ten.
const maxPlannedLast = 100

// filter returns the conditions of a query that do filter, so that each kind of
// query is a statement with a plan of its own.
func (s *statement) filter(q store.EventQuery) string {
	var b strings.Builder
	arg := func(text string, value any) {
		s.args = append(s.args, value)
		fmt.Fprintf(&b, text, len(s.args))
	}
	arg(" AND seq > $%d", q.AfterSeq)
	if q.UpTo != 0 {
		arg(" AND seq <= $%d", q.UpTo)
	}
	if q.ID != "" {
		arg(" AND id = $%d", q.ID)
	}
	if !q.NotBefore.IsZero() {
		arg(" AND at >= $%d", q.NotBefore)
	}
	switch {
	case 0 < q.Last && q.Last <= maxPlannedLast, q.Last == runtime.DefaultRecentEvents:
		fmt.Fprintf(&b, " ORDER BY seq DESC LIMIT %d", q.Last)
	case q.Last > 0:
		arg(" ORDER BY seq DESC LIMIT $%d", q.Last)
	case q.First > 0:
		arg(" ORDER BY seq LIMIT $%d", q.First)
	}
	return b.String()
}

// readInto returns what takes the rows of a loadStatement.
func readInto(l *store.Loaded) func(pgx.Rows) error {
	var n *int64
	var at *time.Time
	var key *string
	var body pgtype.DriverBytes
	read := each(func() {
		switch {
		case at != nil:
			l.Incarnation, l.LastUpdate = *n, at.UTC()
		case key != nil:
			addValue(l, *key, string(body))
		default:
			l.AddEvent(*n, string(body))
		}
	}, &n, &at, &key, &body)
	return func(rows pgx.Rows) error {
		err := read(rows)
		slices.SortFunc(l.Events, func(a, b *store.StoredEvent) int { return cmp.Compare(a.Seq, b.Seq) })
		return err
	}
}

func addValue(l *store.Loaded, key, text string) {
	scope, name := runtime.ParseKey(key)
	l.Add(scope, name, store.DecodeValue(scope, name, text))
}
