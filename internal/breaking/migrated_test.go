package breaking

import (
	"maps"
	"testing"

	"github.com/seed92179c4c/stategen/internal/reading"
	state "github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/migrate"
)

// TestMigrateKeepsReadings stores drawn values under all names and in all forms, and
// migrates them: every getter returns what it did before, and another run finds
// nothing. STATEGEN_MIGRATED says how many schemas are drawn.
func TestMigrateKeepsReadings(t *testing.T) {
	events := 0
	for seed := range uint64(number(t, "STATEGEN_MIGRATED", 150)) {
		schemas := withForms(9000 + seed)
		if schemas == nil {
			continue
		}
		r, d := reading.New(schemas[0]), newDrawer(seed)
		for range 6 {
			stored := d.State(r)
			before, after, report := migrated(t, r, stored)
			events += int(report.Events)
			for i, k := range r.Keys {
				if before[i].Err == nil && (after[i].Err != nil || before[i].Presence != after[i].Presence || !reading.Same(before[i].Value, after[i].Value)) {
					t.Errorf("seed %d: %s was read as %s, and is read as %s, %v\n%s\nof %s", seed, k.Wire(),
						reading.Text(before[i].Value), reading.Text(after[i].Value), after[i].Err, declaration(k.Key), shownWhole(t, stored))
				}
			}
		}
	}
	if t.Logf("%d events", events); events == 0 {
		t.Error("nothing was migrated")
	}
}

// migrated stores a state, and reads all keys before and after a migration.
func migrated(t *testing.T, r *reading.Schema, stored map[string]any) (before, after []reading.Result, first *migrate.Report) {
	t.Helper()
	svc := memory.New()
	defer func() { _ = svc.Close() }()
	if _, err := svc.Create(t.Context(), state.CreateRequest{AppName: "a", UserID: "u", SessionID: "s", State: stored}); err != nil {
		t.Fatal(err)
	}
	read := func() (list []reading.Result) {
		s, err := svc.Get(t.Context(), state.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
		if err != nil {
			t.Fatal(err)
		}
		values := maps.Collect(s.State().All())
		for _, k := range r.Keys {
			list = append(list, k.Read(member(k), values))
		}
		return list
	}
	run := func() *migrate.Report {
		report, err := migrate.Run(t.Context(), svc, migrate.Schema{Keys: r.Migrations()}, migrate.Options{Apply: true})
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	before, first = read(), run()
	after = read()
	if again := run(); again.Events != 0 {
		t.Errorf("another run appends %d events to %s", again.Events, shownWhole(t, stored))
	}
	return before, after, first
}
