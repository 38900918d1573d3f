package adkjs

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	"github.com/seed92179c4c/stategen/runtime/transfer"
)

var server *pgtest.Server

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, &server)) }

// shown is a session as ADK for JavaScript shows it.
type shown struct {
	App, User, Session string
	State              map[string]any
	Events             []struct {
		ID, Author, Branch string
		Timestamp          int64 // in milliseconds
		FinishReason       string
		Content            any
		StateDelta         map[string]any
	}
}

// onEach fills a database of each kind.
func onEach(t *testing.T, test func(t *testing.T, database string, sessions []shown)) {
	if os.Getenv("STATEGEN") == "" {
		t.Fatal("run these tests with .ci/adkjs, which sets STATEGEN")
	}
	for kind, open := range map[string]func() string{
		"sqlite":   func() string { return filepath.Join(t.TempDir(), "adk.db") },
		"postgres": func() string { return server.NewDatabase(t) },
	} {
		t.Run(kind, func(t *testing.T) {
			database := open()
			out, err := exec.Command("node", "write.mjs", forNode(t, database)).Output()
			if err != nil {
				t.Fatalf("write.mjs: %v\n%s", err, stderrOf(err))
			}
			var sessions []shown
			if err := json.Unmarshal(out, &sessions); err != nil || len(sessions) != 4 {
				t.Fatalf("%v, %d sessions in %s", err, len(sessions), out)
			}
			test(t, database, sessions)
		})
	}
}

// forNode is a connection string of pgtest as a URL, with the folder of the socket as its host.
func forNode(t *testing.T, database string) string {
	if filepath.IsAbs(database) {
		return database
	}
	c, err := pgx.ParseConfig(database)
	if err != nil {
		t.Fatal(err)
	}
	return "postgresql://" + c.User + "@" + url.PathEscape(c.Host) + "/" + c.Database
}

func stderrOf(err error) []byte {
	if failed, ok := err.(*exec.ExitError); ok {
		return failed.Stderr
	}
	return nil
}

// TestExport compares what an import of the export holds with what ADK shows.
func TestExport(t *testing.T) {
	onEach(t, func(t *testing.T, database string, sessions []shown) {
		db, err := sessiondb.Open(t.Context(), database)
		if err != nil {
			t.Fatal(err)
		}
		var lines bytes.Buffer
		if err := db.Export(t.Context(), &lines, transfer.Select{}, nil); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		st := memory.NewStore()
		report, err := transfer.Import(t.Context(), st, &lines, transfer.ImportOptions{})
		if err != nil || report.Sessions != 4 {
			t.Fatalf("imported %+v, %v", report, err)
		}
		for _, want := range sessions {
			compare(t, runtime.NewService(st), &want)
		}
	})
}

func compare(t *testing.T, svc *runtime.Service, want *shown) {
	got, err := svc.Get(t.Context(), runtime.GetRequest{AppName: want.App, UserID: want.User, SessionID: want.Session})
	if err != nil {
		t.Fatal(err)
	}
	state := map[string]any{}
	for key, v := range got.State().All() {
		if marked, isMark := strings.CutPrefix(key, "_adk_null_"); isMark {
			key, v = marked, nil
		}
		state[key] = v
	}
	equal(t, "state of "+want.User, state, want.State)
	if got.Events().Len() != len(want.Events) {
		t.Fatalf("%d events, want %d", got.Events().Len(), len(want.Events))
	}
	for i, w := range want.Events {
		e := got.Events().At(i)
		var host struct{ Content, FinishReason, LongRunningToolIds, CustomMetadata, UsageMetadata any }
		if err := json.Unmarshal([]byte(e.Host), &host); err != nil {
			t.Fatal(err)
		}
		equal(t, "event", []any{e.ID, e.Author, e.Branch, e.Timestamp.UnixMilli(), e.Actions.StateDelta, host.Content, host.FinishReason},
			[]any{w.ID, w.Author, w.Branch, w.Timestamp, w.StateDelta, w.Content, w.FinishReason})
		equal(t, "further fields", []any{host.LongRunningToolIds, host.CustomMetadata, host.UsageMetadata},
			[]any{[]string{"t1"}, map[string]any{"traceId": "x"}, map[string]any{"promptTokenCount": 3}})
	}
}

// equal compares values as JSON has them.
func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if x, y := plain(t, got), plain(t, want); !reflect.DeepEqual(x, y) {
		t.Errorf("%s: got %v, want %v", what, x, y)
	}
}

func plain(t *testing.T, v any) (out any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

const schema = `version: 1
package: p
keys:
  begun: bool?
  step: int?
  nothing: string?
  seats: json?
  user:name: string?
  app:version: float?
  app:total: int?
`

// TestCommands asks the commands that read databases.
func TestCommands(t *testing.T) {
	onEach(t, func(t *testing.T, database string, _ []shown) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "stategen.yaml"), []byte(schema), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			args []string
			want string
		}{
			{[]string{"db", "scan", "--db", database, "--history"}, "4 sessions, 17 values, 12 events: "},
			{[]string{"db", "scan", "--db", database}, `refused: 3 of 3 values of "step", in 3 sessions`},
			{[]string{"db", "scan", "--db", database}, `not declared: "user:lastSeen", 3 values`},
			{[]string{"db", "scan", "--db", database, "--history"}, `12 values of "step", in 12 events; for example, app "trips", user "Zoë", session "s1" (written by "user")`},
			{[]string{"infer", "--db", database}, "user:lastSeen: int?"},
			{[]string{"db", "export", "--db", database, "--app", "trips", "--user", "bob"}, `{"done":{"sessions":2,"events":5}}`},
			{[]string{"db", "prune", "--db", database, "--older", "24h"}, "which are only read"},
		} {
			cmd := exec.Command(os.Getenv("STATEGEN"), c.args...)
			cmd.Dir = dir
			out, _ := cmd.CombinedOutput() // findings make an exit code
			if !strings.Contains(string(out), c.want) {
				t.Errorf("%s: no %q in\n%s", c.args, c.want, out)
			}
		}
	})
}
