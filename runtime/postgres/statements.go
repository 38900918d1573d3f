package postgres

import (
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// appendSession moves a session on by one event. Its row is the first that an
// append locks: appends to one session take turns, and number their events in
// commit order.
const appendSession = `
	UPDATE stategen_sessions SET seq = seq + 1, updated = greatest(updated, $4::timestamptz), touched = now()
	WHERE app = $1 AND user_id = $2 AND session_id = $3 AND $10::bigint IN (0, id)
	RETURNING id, seq, updated, tableoid`

// createSession returns no row if the session exists.
const createSession = `
	INSERT INTO stategen_sessions (app, user_id, session_id, seq, updated)
	SELECT $1, $2, $3, 0, $4::timestamptz WHERE $10::bigint = 0
	ON CONFLICT DO NOTHING
	RETURNING id, seq, updated, tableoid`

// addEvent adds an event, if there is a session, with all of its writes. State
// rows are locked in the order in which they stand in the arguments, by key: a
// server that took them in another one would meet deadlocks, and undo them. A
// conflicting row is seen as the last commit left it, whenever this statement
// began: so merges lose nothing.
//
// The %[1]s is the session's statement, the %[2]s what becomes of the value of a
// row that exists, the %[3]s and %[4]s are those of guards.clauses, and the %[5]s
// is the event's record.
const addEvent = `
WITH session AS (%[1]s)%[3]s, written AS (
	INSERT INTO stategen_state AS s (app, user_id, session, key, value)
	SELECT $1, ` + ownerUser + `, ` + ownerSession + `, w.key, w.value
	FROM session AS o%[4]s, unnest($7::smallint[], $8::text[], $9::text[]) AS w (scope, key, value)
	ON CONFLICT (app, user_id, session, key) DO UPDATE SET value = %[2]s
	RETURNING key, CASE WHEN value = '` + refused + `' OR octet_length(value) > $11 THEN ('refused: ' || key)::int::text ELSE value END AS value
), event AS (
	INSERT INTO stategen_events (session, seq, id, at, record)
	SELECT id, seq, $5, $4, %[5]s FROM session
)`

// eventArgs is how many arguments addEvent has with its session's statement.
// Those of merges follow.
const eventArgs = 11

// The user_id and session columns of a state row, from a write's scope w.scope
// and its session's id o.id.
const (
	ownerUser    = `CASE w.scope WHEN 2 THEN '' ELSE $2 END`
	ownerSession = `CASE w.scope WHEN 0 THEN o.id ELSE 0 END`
)

// plainRecord is a record as it was encoded.
const plainRecord = "$6"

// resolvedRecord is a record with what its merge operations, on the keys %s, come
// to. It ends with the two brackets that close its actions and itself.
const resolvedRecord = `left($6::text, -2) || ',"stateResolved":{' || (
		SELECT string_agg(to_json(w.key)::text || ':' || w.value, ',' ORDER BY w.key) FROM written AS w WHERE w.key IN (%s)
	) || '}}}'`

const plainAnswer = " SELECT seq, updated, '', '' FROM session"

// mergedAnswer also returns what the merged keys, the %s, hold now.
const mergedAnswer = ` SELECT o.seq, o.updated, w.key, w.value FROM session AS o, written AS w WHERE w.key IN (%s)`

// appended is the answer of an addEvent statement.
type appended struct {
	found   bool // the session
	seq     int64
	updated time.Time
	merged  map[string]string // values as stored, by full key
}

func (r *appended) read(rows pgx.Rows) error {
	for rows.Next() {
		var key, value string
		if err := rows.Scan(&r.seq, &r.updated, &key, &value); err != nil {
			return err
		}
		r.found = true
		if key != "" {
			if r.merged == nil {
				r.merged = make(map[string]string)
			}
			r.merged[key] = value
		}
	}
	return rows.Err()
}

// addStatements returns the statements that add an event with its changes to
// the session that a statement creates or moves on.
func addStatements(session string, a *store.Append, record string, changes []change, into *appended) []statement {
	k, e := a.Session, a.Event
	scopes, keys, texts := columns(changes)
	s := statement{
		args: []any{k.AppName, k.UserID, k.SessionID, e.Timestamp, e.ID, record, scopes, keys, texts, a.Incarnation, longest(a)},
		read: into.read,
	}
	merges, g := mergesOf(changes), guardsOf(changes)
	if session == createSession && k.UserID != "" {
		g[runtime.ScopeUser] = shared // against Erase, which can't lock a row that isn't there yet
	}
	s.sql = eventStatements.get(session, merges, a.KeepResolved() && len(merges) > 0, g)
	for _, c := range merges {
		s.args = append(append(s.args, c.key), c.merge.args...)
	}
	return append([]statement{s}, sweepUnset(k, changes)...)
}

// longest is how many bytes a value may have: Go has measured all but the merged ones.
func longest(a *store.Append) int32 {
	if a.MaxValue == 0 || a.MaxValue > math.MaxInt32 {
		return math.MaxInt32
	}
	return int32(a.MaxValue)
}

// sweepUnset removes the rows that a statement has left without a value. It must be a
// statement of its own: only then does it see the rows as they have become. They are
// locked already.
func sweepUnset(k store.SessionKey, changes []change) []statement {
	changes = slices.DeleteFunc(slices.Clone(changes), func(c change) bool { return c.text != unset })
	if len(changes) == 0 {
		return nil
	}
	scopes, keys, _ := columns(changes)
	return []statement{{
		sql: `
DELETE FROM stategen_state AS s
USING stategen_sessions AS o, unnest($4::smallint[], $5::text[]) AS w (scope, key)
WHERE o.app = $1 AND o.user_id = $2 AND o.session_id = $3
	AND s.app = $1 AND s.user_id = ` + ownerUser + ` AND s.session = ` + ownerSession + `
	AND s.key = w.key AND s.value = '` + unset + `'`,
		args: []any{k.AppName, k.UserID, k.SessionID, scopes, keys},
	}}
}

// result returns what a store answers, given the changes that were made.
func (r *appended) result(changes []change) *store.Appended {
	done := &store.Appended{Seq: r.seq, LastUpdate: r.updated.UTC(), Writes: make([]store.Write, len(changes))}
	for i, c := range changes {
		done.Writes[i] = c.write(r.merged)
	}
	return done
}
