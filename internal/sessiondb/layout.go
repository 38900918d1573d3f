package sessiondb

import (
	"context"
	"errors"
	"fmt"
	"strconv"
)

// layout says how to read one kind of tables.
type layout struct {
	owner   string // of the tables
	mark    string // a table that only this layout has
	version string // gives the version of the tables; empty: they have none
	// states gives app, user and session, the time of the last change, in microseconds if the
	// tables are ours, and either a key and its value, or no key and a whole state. Rows of one
	// owner follow each other: an app's own before those of its users, a user's before those
	// of the user's sessions.
	states string
	// prefixed says that keys of shared state have their prefixes in the tables.
	prefixed bool
	// history gives app, user, session, number and record of all events, in the order of states
	// and then of their numbers.
	history string
	adk     *adkTables // nil: the tables are ours
}

// tableVersion is the last version of our tables that this package knows.
const tableVersion = 1

// Sessions without an app are about to be deleted, and events below 0 are snapshots of
// others. A session without an ID has the history of shared state.
var sqliteLayouts = append([]layout{{
	owner: "stategen", mark: "session_state",
	version: "SELECT user_version FROM pragma_user_version",
	states: `
		SELECT app, user, '' AS session, 0, name, value FROM shared_state
		UNION ALL SELECT app, user, '', 0, NULL, NULL FROM sessions WHERE session = '' AND app <> ''
		UNION ALL
		SELECT s.app, s.user, s.session, s.updated, v.name, v.value
		FROM sessions AS s LEFT JOIN session_state AS v ON v.session = s.id WHERE s.session <> '' AND s.app <> ''
		ORDER BY 1, 2, 3`,
	history: `
		SELECT s.app, s.user, s.session, e.seq, e.record FROM sessions AS s CROSS JOIN events AS e ON e.session = s.id
		WHERE s.app <> '' AND e.seq >= 0 ORDER BY s.app, s.user, s.session, e.seq`,
}}, adkSQLite.layouts()...)

var postgresLayouts = append([]layout{{
	owner: "stategen", mark: "stategen_state", prefixed: true,
	version: "SELECT max(version)::text FROM stategen_version HAVING count(*) = 1",
	states: `
		SELECT app, user_id, '' COLLATE "C" AS session, '0', key, value FROM stategen_state WHERE session = 0
		UNION ALL SELECT app, user_id, '', '0', NULL, NULL FROM stategen_sessions WHERE session_id = '' AND app <> ''
		UNION ALL
		SELECT s.app, s.user_id, s.session_id, (extract(epoch FROM s.updated) * 1000000)::bigint::text, v.key, v.value
		FROM stategen_sessions AS s LEFT JOIN stategen_state AS v
			ON v.app = s.app AND v.user_id = s.user_id AND v.session = s.id
		WHERE s.session_id <> '' AND s.app <> ''
		ORDER BY 1, 2, 3`,
	history: `
		SELECT s.app, s.user_id, s.session_id, e.seq::text, e.record
		FROM stategen_sessions AS s JOIN stategen_events AS e ON e.session = s.id
		WHERE s.app <> '' AND e.seq >= 0 ORDER BY s.app, s.user_id, s.session_id, e.seq`,
}}, adkPostgres.layouts()...)

// check refuses tables that another version of the program wrote.
func (l layout) check(ctx context.Context, c conn) error {
	if l.version == "" {
		return l.adk.checkPickle(ctx, c)
	}
	text := ""
	for row, err := range c.rows(ctx, l.version) {
		if err != nil {
			return err
		}
		text = string(row[0])
	}
	if l.adk != nil {
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
