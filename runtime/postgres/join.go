package postgres

import (
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// joined is what a transaction has locked and read for a group.
type joined struct {
	app      string
	sessions map[store.SessionKey]*joinedSession // that are locked
	stored   map[eventName]bool                  // of the events that were asked for
}

func newJoined(app string) *joined {
	return &joined{
		app: app, sessions: make(map[store.SessionKey]*joinedSession), stored: make(map[eventName]bool),
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

const findEvents = `
SELECT w.user_id, w.session_id, w.id
FROM unnest($2::text[], $3::text[], $4::text[]) AS w (user_id, session_id, id)
JOIN stategen_sessions AS o ON o.app = $1 AND o.user_id = w.user_id AND o.session_id = w.session_id
JOIN stategen_events AS e ON e.session = o.id AND e.id = w.id`

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
