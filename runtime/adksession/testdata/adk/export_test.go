package adktest

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/glebarez/sqlite"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/adksession"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/transfer"
	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"
	"gorm.io/driver/postgres"
)

// TestExport exports the tables of ADK's own service with the command, imports the lines,
// and compares what our service shows with what it shows after Copy. With
// STATEGEN_ADK_FIXTURES it writes there what is in internal/sessiondb/testdata/adk.
func TestExport(t *testing.T) {
	path := filepath.Join(t.TempDir(), "adk.db")
	dsn := server.NewDatabase(t)
	for name, dsn := range map[string]string{"sqlite": path, "postgres": dsn} {
		t.Run(name, func(t *testing.T) {
			dialector := sqlite.Open(dsn)
			if name == "postgres" {
				dialector = postgres.Open(dsn)
			}
			from := inDatabase(t, dialector)
			fillADK(t, from)
			copied := memory.New()
			_, err := adksession.Copy(t.Context(), from, copied, "app")
			must(t, err)
			lines, err := exec.Command(os.Getenv("STATEGEN"), "db", "export", "--db", dsn).Output()
			must(t, err)
			imported := memory.NewStore()
			_, err = transfer.Import(t.Context(), imported, bytes.NewReader(lines), transfer.ImportOptions{})
			must(t, err)
			want, got := shown(t, copied), shown(t, runtime.NewService(imported))
			if got != want {
				t.Errorf("after export and import:\n%s\nafter Copy:\n%s", got, want)
			}
			writeFixtures(t, name, dsn, lines, want)
		})
	}
}

// fillADK stores what ADK's tables have a place for.
func fillADK(t *testing.T, svc session.Service) {
	at := time.Date(2026, 3, 14, 15, 9, 26, 535897000, time.UTC)
	for _, name := range []string{"ann", "bob"} {
		for i := range 2 {
			created, err := svc.Create(t.Context(), &session.CreateRequest{AppName: "app", UserID: name, SessionID: fmt.Sprint(i),
				State: map[string]any{"begun": name, "n": -1, "null": nil, "user:name": name, "app:version": 1.5, "text": "<ö>\n"}})
			must(t, err)
			s := created.Session
			for j := range 4 {
				e := &session.Event{ID: fmt.Sprint("e", j), InvocationID: "i", Timestamp: at.Add(time.Duration(j) * time.Millisecond), Author: "desk"}
				e.Actions.StateDelta = map[string]any{"n": j, "list": []any{j, "x", nil, map[string]any{"f": 2.5}}, "user:n": i, "app:n": 1 << 53,
					"user:gone": nil, "temp:t": 1, "gone": nil, fmt.Sprint("k", j): true}
				switch j {
				case 1:
					e.Actions.StateDelta = map[string]any{"gone": "back", "begun": nil}
					e.Branch = "root.desk"
					e.Content = &genai.Content{Role: "model", Parts: []*genai.Part{{Text: "Say \"<hi>\" & \u2028 go"},
						{FunctionCall: &genai.FunctionCall{ID: "c1", Name: "reserve", Args: map[string]any{"seat": "12A", "n": 3.0}}}}}
					e.LongRunningToolIDs = []string{"c1"}
					e.Actions.ArtifactDelta = map[string]int64{"ticket.pdf": 2}
					e.CustomMetadata = map[string]any{"source": "test", "depth": map[string]any{"n": 1.0}}
				case 2:
					e.Actions.StateDelta = map[string]any{"gone": nil}
					e.ErrorCode, e.ErrorMessage = "429", "too many"
					e.TurnComplete, e.Interrupted = true, true
					e.Actions.SkipSummarization, e.Actions.TransferToAgent, e.Actions.Escalate = true, "other", true
					e.UsageMetadata = &genai.GenerateContentResponseUsageMetadata{PromptTokenCount: 7}
					e.GroundingMetadata = &genai.GroundingMetadata{WebSearchQueries: []string{"q"}}
					e.CitationMetadata = &genai.CitationMetadata{Citations: []*genai.Citation{{Title: "c"}}}
				case 3:
					e.Actions.StateDelta = nil
				}
				fillNewer(e, j)
				must(t, svc.AppendEvent(t.Context(), s, e))
			}
		}
	}
	must(t, svc.Delete(t.Context(), &session.DeleteRequest{AppName: "app", UserID: "bob", SessionID: "1"}))
	_, err := svc.Create(t.Context(), &session.CreateRequest{AppName: "app", UserID: "carl", SessionID: "empty"})
	must(t, err)
}

// shown is all that our service shows of an app to ADK, as JSON.
func shown(t *testing.T, kept *runtime.Service) string {
	t.Helper()
	svc := adksession.New(kept)
	listed, err := svc.List(t.Context(), &session.ListRequest{AppName: "app"})
	must(t, err)
	var out bytes.Buffer
	for _, l := range listed.Sessions {
		got, err := svc.Get(t.Context(), &session.GetRequest{AppName: "app", UserID: l.UserID(), SessionID: l.ID()})
		must(t, err)
		fmt.Fprintf(&out, "%s/%s %s\n", l.UserID(), l.ID(), typed(t, maps.Collect(got.Session.State().All())))
		for e := range got.Session.Events().All() {
			e.Timestamp = e.Timestamp.UTC()
			delta := e.Actions.StateDelta
			fmt.Fprintf(&out, "%s %s\n", asJSON(t, e), typed(t, delta))
		}
		if l.ID() != "empty" { // created at a time that the test doesn't know
			fmt.Fprintln(&out, got.Session.LastUpdateTime().UTC().Year() > 2000)
		}
	}
	return out.String()
}

// typed is JSON that tells 1 from 1.0.
func typed(t *testing.T, state map[string]any) string {
	t.Helper()
	text, err := runtime.EncodeValue(any(state))
	must(t, err)
	return string(text)
}

func writeFixtures(t *testing.T, name, dsn string, lines []byte, shown string) {
	dir := os.Getenv("STATEGEN_ADK_FIXTURES")
	if dir == "" {
		return
	}
	dump := exec.Command("sqlite3", dsn, ".dump")
	if name == "postgres" {
		dump = exec.Command("pg_dump", "--no-owner", "--no-privileges", "--inserts", dsn)
	}
	text, err := dump.Output()
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, name+".sql"), text, 0o644))
	must(t, os.WriteFile(filepath.Join(dir, name+".jsonl"), lines, 0o644))
	must(t, os.WriteFile(filepath.Join(dir, name+".shown"), []byte(shown), 0o644))
}
