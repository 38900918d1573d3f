package migrate_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/migrate"
)

// key is a key whose values are words. Today's word of "old x" is "x".
type key struct {
	wire, next string
	older      []string
}

func (k key) Declared() string { return k.wire }

func (k key) Match(stored string) (string, bool) {
	return k.wire, stored == k.wire || stored == k.next || slices.Contains(k.older, stored)
}

func (k key) Names(string) []string { return append([]string{k.wire}, k.older...) }

func (k key) Next(string) string { return k.next }

func (k key) Today(wire string, stored map[string]any) (any, error) {
	for _, name := range k.Names(wire) {
		switch v := stored[name]; v {
		case nil:
		case "dropped":
			return nil, nil
		case "by hand":
			return nil, fmt.Errorf("here: %w", migrate.ErrNeedsGo)
		case "wrong":
			return nil, errors.New("wrong")
		default:
			return strings.TrimPrefix(v.(string), "old "), nil
		}
	}
	return nil, errors.New("asked for nothing")
}

var keys = []migrate.Key{
	key{wire: "same"}, key{wire: "form", next: "form_2"}, key{wire: "name", older: []string{"name_1", "name_2"}}, key{wire: "both", older: []string{"both_1"}},
	key{wire: "dropped", older: []string{"dropped_1"}}, key{wire: "hand", older: []string{"hand_1"}}, key{wire: "wrong"},
	key{wire: "later", next: "later_2", older: []string{"later_1"}}, key{wire: "soon", next: "soon_2"},
	key{wire: "user:up", older: []string{"up"}}, key{wire: "down", older: []string{"user:down"}}, key{wire: "app:all", older: []string{"app:all_1"}},
	key{wire: "temp:x", older: []string{"x"}}, key{wire: "user:wide", older: []string{"app:wide"}},
}

var before = map[string]any{
	"same": "a", "form": "old b", "form_2": "z", "name_1": "c", "name_2": "d", "both": "e", "both_1": "f", "dropped": "dropped", "dropped_1": "g", "hand_1": "by hand",
	"wrong": "wrong", "later_1": "h", "later_2": "i", "soon": "old j", "up": "k", "down": "old l", "user:down": "l", "app:all_1": "m", "x": "n", "app:wide": "o",
	"secret": "p", "user:secret": "q", "other": "r",
}

var after = map[string]any{
	"same": "a", "form": "b", "form_2": "z", "name": "c", "both": "e", "hand_1": "by hand", "wrong": "wrong", "later_1": "h", "later_2": "i", "soon": "j",
	"user:up": "k", "down": "l", "user:down": "l", "app:all": "m", "x": "n", "app:wide": "o", "other": "r",
}

// migration is a service and what is to be migrated in it.
type migration struct {
	*testing.T
	svc    *runtime.Service
	schema migrate.Schema
}

func begin(t *testing.T, state map[string]any) migration {
	t.Helper()
	m := migration{t, memory.New(), migrate.Schema{Keys: keys, Purge: func(stored string) (string, bool) {
		return "gone", strings.HasSuffix(stored, "secret")
	}}}
	t.Cleanup(func() { _ = m.svc.Close() })
	if _, err := m.svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s", State: state}); err != nil {
		t.Fatal(err)
	}
	return m
}

// run returns what each key's report counts, and the whole report.
func (m migration) run(o migrate.Options) (string, *migrate.Report) {
	m.Helper()
	report, err := migrate.Run(m.Context(), m.svc, m.schema, o)
	if err != nil {
		m.Fatal(err)
	}
	var b strings.Builder
	for _, k := range report.Keys {
		fmt.Fprintf(&b, "%s:%d/%d/%d/%d/%d ", k.Key, k.Moved, k.Cleared, k.Purged, k.NeedsGo, k.Refused)
	}
	return b.String(), report
}

func (m migration) state(asOf string) map[string]any {
	m.Helper()
	s, err := m.svc.Get(m.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s", AsOf: asOf})
	if err != nil {
		m.Fatal(err)
	}
	return maps.Collect(s.State().All())
}

func (m migration) write(e *runtime.Event) {
	m.Helper()
	s, err := m.svc.Get(m.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err == nil {
		err = m.svc.AppendEvent(m.Context(), s, e)
	}
	if err != nil {
		m.Fatal(err)
	}
}

// TestRun holds what becomes of values under all names and in all forms, that a dry run
// says so and does nothing, and that the history stays.
func TestRun(t *testing.T) {
	m := begin(t, before)
	m.write(&runtime.Event{ID: "first", Actions: runtime.Actions{StateDelta: runtime.Delta{"other": "r"}}})
	looked := 0
	dry, report := m.run(migrate.Options{Progress: func(r *migrate.Report) { looked++ }})
	const want = "app:all:1/0/0/0/0 gone:0/0/2/0/0 both:0/1/0/0/0 down:1/0/0/0/0 dropped:0/1/0/0/0 form:1/0/0/0/0 " +
		"hand:0/0/0/1/0 name:1/0/0/0/0 soon:1/0/0/0/0 user:up:1/0/0/0/0 wrong:0/0/0/0/1 "
	if dry != want {
		t.Errorf("the report is %s", dry)
	}
	if got := m.state(""); !reflect.DeepEqual(got, before) || report.Events != 3 || report.Left() != 2 || looked != 3 {
		t.Errorf("a dry run of %d events, which leaves %d values and looked at %d owners, left\n%v", report.Events, report.Left(), looked, got)
	}
	if e := report.Keys[0].Examples; fmt.Sprint(report.Apps, report.Users, report.Sessions, e) != "1 1 1 [{a  }]" {
		t.Errorf("%d apps, %d users, %d sessions, the first at %v", report.Apps, report.Users, report.Sessions, e)
	}
	if applied, _ := m.run(migrate.Options{Apply: true, Rate: 1e9}); applied != dry {
		t.Errorf("said before\n%s\nand after\n%s", dry, applied)
	}
	if got := m.state(""); !reflect.DeepEqual(got, after) {
		t.Errorf("got\n%v\nwant\n%v", got, after)
	}
	if got := m.state("first"); got["name_1"] != "c" || got["name"] != nil || got["form"] != "old b" {
		t.Errorf("as of the event before the migration: %v", got)
	}
	if again, report := m.run(migrate.Options{Apply: true}); report.Events != 0 || again != "hand:0/0/0/1/0 wrong:0/0/0/0/1 " {
		t.Errorf("a second run appended %d events: %s", report.Events, again)
	}
	// Programs of the release before may write older names again.
	m.write(&runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"name_2": "z", "name": nil}}})
	m.run(migrate.Options{Apply: true, Author: "me"})
	if got := m.state(""); got["name"] != "z" || got["name_2"] != nil {
		t.Errorf("after older programs: %v", got)
	}
	s, err := m.svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
	var authors []string
	for e := range s.Events().All() {
		authors = append(authors, e.Author)
	}
	if got := strings.Join(authors, ","); err != nil || got != ",migrate,,me" {
		t.Errorf("the events are by %s, %v", got, err)
	}
}

// TestRunTwice holds that two runs at once, the second within the first, append no event
// twice and lose nothing that is written meanwhile.
func TestRunTwice(t *testing.T) {
	m := begin(t, map[string]any{"name_1": "a", "app:all_1": "b"})
	inner := false
	m.run(migrate.Options{Apply: true, Progress: func(*migrate.Report) {
		if !inner {
			inner = true
			m.write(&runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"name_1": "c"}}})
			m.run(migrate.Options{Apply: true})
		}
	}})
	if got, want := m.state(""), (map[string]any{"name": "c", "app:all": "b"}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	m.schema.Purge = nil
	if said, report := m.run(migrate.Options{Apply: true}); said != "" || report.Events != 0 || report.Left() != 0 {
		t.Errorf("another run says %s", said)
	}
}

// erasing is a key whose user is erased while its values are looked at.
type erasing struct {
	key
	erase func()
}

func (k erasing) Today(wire string, stored map[string]any) (any, error) {
	k.erase()
	return k.key.Today(wire, stored)
}

// TestRunErased holds that a run doesn't bring back a user who is erased meanwhile.
func TestRunErased(t *testing.T) {
	m := begin(t, map[string]any{"user:name": "old a"})
	m.schema.Keys = []migrate.Key{erasing{key{wire: "user:name"}, func() {
		if err := m.svc.DeleteUser(t.Context(), runtime.DeleteUserRequest{AppName: "a", UserID: "u"}); err != nil {
			t.Error(err)
		}
	}}}
	m.run(migrate.Options{Apply: true})
	for user, err := range m.svc.Users(t.Context(), runtime.UsersRequest{AppName: "a"}) {
		t.Errorf("user %q is back, %v", user, err)
	}
}

// TestRunEnds holds that a run ends with its context, and with the report of what was done.
func TestRunEnds(t *testing.T) {
	m := begin(t, before)
	ctx, cancel := context.WithCancel(t.Context())
	report, err := migrate.Run(ctx, m.svc, m.schema, migrate.Options{Apply: true, Progress: func(*migrate.Report) { cancel() }})
	if !errors.Is(err, context.Canceled) || report.Apps != 1 || report.Sessions != 0 || report.Events != 1 {
		t.Errorf("%+v, %v", report, err)
	}
	if err := m.svc.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := migrate.Run(t.Context(), m.svc, m.schema, migrate.Options{}); !errors.Is(err, runtime.ErrClosed) {
		t.Errorf("of a closed service: %v", err)
	}
}
