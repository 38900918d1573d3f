package postgres

import (
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

var errEnded = errors.New("nothing is held any more")

// joined is what a transaction has locked and read for a group.
type joined struct {
	app      string
	sessions map[store.SessionKey]*joinedSession // that are locked
	values   map[rowOwner]map[string]any         // by name
	stored   map[eventName]bool                  // of the events that were asked for
}

func newJoined(app string) *joined {
	return &joined{
		app: app, sessions: make(map[store.SessionKey]*joinedSession),
		values: make(map[rowOwner]map[string]any), stored: make(map[eventName]bool),
	}
}

// joinedSession is a session's row, moved on by what is about to be appended.
type joinedSession struct {
	id, seq int64
	updated time.Time
}

// rowOwner is what state rows have in common that belong together.
type rowOwner struct {
	user    string
	session int64
}

type eventName struct {
	session store.SessionKey
	id      string
}

// joinSessions are the sessions $2, $3 of the app $1.
const joinSessions = `
	FROM unnest($2::text[], $3::text[]) AS w (user_id, session_id)
	JOIN stategen_sessions AS o ON o.app = $1 AND o.user_id = w.user_id AND o.session_id = w.session_id`

const lockJoined = `SELECT o.user_id, o.session_id, o.id, o.seq, o.updated` + joinSessions + ` FOR UPDATE OF o SKIP LOCKED`

// loadJoined comes after lockJoined: only then it sees what the locks keep.
const loadJoined = `
WITH o AS MATERIALIZED (SELECT o.user_id, o.id` + joinSessions + `)
SELECT s.user_id, s.session, s.key, s.value
FROM (SELECT user_id, id FROM o UNION SELECT user_id, 0 FROM o UNION SELECT '', 0) AS w (user_id, session)
JOIN stategen_state AS s ON s.app = $1 AND s.user_id = w.user_id AND s.session = w.session AND ($4::text[] IS NULL OR s.key = ANY ($4::text[]))`

const findEvents = `
SELECT w.user_id, w.session_id, w.id
FROM unnest($2::text[], $3::text[], $4::text[]) AS w (user_id, session_id, id)
JOIN stategen_sessions AS o ON o.app = $1 AND o.user_id = w.user_id AND o.session_id = w.session_id
JOIN stategen_events AS e ON e.session = o.id AND e.id = w.id`

// statements lock the sessions, before all else, and read what is asked for.
func (j *joined) statements(requests []store.HoldRequest) []statement {
	var sessions, events eventColumns
	known := make(map[store.SessionKey]bool)
	keys, all := []string{}, false
	for _, r := range requests {
		all = all || r.Query.Keys == nil
		keys = append(keys, r.Query.Keys...)
		if !known[r.Session] {
			known[r.Session] = true
			sessions.add(eventName{r.Session, ""})
		}
		if !r.Query.None {
			events.add(eventName{r.Session, r.Query.ID})
		}
	}
	if all {
		keys = nil
	}
	statements := []statement{
		{sql: lockJoined, args: []any{j.app, sessions.users, sessions.sessions}, read: j.readSessions},
	}
	if all || len(keys) > 0 {
		args := []any{j.app, sessions.users, sessions.sessions, keys}
		statements = append(statements, statement{sql: loadJoined, args: args, read: j.readValues})
	}
	if len(events.ids) > 0 {
		args := []any{j.app, events.users, events.sessions, events.ids}
		statements = append(statements, statement{sql: findEvents, args: args, read: j.readEvents})
	}
	return statements
}

// eventColumns are names of events as arrays, for unnest.
type eventColumns struct{ users, sessions, ids []string }

func (c *eventColumns) add(e eventName) {
	c.users, c.sessions = append(c.users, e.session.UserID), append(c.sessions, e.session.SessionID)
	c.ids = append(c.ids, e.id)
}

func (j *joined) readSessions(rows pgx.Rows) error {
	for rows.Next() {
		k, s := store.SessionKey{AppName: j.app}, new(joinedSession)
		if err := rows.Scan(&k.UserID, &k.SessionID, &s.id, &s.seq, &s.updated); err != nil {
			return err
		}
		j.sessions[k] = s
	}
	return rows.Err()
}

func (j *joined) readValues(rows pgx.Rows) error {
	var row stateRow
	var text string
	_, err := pgx.ForEachRow(rows, []any{&row.user, &row.session, &row.key, &text}, func() error {
		j.put(row, decodeValue(row.key, text))
		return nil
	})
	return err
}

func (j *joined) put(row stateRow, v any) {
	if j.values[row.rowOwner] == nil {
		j.values[row.rowOwner] = make(map[string]any)
	}
	_, name := runtime.ParseKey(row.key)
	j.values[row.rowOwner][name] = v
}

func (j *joined) readEvents(rows pgx.Rows) error {
	for rows.Next() {
		e := eventName{session: store.SessionKey{AppName: j.app}}
		if err := rows.Scan(&e.session.UserID, &e.session.SessionID, &e.id); err != nil {
			return err
		}
		j.stored[e] = true
	}
	return rows.Err()
}

// loaded returns what a request gets.
func (j *joined) loaded(r store.HoldRequest) (l store.Loaded) {
	s := j.sessions[r.Session]
	isOther := s == nil || r.Incarnation != 0 && r.Incarnation != s.id
	if isOther || !r.Query.None && j.stored[eventName{r.Session, r.Query.ID}] {
		return l
	}
	l.Incarnation, l.LastUpdate = s.id, s.updated.UTC()
	user := r.Session.UserID
	l.State[runtime.ScopeSession] = store.PlainValues(j.values[rowOwner{user, s.id}])
	l.State[runtime.ScopeApp] = store.PlainValues(j.values[rowOwner{}])
	l.State[runtime.ScopeUser] = store.PlainValues(nil)
	if user != "" {
		l.State[runtime.ScopeUser] = store.PlainValues(j.values[rowOwner{user: user}])
	}
	return l
}
