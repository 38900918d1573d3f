package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
	"github.com/seed92179c4c/stategen/runtime"
)

var update = flag.Bool("update", false, "rewrite the golden timeline")

// openTest opens a store of its own for a test: in memory, or on a file.
func openTest(t *testing.T, db string) *store {
	t.Helper()
	if db != inMemory {
		db = filepath.Join(t.TempDir(), db)
	}
	s, err := openStore(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.svc.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// agents builds the program's agents.
func agents(t *testing.T) Agent {
	t.Helper()
	airline, err := openAirline()
	if err != nil {
		t.Fatal(err)
	}
	return newFrontDesk(tools{airline})
}

// playAll plays the built-in conversations and returns their timeline.
func playAll(t *testing.T, s *store, frontDesk Agent) string {
	t.Helper()
	episodes, err := readConversations(conversations)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	p := &player{s, StandIn{}, frontDesk, newTimeline(&out, false)}
	if err := p.play(t.Context(), episodes); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return out.String()
}

// TestTimeline holds what a reader of the program sees, on both stores.
func TestTimeline(t *testing.T) {
	const golden = "testdata/timeline.golden"
	file, mem := &store{path: "file"}, &store{}
	inMemoryWords := strings.NewReplacer(
		file.name(), mem.name(),
		headline(file.restarted()), headline(mem.restarted()))
	for db, words := range map[string]*strings.Replacer{
		"booking.db": strings.NewReplacer(),
		inMemory:     inMemoryWords,
	} {
		t.Run(db, func(t *testing.T) {
			got := playAll(t, openTest(t, db), agents(t))
			if *update && db != inMemory {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := diff.Diff(golden, []byte(words.Replace(string(want))), "got", []byte(got)); d != nil {
				t.Errorf("%s", d)
			}
		})
	}
}

// headline is a heading as the timeline prints it.
func headline(title string) string {
	var out strings.Builder
	newTimeline(&out, false).heading(title)
	return strings.TrimSpace(out.String())
}

// traveller talks to an agency in a test.
type traveller struct {
	t                  *testing.T
	agency             *agency
	user, conversation string
}

func openAgency(t *testing.T, s *store) *agency {
	t.Helper()
	return &agency{s.svc, StandIn{}, agents(t)}
}

func meet(t *testing.T, a *agency, user, conversation string) *traveller {
	t.Helper()
	if _, err := a.begin(t.Context(), user, conversation); err != nil {
		t.Fatal(err)
	}
	return &traveller{t, a, user, conversation}
}

// says gives messages to the agency and returns the events of the last turn.
func (tr *traveller) says(messages ...string) (events []*runtime.Event) {
	tr.t.Helper()
	for _, m := range messages {
		var err error
		if events, err = tr.agency.say(tr.t.Context(), tr.user, tr.conversation, m); err != nil {
			tr.t.Fatal(err)
		}
	}
	return events
}

// knows loads what the state holds now, as another process would see it.
func (tr *traveller) knows() *bookingstate.Snapshot {
	tr.t.Helper()
	return load(tr.t, tr.agency.svc, tr.user, tr.conversation)
}

func load(t *testing.T, svc *runtime.Service, user, conversation string) *bookingstate.Snapshot {
	t.Helper()
	session, err := svc.Get(context.Background(), runtime.GetRequest{AppName: appName, UserID: user, SessionID: conversation})
	if err != nil {
		t.Fatal(err)
	}
	snapshot, err := bookingstate.Load(session.State())
	if err != nil {
		t.Fatal(err)
	}
	return snapshot
}

// answer is the last text of a turn.
func answer(events []*runtime.Event) string {
	text := ""
	for _, e := range events {
		if e.Branch == "" && e.Content.Text() != "" {
			text = e.Content.Text()
		}
	}
	return text
}
