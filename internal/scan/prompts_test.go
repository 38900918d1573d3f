package scan_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed92179c4c/stategen/internal/scan"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
	store "github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

const bookings = 10000

// bookingFile returns a database of as many sessions of the booking program, four of each
// user. What holds of how many of them is seen in the moduli.
func bookingFile(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "booking.db")
	svc, err := store.Open(t.Context(), path)
	if err == nil {
		err = svc.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	const flight = `{"number":"LH1","departs":"2026-05-01T08:00:00Z","duration":"2h0m0s","price":99.5}`
	err = sqlitex.ExecuteScript(conn, fmt.Sprintf(`
		WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %[1]d - 1)
		INSERT INTO sessions (id, app, user, session, seq, updated) SELECT i + 1, 'agency', 'user-' || (i / 4), 's' || i, 1, 1773500000000000 + i FROM n;
		INSERT INTO session_state SELECT id, 'booking_step', CASE id %% 5 WHEN 1 THEN '"search"' WHEN 2 THEN '"choose_seat"' WHEN 3 THEN '"pay"' ELSE '"done"' END
			FROM sessions WHERE id %% 5 <> 0
			UNION ALL SELECT id, 'departure_city', '"Bonn"' FROM sessions WHERE id %% 2 = 0
			UNION ALL SELECT id, 'destination_city', '"Rom"' FROM sessions WHERE id %% 4 = 0
			UNION ALL SELECT id, 'offers', '[%[2]s]' FROM sessions WHERE id %% 10 = 3
			UNION ALL SELECT id, 'selected_flight', '%[2]s' FROM sessions WHERE id %% 8 = 0
			UNION ALL SELECT id, 'seat', '"12A"' FROM sessions WHERE id %% 16 = 0
			UNION ALL SELECT id, 'booking_reference', '"R1"' FROM sessions WHERE id %% 20 = 0;
		WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %[1]d / 4 - 1)
		INSERT INTO shared_state (app, user, name, value)
			SELECT 'agency', 'user-' || i, 'name', '"Ada"' FROM n WHERE i %% 2 = 0
			UNION ALL SELECT 'agency', 'user-' || i, 'seat_wish', '"legroom"' FROM n WHERE i %% 5 = 0
			UNION ALL SELECT 'agency', 'user-' || i, 'seat_wish', '"window"' FROM n WHERE i %% 5 = 1
			UNION ALL SELECT 'agency', 'user-' || i, 'visit_count', '3' FROM n WHERE i %% 4 = 0
			UNION ALL SELECT 'agency', 'user-' || i, 'trip_count', '1' FROM n WHERE i %% 10 = 0
			UNION ALL SELECT 'agency', 'user-' || i, 'next_departure', '"2026-05-01T08:00:00Z"' FROM n WHERE i %% 25 = 0
			UNION ALL SELECT 'agency', '', 'promotion', '{"code":"MAY","percent":10}';`, bookings, flight), nil)
	if err = errors.Join(err, conn.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// booking returns the schema of the booking program with one text in one of its files in
// the place of another.
func booking(t testing.TB, changes ...[3]string) *schema.Schema {
	t.Helper()
	applied := 0
	r := load.Schema("stategen.yaml", func(name string) ([]byte, error) {
		text, err := os.ReadFile(filepath.Join("../../examples/booking", name))
		for _, c := range changes {
			if c[0] == filepath.Base(name) && strings.Contains(string(text), c[1]) {
				applied++
				text = []byte(strings.ReplaceAll(string(text), c[1], c[2]))
			}
		}
		return text, err
	})
	if r.Diagnostics.HasErrors() || applied != len(changes) {
		t.Fatalf("%d of %d changes, %+v", applied, len(changes), r.Diagnostics)
	}
	return r.Readable()
}

// failing scans a database, and returns what it says of prompts.
func failing(t testing.TB, path string, s *schema.Schema, history bool) []string {
	t.Helper()
	db, err := sessiondb.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	sc := scan.New(s)
	sc.Rehearse(true)
	err = sc.States(db.States(t.Context()))
	if err == nil && history {
		err = sc.Events(db.Events(t.Context()))
	}
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range sc.Report().Findings {
		if f.Prompt == "" || f.History != history {
			continue
		}
		found = append(found, fmt.Sprintf("%s {%s}: %d of %d, %d events, %s", f.Prompt, f.Key, f.Owners, f.Of, f.Count-f.Owners, f.Problem))
	}
	slices.Sort(found)
	return found
}

// TestPlantedChanges makes one mistake at a time in the booking program, and wants each
// prompt that fails from then on with the number of its sessions; of the program as it is, none.
func TestPlantedChanges(t *testing.T) {
	path := bookingFile(t)
	if found := failing(t, path, booking(t), false); len(found) > 0 {
		t.Errorf("of the program as it is: %q", found)
	}
	const yaml, notSet = "stategen.yaml", "it is not set"
	const steps = ` ("search", "choose_flight", "choose_seat", "payment", "done"), found string`
	one := func(prompt, key string, n int, problem string) string {
		return fmt.Sprintf("%s {%s}: %d of %d, 0 events, %s", prompt, key, n, bookings, problem)
	}
	for _, c := range []struct {
		name    string
		changes [][3]string
		want    []string
	}{
		{"an optional key is needed", [][3]string{{"payment.md", "{seat?}", "{seat}"}},
			[]string{one("payment", "seat", bookings-bookings/16, notSet)}},
		{"another optional key is needed", [][3]string{{"front_desk.md", "{booking_reference?}", "{booking_reference}"}},
			[]string{one("front_desk", "booking_reference", bookings-bookings/20, notSet)}},
		{"a third one is needed", [][3]string{{"search.md", "{departure_city?}", "{departure_city}"}},
			[]string{one("search", "departure_city", bookings/2, notSet)}},
		{"a key is renamed", [][3]string{{yaml, "  destination_city:", "  arrival_city:"}, {"search.md", "{destination_city?}", "{arrival_city}"}},
			[]string{one("search", "arrival_city", bookings, notSet)}},
		{"a default is gone", [][3]string{{yaml, `offers: {type: "[]Flight", default: [],`, `offers: {type: "[]Flight",`}},
			[]string{one("search", "offers", bookings-bookings/10, notSet)}},
		{"a count is a text", [][3]string{{yaml, "user:visit_count: {type: int, merge: sum, default: 0,", "user:visit_count: {type: string, optional: true,"}},
			[]string{one("search", "user:visit_count", bookings/4, "want string, found int")}},
		{"a count is a flag", [][3]string{{yaml, "user:trip_count: {type: int, merge: sum, default: 0,", "user:trip_count: {type: bool, optional: true,"}},
			[]string{one("payment", "user:trip_count", bookings/10, "want bool, found int"), one("search", "user:trip_count", bookings/10, "want bool, found int")}},
		{"an enum has lost a value", [][3]string{{yaml, "enum: [window, legroom]", "enum: [window]"}},
			[]string{one("seat_desk", "user:seat_wish", bookings/5, `want SeatWish ("window"), found string`)}},
		{"an enum's value is renamed", [][3]string{{yaml, "choose_seat, pay, done", "choose_seat, payment, done"}},
			[]string{one("front_desk", "booking_step", bookings/5, "want Step"+steps), one("search", "booking_step", bookings/5, "want Step"+steps)}},
		{"an object has a new field", [][3]string{{yaml, "      price: {type: float", "      carrier: string\n      price: {type: float"}},
			[]string{one("legroom_scout", "selected_flight", bookings/8, "carrier: want a value, found nothing"),
				one("payment", "selected_flight", bookings/8, "carrier: want a value, found nothing"),
				one("search", "offers", bookings/10, "[].carrier: want a value, found nothing"),
				one("window_scout", "selected_flight", bookings/8, "carrier: want a value, found nothing")}},
		{"a field has another type", [][3]string{{yaml, "percent: {type: int, min: 0, max: 100}", "percent: string"}},
			[]string{one("payment", "app:promotion", bookings, "percent: want string, found int")}},
		{"a time is a number", [][3]string{{yaml, "user:next_departure: {type: time,", "user:next_departure: {type: int,"}},
			[]string{one("front_desk", "user:next_departure", bookings/25, "want int, found string")}},
	} {
		if found := failing(t, path, booking(t, c.changes...), false); !slices.Equal(found, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(found, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// TestPromptsAsOfEvents renders a prompt as of each event of two sessions, of which one was
// pruned: what it had before isn't known.
func TestPromptsAsOfEvents(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	svc, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"pruned", "whole"} {
		s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "trips", UserID: "ann", SessionID: id, State: map[string]any{"n": 1}})
		for i, delta := range []runtime.Delta{
			{"n": runtime.Op{Kind: runtime.OpSum, Operand: 1}}, {"step": "search"}, {"user:name": 7, "n": nil}, {"step": nil, "user:name": "Ann"}, {"step": "pay", "n": 3},
		} {
			if err == nil {
				err = svc.AppendEvent(t.Context(), s, &runtime.Event{ID: fmt.Sprint(i), Author: "a", Timestamp: time.UnixMicro(int64(i)), Actions: runtime.Actions{StateDelta: delta}})
			}
		}
		if err == nil && id == "pruned" {
			_, err = svc.Prune(t.Context(), runtime.PruneRequest{AppName: "trips", MaxEvents: 3})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := svc.Close(); err != nil {
		t.Fatal(err)
	}
	s := loadSchema(t, `version: 1
package: p
keys: {step: "string?", n: "int?", "user:name": "string?"}
instructions: {p: {text: "{step} {n} {user:name?}"}}
`)
	if found := failing(t, path, s, false); len(found) > 0 {
		t.Errorf("as of now: %q", found)
	}
	want := []string{
		"p {n}: 2 of 2, 2 events, it is not set", "p {step}: 2 of 2, 2 events, it is not set", "p {user:name}: 2 of 2, 0 events, want string, found int",
	}
	if found := failing(t, path, s, true); !slices.Equal(found, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(found, "\n"), strings.Join(want, "\n"))
	}
}

func BenchmarkScanPrompts(b *testing.B) {
	path, s := bookingFile(b), booking(b)
	b.Run("ours", func(b *testing.B) {
		defer cputime.Report(b)()
		for b.Loop() {
			failing(b, path, s, false)
		}
	})
	b.Run("reference", func(b *testing.B) {
		defer cputime.Report(b)()
		for b.Loop() {
			scanFile(b, path, s, false)
		}
	})
}
