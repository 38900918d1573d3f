package sessiondb

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
)

// adkTables is how a database's SQL reads the tables of ADK's session service.
type adkTables struct {
	documents bool   // events are JSON texts, as ADK for Python and for JavaScript keep them
	text      string // follows a column that is to be read as text
	bytes     string // follows a text that is to be compared by bytes
	micros    string // what reads a time, %s
	row       string // the column that tells the order in which rows were stored

	actions, document string // columns of events
	first             string // how actions begin, in hexadecimal
}

var adkSQLite = adkTables{
	micros: "%s", row: "rowid",
	actions: "actions", document: "event_data", first: "hex(substr(CAST(actions AS blob), 1, 1))",
}

var adkPostgres = adkTables{
	text: "::text", bytes: ` COLLATE "C"`, micros: "(extract(epoch FROM %s) * 1000000)::bigint::text", row: "ctid",
	actions: "convert_from(actions, 'UTF8')", document: "event_data::text",
	first: "encode(substring(actions FROM 1 FOR 1), 'hex')",
}

// layouts returns that of documents and that of ADK for Go.
func (a adkTables) layouts() []layout {
	ofGo, documents := a, a
	documents.documents = true
	states := fmt.Sprintf(`
		SELECT app_name%[1]s%[2]s, ''%[2]s AS user_id, ''%[2]s AS session, '', NULL, state%[1]s FROM app_states
		UNION ALL SELECT app_name, user_id, '', '', NULL, state%[1]s FROM user_states
		UNION ALL SELECT app_name, user_id, id, coalesce(%[3]s, ''), NULL, state%[1]s FROM sessions
		ORDER BY 1, 2, 3`, a.text, a.bytes, fmt.Sprintf(a.micros, "update_time"))
	return []layout{{
		owner: "ADK", mark: "adk_internal_metadata", states: states, adk: &documents,
		version: "SELECT value FROM adk_internal_metadata WHERE key = 'schema_version'",
	}, {
		owner: "ADK", mark: "app_states", states: states, adk: &ofGo,
	}}
}

// events gives app, user, session, time and actions, and then columns; or ID and document in
// place of these. Rows come in the order of their owners and then of ADK's own order of
// events, those of one time as they were stored.
func (a *adkTables) events(columns []eventColumn) string {
	what := a.actions
	for _, c := range columns {
		what += ", " + c.column + a.text
	}
	if a.documents {
		what = "id, " + a.document
	}
	owner := strings.Join([]string{"app_name", "user_id", "session_id", ""}, a.bytes+", ")
	return fmt.Sprintf(`
		SELECT app_name, user_id, session_id, %s, %s FROM events
		ORDER BY %sevents.timestamp, events.%s`,
		fmt.Sprintf(a.micros, "timestamp"), what, owner, a.row)
}

// rows reads events: app, user, session, time, actions, and columns.
func (a *adkTables) rows(ctx context.Context, c conn, columns []eventColumn) iter.Seq2[[][]byte, error] {
	rows := c.rows(ctx, a.events(columns))
	if !a.documents {
		return rows
	}
	return func(yield func([][]byte, error) bool) {
		for row, err := range rows {
			if err == nil {
				row = documentRow(row, columns)
			}
			if !yield(row, err) {
				return
			}
		}
	}
}

// checkPickle refuses events that ADK for Python pickled, by their first byte.
func (a *adkTables) checkPickle(ctx context.Context, c conn) error {
	if found, err := c.has(ctx, "events", "actions"); !found || err != nil {
		return err
	}
	for row, err := range c.rows(ctx, "SELECT "+a.first+" FROM events LIMIT 1") {
		if err != nil {
			return err
		}
		if string(row[0]) == "80" {
			return errPickled
		}
	}
	return nil
}

// errPickled is the error for events that only a Python program can read.
var errPickled = errors.New("its events are pickled: a release of ADK for Python before 1.22 made the tables; " +
	"copy them into new ones with `adk migrate session --source_db_url=… --dest_db_url=…`, and read those")

// checkDocuments refuses tables of ADK that another release wrote.
func checkDocuments(version string) error {
	if version != "1" {
		return fmt.Errorf("its tables are those of ADK with schema_version %q, this program knows 1", version)
	}
	return nil
}
