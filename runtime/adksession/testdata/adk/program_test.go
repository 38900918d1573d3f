//adk:needs tool/loadmemorytool

package adktest

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/adk/v2/artifact"
	"google.golang.org/adk/v2/session"
)

// TestProgram runs an ADK program on ADK's service in memory and on ours: what the
// program sees, and what is in the end in the sessions, must be the same.
func TestProgram(t *testing.T) {
	want := played(t, session.InMemoryService())
	for _, said := range []string{"Hello! Visits so far: 2.", "right has noted.", "receipt.txt", "user:paid", "Paid."} {
		if !strings.Contains(want, said) {
			t.Errorf("the program doesn't come to %q:\n%s", said, want)
		}
	}
	onEach(t, func(t *testing.T, svc session.Service) {
		if diff := cmp.Diff(want, played(t, svc)); diff != "" {
			t.Errorf("(-ADK +ours):\n%s", diff)
		}
	})
}

// played runs the program and returns all that came of it as text.
func played(t *testing.T, svc session.Service) string {
	t.Helper()
	events, err := play(t.Context(), svc, artifact.InMemoryService())
	must(t, err)
	text := "events yielded\n" + asText(t, events)
	for _, app := range []string{"team", "desk"} {
		got, err := svc.Get(t.Context(), &session.GetRequest{AppName: app, UserID: "ann", SessionID: "s"})
		must(t, err)
		text += "events of " + app + "\n" + asText(t, slices.Collect(got.Session.Events().All()))
		state, err := json.MarshalIndent(maps.Collect(got.Session.State().All()), "", " ")
		must(t, err)
		text += "state of " + app + "\n" + string(state) + "\n"
	}
	return text
}

var random = regexp.MustCompile(`"(adk-|e-)?[0-9a-f]{8}-[0-9a-f-]{27}"`)

// asText writes events without what differs from run to run. Those of agents that run
// at the same time come in any order; so they are sorted by agent.
func asText(t *testing.T, events []*session.Event) string {
	t.Helper()
	byAuthor := map[string]string{}
	for _, e := range events {
		text, err := json.Marshal(e)
		must(t, err)
		byAuthor[e.Author] += random.ReplaceAllString(canonical(t, text), `"random"`) + "\n"
	}
	var b strings.Builder
	for _, author := range slices.Sorted(maps.Keys(byAuthor)) {
		fmt.Fprintf(&b, "%s:\n%s", author, byAuthor[author])
	}
	return b.String()
}

// canonical sorts the fields of an event's JSON, and leaves out its time and the temp
// keys, which ADK's service in memory keeps in stored events, against its own rule.
func canonical(t *testing.T, text []byte) string {
	t.Helper()
	var v any
	must(t, json.Unmarshal(text, &v))
	text, err := json.Marshal(bare(v))
	must(t, err)
	return string(text)
}

func bare(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = bare(v[i])
		}
	case map[string]any:
		for key := range v {
			if v[key] = bare(v[key]); strings.HasPrefix(key, "temp:") || strings.EqualFold(key, "timestamp") || strings.EqualFold(key, "time") || key == "lastUpdateTime" {
				delete(v, key)
			}
		}
	}
	return v
}
