package scan_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/scan"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
	store "github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

var update = flag.Bool("update", false, "rewrite golden files")

const today = `version: 1
package: tripstate
types:
  Step: {enum: [search, {value: pay, renamed_from: [payment]}]}
  Flight: {fields: {number: {type: string, pattern: "^[A-Z]{2}[0-9]+$"}, seats: "[]string"}}
keys:
  step: Step
  count: {type: int, default: 0, max: 10}
  trip_count: {type: int, default: 0, renamed_from: [trips]}
  flight: {type: Flight, optional: true}
  user:passport: {type: string, optional: true, sensitive: true, max_length: 9}
  user:code_{kind}: {type: int, optional: true, sensitive: true}
  user:language: {type: string, default: en, renamed_from: [lang]}
  app:motd: string
  seats: {type: "[]string", default: [], was: [{type: string}]}
  budget: {type: Flight, optional: true, was: [{type: string, convert: go}]}
  "note_{n}": {type: string, optional: true, max_length: 200}
  "order_{id}": {type: Flight, optional: true, renamed_from: ["bestellung_{id}"]}
foreign: ["_adk*"]
removed: [{key: legacy, purge: true}, "old_{id}", never]
`

func loadSchema(t testing.TB, text string) *schema.Schema {
	t.Helper()
	r := load.Schema("stategen.yaml", func(string) ([]byte, error) { return []byte(text), nil })
	if r.Diagnostics.HasErrors() {
		t.Fatalf("%+v", r.Diagnostics)
	}
	return r.Readable()
}

// states are those of the sessions s0, s1, … of users u0, u1, ….
var states = []map[string]any{
	{"step": "search", "count": 3, "seats": "12A", "budget": "10 EUR", "user:passport": "C01X0001X", "app:motd": "hi"},
	{"step": "payment", "count": 11, "trips": 4, "user:passport": "SECRET-PASSPORT", "lang": "de"},
	{"step": "paid", "count": "three", "trip_count": 1.5, "legacy": "SECRET-LEGACY", "old_7": 1, "_adk_x": 1},
	{"count": 2.0, "flight": map[string]any{"number": "lh1", "seats": []any{"1A", 2}}, "SECRETLESS": "SECRET-UNDECLARED",
		"user:code_SECRET": "SECRET-CODE", "order_1": map[string]any{"number": "LH1", "seats": []any{}}, "bestellung_2": true},
}

func fill(t testing.TB, svc *runtime.Service) {
	t.Helper()
	for i, state := range states {
		s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "trips", UserID: fmt.Sprint("u", i), SessionID: fmt.Sprint("s", i)})
		if err == nil {
			err = svc.AppendEvent(t.Context(), s, &runtime.Event{Author: "planner", Actions: runtime.Actions{StateDelta: state}})
		}
		if err == nil {
			err = svc.AppendEvent(t.Context(), s, &runtime.Event{Author: "teller", Actions: runtime.Actions{
				StateDelta: runtime.Delta{"counted": runtime.Op{Kind: runtime.OpSum, Operand: 1}}}})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func filledFile(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.db")
	svc, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, svc)
	if err := svc.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func scanFile(t testing.TB, path string, s *schema.Schema, history bool) *scan.Report {
	t.Helper()
	db, err := sessiondb.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	sc := scan.New(s)
	if err := sc.States(db.States(t.Context())); err != nil {
		t.Fatal(err)
	}
	if history {
		if err := sc.Events(db.Events(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	return sc.Report()
}

// render prints a report in all its forms.
func render(t *testing.T, r *scan.Report, s *schema.Schema) string {
	t.Helper()
	var b bytes.Buffer
	sources := diag.Sources{"stategen.yaml": diag.NewSource("stategen.yaml", []byte(today))}
	if err := diag.WriteText(&b, r.Diagnostics(s).Sort(), sources, diag.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, note := range r.Notes() {
		b.WriteString(note + "\n")
	}
	r.Database, r.Tables = "s.db", "stategen"
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReport(t *testing.T) {
	s, path := loadSchema(t, today), filledFile(t)
	damage(t, path)
	for name, history := range map[string]bool{"state": false, "history": true} {
		got := withoutTimes(render(t, scanFile(t, path, s, history), s))
		if strings.Contains(got, "SECRET-") || strings.Contains(got, "code_SECRET") {
			t.Errorf("a sensitive value, or one of a key that isn't declared, is printed:\n%s", got)
		}
		if history {
			got = deepJSON.ReplaceAllString(got, " $1$2") // state.txt shows how it is laid out
		}
		golden(t, filepath.Join("testdata", name+".txt"), got)
	}
}

// deepJSON is white space inside the elements of a report's lists.
var deepJSON = regexp.MustCompile(`\n {6}[ ]*(\S)|\n {4}([}\]])`)

// damage spoils a value and an event.
func damage(t testing.TB, path string) {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	err = sqlitex.ExecuteScript(conn, `
		UPDATE session_state SET value = '"SECRET-DAMAGED' WHERE name = 'count' AND session = 1;
		UPDATE events SET record = '{"id":"SECRET-' WHERE session = 1 AND seq = 2;`, nil)
	if err = errors.Join(err, conn.Close()); err != nil {
		t.Fatal(err)
	}
}

func withoutTimes(text string) string {
	var kept []string
	for line := range strings.Lines(text) {
		if !strings.Contains(line, `"updated":`) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s", path, got)
	}
}

// TestBounded has more keys that nobody declared than are kept apart.
func TestBounded(t *testing.T) {
	s := loadSchema(t, today)
	sc := scan.New(s)
	err := sc.States(func(yield func(*sessiondb.State, error) bool) {
		for i := range 50000 {
			state := &sessiondb.State{Owner: sessiondb.Owner{App: "a", User: "u", Session: fmt.Sprint(i)},
				Values: []sessiondb.Value{{Key: fmt.Sprint("k", i), Value: 1}, {Key: "step", Value: "search"}}}
			if !yield(state, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	var n int64
	r := sc.Report()
	for _, f := range r.Findings {
		n += f.Count
	}
	if len(r.Findings) > 1010 || n != 50000 {
		t.Errorf("%d findings of %d values", len(r.Findings), n)
	}
}
