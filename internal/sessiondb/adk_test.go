//go:build unix

package sessiondb_test

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/transfer"
)

// adkDatabase loads a dump, and what a test adds to it.
func adkDatabase(t *testing.T, dump, more string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "adk", dump))
	if err != nil {
		t.Fatal(err)
	}
	script := string(text) + more
	if strings.HasSuffix(dump, "sqlite.sql") {
		path := filepath.Join(t.TempDir(), "adk.db")
		create(t, path, strings.NewReplacer("BEGIN TRANSACTION;", "", "COMMIT;", "").Replace(script))
		return path
	}
	return postgresWith(t, script)
}

// postgresWith returns a PostgreSQL database that a script has made.
func postgresWith(t *testing.T, script string) string {
	t.Helper()
	dsn := server.NewDatabase(t)
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), script, pgx.QueryExecModeSimpleProtocol)
	if err = errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	return dsn
}

// TestExportOfADK exports what ADK has written, and imports it.
func TestExportOfADK(t *testing.T) {
	for _, name := range []string{"v1.6.0/sqlite", "v1.6.0/postgres", "v2.2.0/sqlite", "v2.2.0/postgres"} {
		t.Run(name, func(t *testing.T) {
			dsn := adkDatabase(t, name+".sql", "")
			text := snapshot(t, dsn, transfer.Select{})
			want, err := os.ReadFile(filepath.Join("testdata", "adk", name+".jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			if text != string(want) {
				t.Errorf("exported:\n%s\nwant:\n%s", text, want)
			}
			st := memory.NewStore()
			if _, err := transfer.Import(t.Context(), st, strings.NewReader(text), transfer.ImportOptions{}); err != nil {
				t.Fatal(err)
			}
			if got := linesOf(t, st); got != text {
				t.Errorf("the store has:\n%s\nwant:\n%s", got, text)
			}
			db, passed := open(t, dsn), int64(0)
			db.Progress = func(n int64) { passed = n }
			err = db.Export(t.Context(), io.Discard, transfer.Select{}, nil)
			if n := int64(strings.Count(text, `"copied-creation"`)); n == 0 || n != passed || err != nil {
				t.Errorf("passed %d of %d sessions, %v", passed, n, err)
			}
			ann := snapshot(t, dsn, transfer.Select{App: "app", User: "ann", Session: "1"})
			if !strings.HasSuffix(ann, `{"done":{"sessions":1,"events":5}}`+"\n") {
				t.Errorf("of one session:\n%s", ann)
			}
		})
	}
}

// TestExportOfDamagedADK: where ADK has lost changes the state counts, and one event says
// so. What can't be read is told of, and all else is exported.
func TestExportOfDamagedADK(t *testing.T) {
	const more = `
		UPDATE sessions SET state = '{"n": 7, "begun": null, "new": [1, 9007199254740993], "text": "x"}' WHERE user_id = 'ann' AND id = '0';
		UPDATE events SET actions = 'broken' WHERE user_id = 'bob' AND id = 'e1';
		UPDATE events SET content = '{broken' WHERE user_id = 'ann' AND session_id = '1' AND id = 'e1';
		UPDATE sessions SET state = '{"user:x": 1}' WHERE user_id = 'carl';
		INSERT INTO events (id, app_name, user_id, session_id, actions, timestamp) VALUES ('o', 'app', 'ann', '00', '{}', '2026-01-01 00:00:00+00:00');
		INSERT INTO user_states (app_name, user_id, state) VALUES ('app', 'zoe', '{"big": 9007199254740993, "none": null}');`
	db := open(t, adkDatabase(t, "v2.2.0/sqlite.sql", more))
	var out bytes.Buffer
	err := db.Export(t.Context(), &out, transfer.Select{}, nil)
	if err == nil || !strings.Contains(err.Error(), `user "ann", session "1": event "e1": its column "content" is not valid JSON`) {
		t.Errorf("error %v", err)
	}
	st := memory.NewStore()
	report, err := transfer.Import(t.Context(), st, &out, transfer.ImportOptions{})
	for _, problem := range []string{
		`its column "content" is not valid JSON`, "its actions are not a JSON object", `its state has the key "user:x", which does not belong there`,
	} {
		if err == nil || !strings.Contains(err.Error(), problem) {
			t.Errorf("error %v, want %s", err, problem)
		}
	}
	if report.Problems != 3 || report.Sessions != 1 || report.Shared != 4 {
		t.Errorf("%+v", report)
	}
	svc := runtime.NewService(st)
	s, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "app", UserID: "ann", SessionID: "0"})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"_adk_null_begun":true,` +
		`"app:n":9.007199254740992e+15,"app:version":1.5,"n":7.0,"new":[1.0,9007199254740993],"text":"x","user:_adk_null_gone":true,"user:n":1.0,"user:name":"ann"}`
	if got := encoded(t, s); got != want {
		t.Errorf("state\n%s\nwant\n%s", got, want)
	}
	if last := s.Events().At(s.Events().Len() - 1); last.ID != "copied-state" || len(last.Actions.StateDelta) == 0 {
		t.Errorf("the last event is %v", last)
	}
	h, err := svc.Shared(t.Context(), runtime.SharedRequest{AppName: "app", UserID: "zoe"})
	if err != nil {
		t.Fatal(err)
	}
	if got := encoded(t, h); !strings.HasSuffix(got, `"user:_adk_null_none":true,"user:big":9007199254740993}`) {
		t.Errorf("state of a user without sessions: %s", got)
	}
}

func encoded(t *testing.T, s *runtime.Session) string {
	t.Helper()
	text, err := runtime.EncodeValue(maps.Collect(s.State().All()))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestExportOfOtherTables: tables of a program that is like ADK are refused as a whole.
func TestExportOfOtherTables(t *testing.T) {
	path := filepath.Join(t.TempDir(), "adk.db")
	create(t, path, adkTables)
	err := open(t, path).Export(t.Context(), io.Discard, transfer.Select{}, nil)
	if err == nil || !strings.Contains(err.Error(), `they have no column "invocation_id"`) {
		t.Errorf("error %v", err)
	}
}
