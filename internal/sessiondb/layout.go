package sessiondb

import (
	"context"
	"errors"
	"fmt"
	"strconv"
)

// layout says how to read one kind of tables. Each query of states gives app, user
// and session, the time of the last change in microseconds, and either a key, without
// the prefix of shared state, and its value, or no key and a whole state. Rows of one
// owner follow each other: an app's own before those of its users, a user's before
// those of the user's sessions.
type layout struct {
	owner   string // of the tables
	mark    string // a table that only this layout has
	version string // gives the version of the tables; empty: they have none
	states  string
	// sessions counts those that states gives.
	sessions string
	// prefixed says that keys have their prefixes in the tables.
	prefixed bool
	// events gives app, user, session, number, and JSON text: the event, or its
	// actions and its author. lastEvents is the same of one session, from the last on.
	events, lastEvents string
	// history gives app, user, session, number and record of all events, in the order
	// of states and then of their numbers; empty: these tables have no records.
	history string
	adk     *adkQueries // for an export of ADK's tables
	// documents says that events are JSON texts, as ADK for Python and for JavaScript keep
	// them: events and lastEvents give app, user, session, number, ID and document.
	documents bool
	// pickle gives in hexadecimal how the actions of some event begin.
	pickle string
}

// tableVersion is the last version of our tables that this package knows.
const tableVersion = 1

const adkStatesSQLite = `
	SELECT app_name, '' AS user, '' AS session, 0, NULL, state FROM app_states
	UNION ALL SELECT app_name, user_id, '', 0, NULL, state FROM user_states
	UNION ALL SELECT app_name, user_id, id, 0, NULL, state FROM sessions
	ORDER BY 1, 2, 3`

const adkStatesPostgres = `
	SELECT app_name::text COLLATE "C", '' COLLATE "C" AS user_id, '' COLLATE "C" AS session, '0', NULL, state::text FROM app_states
	UNION ALL SELECT app_name, user_id, '', '0', NULL, state::text FROM user_states
	UNION ALL SELECT app_name, user_id, id, '0', NULL, state::text FROM sessions
	ORDER BY 1, 2, 3`

// Sessions without an app are about to be deleted, and events below 0 are snapshots of
// others.
var sqliteLayouts = []layout{{
	owner: "stategen", mark: "session_state",
	version:  "SELECT user_version FROM pragma_user_version",
	sessions: "SELECT count(*) FROM sessions WHERE session <> '' AND app <> ''",
	states: `
		SELECT app, user, '' AS session, 0, name, value FROM shared_state
		UNION ALL
		SELECT s.app, s.user, s.session, s.updated, v.name, v.value
		FROM sessions AS s LEFT JOIN session_state AS v ON v.session = s.id WHERE s.session <> '' AND s.app <> ''
		ORDER BY 1, 2, 3`,
	events: `
		SELECT s.app, s.user, s.session, e.seq, e.record FROM events AS e JOIN sessions AS s ON s.id = e.session
		WHERE s.app <> '' AND e.seq >= 0 ORDER BY e.session, e.seq`,
	lastEvents: `
		SELECT s.app, s.user, s.session, e.seq, e.record FROM events AS e JOIN sessions AS s ON s.id = e.session
		WHERE s.app = ?1 AND s.user = ?2 AND s.session = ?3 ORDER BY e.seq DESC`,
	history: `
		SELECT s.app, s.user, s.session, e.seq, e.record FROM sessions AS s CROSS JOIN events AS e ON e.session = s.id
		WHERE e.seq >= 0 ORDER BY s.app, s.user, s.session, e.seq`,
}, {
	owner: "ADK", mark: "adk_internal_metadata", adk: &documentSQLite, documents: true,
	version:  "SELECT value FROM adk_internal_metadata WHERE key = 'schema_version'",
	sessions: "SELECT CAST(count(*) AS text) FROM sessions",
	states:   adkStatesSQLite,
	events: `
		SELECT app_name, user_id, session_id, 0, id, event_data FROM events
		ORDER BY app_name, user_id, session_id, timestamp, rowid`,
	lastEvents: `
		SELECT app_name, user_id, session_id, 0, id, event_data FROM events
		WHERE app_name = ?1 AND user_id = ?2 AND session_id = ?3 ORDER BY timestamp DESC, rowid DESC`,
}, {
	owner: "ADK", mark: "app_states", adk: &adkSQLite,
	pickle:   "SELECT hex(substr(CAST(actions AS blob), 1, 1)) FROM events LIMIT 1",
	sessions: "SELECT CAST(count(*) AS text) FROM sessions",
	states:   adkStatesSQLite,
	events: `
		SELECT app_name, user_id, session_id, 0, actions, author FROM events
		ORDER BY app_name, user_id, session_id, timestamp`,
	lastEvents: `
		SELECT app_name, user_id, session_id, 0, actions, author FROM events
		WHERE app_name = ?1 AND user_id = ?2 AND session_id = ?3 ORDER BY timestamp DESC`,
}}

var postgresLayouts = []layout{{
	owner: "stategen", mark: "stategen_state", prefixed: true,
	version:  "SELECT max(version)::text FROM stategen_version HAVING count(*) = 1",
	sessions: "SELECT count(*)::text FROM stategen_sessions WHERE session_id <> '' AND app <> ''",
	states: `
		SELECT app, user_id, '' COLLATE "C" AS session, '0', key, value FROM stategen_state WHERE session = 0
		UNION ALL
		SELECT s.app, s.user_id, s.session_id, (extract(epoch FROM s.updated) * 1000000)::bigint::text, v.key, v.value
		FROM stategen_sessions AS s LEFT JOIN stategen_state AS v
			ON v.app = s.app AND v.user_id = s.user_id AND v.session = s.id
		WHERE s.session_id <> '' AND s.app <> ''
		ORDER BY 1, 2, 3`,
	events: `
		SELECT s.app, s.user_id, s.session_id, e.seq::text, e.record
		FROM stategen_events AS e JOIN stategen_sessions AS s ON s.id = e.session
		WHERE s.app <> '' AND e.seq >= 0 ORDER BY e.session, e.seq`,
	lastEvents: `
		SELECT s.app, s.user_id, s.session_id, e.seq::text, e.record
		FROM stategen_events AS e JOIN stategen_sessions AS s ON s.id = e.session
		WHERE s.app = $1 AND s.user_id = $2 AND s.session_id = $3 ORDER BY e.seq DESC`,
	history: `
		SELECT s.app, s.user_id, s.session_id, e.seq::text, e.record
		FROM stategen_sessions AS s JOIN stategen_events AS e ON e.session = s.id
		WHERE e.seq >= 0 ORDER BY s.app, s.user_id, s.session_id, e.seq`,
}, {
	owner: "ADK", mark: "adk_internal_metadata", adk: &documentPostgres, documents: true,
	version:  "SELECT value FROM adk_internal_metadata WHERE key = 'schema_version'",
	sessions: "SELECT CAST(count(*) AS text) FROM sessions",
	states:   adkStatesPostgres,
	events: `
		SELECT app_name, user_id, session_id, '0', id, event_data::text FROM events
		ORDER BY app_name, user_id, session_id, timestamp, ctid`,
	lastEvents: `
		SELECT app_name, user_id, session_id, '0', id, event_data::text FROM events
		WHERE app_name = $1 AND user_id = $2 AND session_id = $3
		ORDER BY timestamp DESC, ctid DESC`,
}, {
	owner: "ADK", mark: "app_states", adk: &adkPostgres,
	pickle:   "SELECT encode(substring(actions FROM 1 FOR 1), 'hex') FROM events LIMIT 1",
	sessions: "SELECT CAST(count(*) AS text) FROM sessions",
	states:   adkStatesPostgres,
	events: `
		SELECT app_name, user_id, session_id, '0', convert_from(actions, 'UTF8'), author FROM events
		ORDER BY app_name, user_id, session_id, timestamp`,
	lastEvents: `
		SELECT app_name, user_id, session_id, '0', convert_from(actions, 'UTF8'), author FROM events
		WHERE app_name = $1 AND user_id = $2 AND session_id = $3 ORDER BY timestamp DESC`,
}}

// check refuses tables that another version of the program wrote.
func (l layout) check(ctx context.Context, c conn) error {
	if l.pickle != "" {
		return l.checkPickle(ctx, c)
	}
	text := ""
	for row, err := range c.rows(ctx, l.version) {
		if err != nil {
			return err
		}
		text = string(row[0])
	}
	if l.documents {
		return checkDocuments(text)
	}
	version, err := strconv.Atoi(text)
	if text != "" && err != nil {
		return errors.New("the version of the tables is not a number")
	}
	switch {
	case version > tableVersion:
		return fmt.Errorf("the tables have version %d, this program knows versions up to %d: a newer program wrote them", version, tableVersion)
	case version < 1:
		return errors.New("the tables have no valid version: restore the database from a backup")
	}
	return nil
}

// checkPickle refuses events that ADK for Python pickled, by their first byte.
func (l layout) checkPickle(ctx context.Context, c conn) error {
	if found, err := c.has(ctx, "events", "actions"); !found || err != nil {
		return err
	}
	for row, err := range c.rows(ctx, l.pickle) {
		if err != nil {
			return err
		}
		if string(row[0]) == "80" {
			return errPickled
		}
	}
	return nil
}
