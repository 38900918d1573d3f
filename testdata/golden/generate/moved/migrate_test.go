package moved

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/migrate"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

// migrated is what stored and a notice of the app come to. The name of the next release
// isn't used yet, and 5 is a float as it is.
func migrated() map[string]any {
	return map[string]any{
		"trip_count": 3, "user:nights": 2, "user:language": "de", "app:motd": "hello", "share": 5, "seats": []any{"1A"},
		"rows": []any{[]any{1, 2}}, "steps": []any{"search", "pay"}, "step": "pay", "budget": map[string]any{"amount": 9.5, "currency": "NOK"},
		"secret": map[string]any{"amount": 1.0, "currency": "EUR"}, "count": 7, "label": "12", "ratio": 1.5, "flag": true,
		"since": "2026-01-02T03:04:05Z", "purchase_1": 5, "order_2": 6, "tags_x": []any{"t"},
		"flight": map[string]any{
			"number": "X1", "seats": []any{"2B"}, "price": map[string]any{"amount": 10.0, "currency": "EUR"}, "step": "search",
			"next": map[string]any{"number": "X2", "seats": []any{}},
		},
		"flights": []any{map[string]any{"number": "X3", "seats": []any{}}},
		"as_text": `{"number":"X4","seats":[]}`, "notes": map[string]any{"number": "X5", "seats": []any{"9"}},
	}
}

type service struct {
	*runtime.Service
	t *testing.T
}

func (s service) get(asOf string) *runtime.Session {
	s.t.Helper()
	session, err := s.Get(s.t.Context(), runtime.GetRequest{AppName: "app", UserID: "ann", SessionID: "s", AsOf: asOf})
	if err != nil {
		s.t.Fatal(err)
	}
	return session
}

func (s service) state(asOf string) map[string]any {
	s.t.Helper()
	return maps.Collect(s.get(asOf).State().All())
}

func (s service) migrate(o migrate.Options) *migrate.Report {
	s.t.Helper()
	report, err := Migrate(s.t.Context(), s.Service, o)
	if err != nil {
		s.t.Fatal(err)
	}
	return report
}

// fill stores older values of a session, a user and an app, and returns the event.
func (s service) fill(values runtime.MapState) string {
	s.t.Helper()
	session, err := s.Create(s.t.Context(), runtime.CreateRequest{AppName: "app", UserID: "ann", SessionID: "s"})
	if err != nil {
		s.t.Fatal(err)
	}
	event := &runtime.Event{Author: "old", Actions: runtime.Actions{StateDelta: runtime.Delta(values)}}
	if err := s.AppendEvent(s.t.Context(), session, event); err != nil {
		s.t.Fatal(err)
	}
	return event.ID
}

// services are of each kind of store that needs no server.
func services(t *testing.T) map[string]service {
	t.Helper()
	file, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "state.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
	return map[string]service{"memory": {memory.New(), t}, "sqlite": {file, t}}
}

// TestMigrate rewrites older values of every kind: under other names, in other forms,
// converted by functions of this package and not, in each scope and of families.
func TestMigrate(t *testing.T) {
	for name, svc := range services(t) {
		t.Run(name, func(t *testing.T) {
			svc.t = t
			values := stored()
			values["app:notice"] = "hello"
			last := svc.fill(values)
			before, history := svc.state(""), svc.get("").Events().Len()

			dry := svc.migrate(migrate.Options{})
			if after := svc.state(""); !reflect.DeepEqual(after, before) || svc.get("").Events().Len() != history || dry.Events != 2 {
				t.Errorf("the dry run counts %d events, and leaves\n%v\nof\n%v", dry.Events, after, before)
			}
			applied := svc.migrate(migrate.Options{Apply: true})
			if !reflect.DeepEqual(applied, dry) || applied.Left() != 0 {
				t.Errorf("applied %+v\nafter a dry run %+v", applied, dry)
			}
			if got, want := written(t, svc.state("")), written(t, migrated()); got != want {
				t.Errorf("migrated to\n%s\nwant\n%s", got, want)
			}
			svc.wantSession(want(), last)
			if again := svc.migrate(migrate.Options{Apply: true}); again.Events != 0 || len(again.Keys) != 0 {
				t.Errorf("another run: %+v", again)
			}
		})
	}
}

// wantSession compares what getters read today, and what the session's own values were
// as of an event.
func (s service) wantSession(want *Snapshot, event string) {
	s.t.Helper()
	want.AppMotd = new("hello")
	if got, err := Load(s.get("").State()); err != nil || !reflect.DeepEqual(got, want) {
		s.t.Errorf("read %+v, %v\nwant %+v", got, err, want)
	}
	before := s.state(event)
	for key, v := range stored() {
		if got, want := written(s.t, before[key]), written(s.t, v); got != want {
			s.t.Errorf("as of the event before, %s is %s, want %s", key, got, want)
		}
	}
}

// written is a value as JSON, in which all types of numbers look alike.
func written(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestMigrateLeavesWhatItCannotConvert counts values that their function, or a built-in
// conversion, returns an error for. Neither shows one. What else: drop drops is cleared.
func TestMigrateLeavesWhatItCannotConvert(t *testing.T) {
	for name, svc := range services(t) {
		t.Run(name, func(t *testing.T) {
			svc.t = t
			svc.fill(runtime.MapState{"secret": "hunter2", "budget": "lots", "since_text": "soon", "count_text": "many", "user:language": "fra"})
			report := svc.migrate(migrate.Options{Apply: true})
			want := map[string]any{"secret": "hunter2", "budget": "lots", "since_text": "soon", "user:language": "fr"}
			if got := svc.state(""); !reflect.DeepEqual(got, want) || report.Left() != 3 || report.Events != 2 {
				t.Errorf("left %d, %d events: %v", report.Left(), report.Events, got)
			}
			for _, k := range report.Keys {
				if text := fmt.Sprintf("%+v", *k); strings.Contains(text, "hunter2") || k.Key == "secret" && k.Refused != 1 {
					t.Errorf("reported %s", text)
				}
			}
			for _, k := range migrateKeys() {
				if _, err := k.Today("secret", map[string]any{"secret": "hunter2"}); k.Declared() == "secret" && (err == nil || strings.Contains(err.Error(), "hunter2")) {
					t.Errorf("the error is %v", err)
				}
			}
		})
	}
}
