//go:build unix

package sessiondb_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/transfer"
)

// pythonTables are those of ADK for Python with its types of columns: naive times, of which
// those of events are in the program's own time zone, and seconds in documents.
const pythonTables = `
CREATE TABLE adk_internal_metadata (key VARCHAR(128) NOT NULL, value VARCHAR(256) NOT NULL, PRIMARY KEY (key));
CREATE TABLE app_states (app_name VARCHAR(128) NOT NULL, state JSONB NOT NULL, update_time TIMESTAMP NOT NULL, PRIMARY KEY (app_name));
CREATE TABLE user_states (app_name VARCHAR(128) NOT NULL, user_id VARCHAR(128) NOT NULL, state JSONB NOT NULL,
	update_time TIMESTAMP NOT NULL, PRIMARY KEY (app_name, user_id));
CREATE TABLE sessions (app_name VARCHAR(128) NOT NULL, user_id VARCHAR(128) NOT NULL, id VARCHAR(128) NOT NULL, state JSONB NOT NULL,
	create_time TIMESTAMP NOT NULL, update_time TIMESTAMP NOT NULL, event_sequence INTEGER NOT NULL, PRIMARY KEY (app_name, user_id, id));
CREATE TABLE events (id VARCHAR(128) NOT NULL, app_name VARCHAR(128) NOT NULL, user_id VARCHAR(128) NOT NULL, session_id VARCHAR(128) NOT NULL,
	invocation_id VARCHAR(256) NOT NULL, timestamp TIMESTAMP NOT NULL, event_data JSONB, PRIMARY KEY (id, app_name, user_id, session_id));
INSERT INTO adk_internal_metadata VALUES ('schema_version', '1');
INSERT INTO app_states VALUES ('app', '{"version": 1.5}', '2026-01-01 00:00:00.000000');
INSERT INTO user_states VALUES ('app', 'ann', '{"name": "ann"}', '2026-01-01 00:00:00.000000');
INSERT INTO sessions VALUES ('app', 'ann', '1', '{"n": 2, "begun": true, "none": null}', '2026-01-01 00:00:00.000000', '2026-01-01 00:00:02.123456', 2);
INSERT INTO events VALUES ('e1', 'app', 'ann', '1', 'i', '2026-01-01 03:00:01.000001', '{"id": "e1", "author": "user", "invocation_id": "i",
	"timestamp": 1767225601.000001, "content": {"role": "user", "parts": [{"text": "hello"}]}, "actions": {"state_delta": {"n": 1}, "artifact_delta": {}}}');
INSERT INTO events VALUES ('e2', 'app', 'ann', '1', 'i', '2026-01-01 03:00:02.123456', '{"id": "e2", "author": "agent", "invocation_id": "i",
	"timestamp": 1767225602.123456, "partial": false, "turn_complete": true, "finish_reason": "STOP", "avg_logprobs": -0.5,
	"content": {"role": "model", "parts": [{"thought_signature": "-_8=", "function_call": {"id": "c", "name": "book_seat", "args": {"seat_no": 1}}}]},
	"long_running_tool_ids": ["c"], "custom_metadata": {"trace_id": "x"}, "node_info": {"path": ["a"]},
	"actions": {"state_delta": {"n": 2, "user:name": "ann", "none": null}, "artifact_delta": {}, "requested_auth_configs": {"c": {}},
		"transfer_to_agent": "payer", "compaction": {"start_timestamp": 1.5}}}');
`

const pythonExported = `{"stategen":"export","version":1}
{"session":{"app":"app"},"state":{"app:version":1.5}}
{"end":0}
{"session":{"app":"app","user":"ann"},"state":{"user:name":"ann"}}
{"end":0}
{"session":{"app":"app","user":"ann","id":"1"},"state":{"_adk_null_none":true,"begun":true,"n":2.0}}
{"event":{"id":"copied-creation","author":"create","timestamp":"2026-01-01T00:00:01.000001Z","actions":{"stateDelta":{"begun":true}}}}
{"event":{"id":"e1","seq":1,"invocationId":"i","author":"user","timestamp":"2026-01-01T00:00:01.000001Z",` +
	`"host":{"id":"e1","timestamp":"2026-01-01T00:00:01.000001Z","invocationId":"i","author":"user",` +
	`"content":{"parts":[{"text":"hello"}],"role":"user"},"actions":{"artifactDelta":{},"stateDelta":{}}},"actions":{"stateDelta":{"n":1.0}}}}
{"event":{"id":"e2","seq":2,"invocationId":"i","author":"agent","timestamp":"2026-01-01T00:00:02.123456Z",` +
	`"host":{"id":"e2","timestamp":"2026-01-01T00:00:02.123456Z","invocationId":"i","author":"agent","longRunningToolIds":["c"],` +
	`"content":{"parts":[{"functionCall":{"args":{"seat_no":1},"id":"c","name":"book_seat"},"thoughtSignature":"+/8="}],"role":"model"},` +
	`"customMetadata":{"trace_id":"x"},"turnComplete":true,"finishReason":"STOP","avgLogprobs":-0.5,` +
	`"actions":{"artifactDelta":{},"stateDelta":{},"transferToAgent":"payer"}},` +
	`"actions":{"stateDelta":{"_adk_null_none":true,"n":2.0,"none":null,"user:name":"ann"}}}}
{"end":3}
{"done":{"sessions":3,"events":3}}
`

// documents makes a database of a script on both.
func documents(t *testing.T, script string, test func(t *testing.T, dsn string)) {
	t.Run("sqlite", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "adk.db")
		create(t, path, strings.NewReplacer("JSONB", "TEXT", "TIMESTAMP", "DATETIME", "BYTEA", "BLOB", `'\x80`, `x'80`).Replace(script))
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		test(t, path)
		if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
			t.Errorf("the file has changed, %v", err)
		}
	})
	t.Run("postgres", func(t *testing.T) {
		test(t, postgresWith(t, script))
	})
}

func TestExportOfADKForPython(t *testing.T) {
	documents(t, pythonTables, func(t *testing.T, dsn string) {
		text := snapshot(t, dsn, transfer.Select{})
		if want := pythonExported; text != want {
			t.Errorf("exported:\n%s\nwant:\n%s", text, want)
		}
		st := memory.NewStore()
		if _, err := transfer.Import(t.Context(), st, strings.NewReader(text), transfer.ImportOptions{}); err != nil {
			t.Fatal(err)
		}
		if got := linesOf(t, st); got != text {
			t.Errorf("the store has:\n%s\nwant:\n%s", got, text)
		}
		db := open(t, dsn)
		if db.Tables != "ADK" {
			t.Errorf("the tables are those of %s", db.Tables)
		}
	})
}

// What is no event is told of, and all else is read.
func TestDamagedDocuments(t *testing.T) {
	more := `INSERT INTO sessions VALUES ('app', 'bob', '1', '{}', '2026-01-01 00:00:00', '2026-01-01 00:00:00', 1);
		INSERT INTO events VALUES ('e', 'app', 'bob', '1', 'i', '2026-01-01 00:00:00', '[1, 2]'), ('f', 'app', 'bob', '1', 'i', '2026-01-01 00:00:00', NULL);`
	documents(t, pythonTables+more, func(t *testing.T, dsn string) {
		damaged := 0
		for e, err := range open(t, dsn).Events(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if e.Damaged {
				damaged++
			}
			if e.Seq != 0 {
				t.Errorf("an event of tables without numbers has number %d", e.Seq)
			}
		}
		if damaged != 1 {
			t.Errorf("%d events are damaged", damaged)
		}
		var out strings.Builder
		err := open(t, dsn).Export(t.Context(), &out, transfer.Select{}, nil)
		if err == nil || !strings.Contains(err.Error(), `user "bob", session "1": its actions are not a JSON object`) {
			t.Errorf("error %v", err)
		}
		if !strings.Contains(out.String(), `"id":"e2"`) {
			t.Errorf("exported:\n%s", &out)
		}
	})
}

func TestRefusedADKTables(t *testing.T) {
	pickled := pythonTables[strings.Index(pythonTables, "CREATE TABLE app_states"):strings.Index(pythonTables, "CREATE TABLE events")] + `
		CREATE TABLE events (id VARCHAR(128), app_name VARCHAR(128), user_id VARCHAR(128), session_id VARCHAR(256), author VARCHAR(256),
			actions BYTEA, timestamp TIMESTAMP);
		INSERT INTO events VALUES ('e', 'app', 'ann', '1', 'agent', '\x8004952e', '2026-01-01 00:00:00');`
	for want, script := range map[string]string{
		"its events are pickled: a release of ADK for Python before 1.22 made the tables": pickled,
		`ADK with schema_version "2", this program knows 1`:                               pythonTables + "UPDATE adk_internal_metadata SET value = '2';",
		`ADK with schema_version "", this program knows 1`:                                pythonTables + "DELETE FROM adk_internal_metadata;",
	} {
		documents(t, script, func(t *testing.T, dsn string) {
			if _, err := sessiondb.Open(t.Context(), dsn); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %s", err, want)
			}
		})
	}
}
