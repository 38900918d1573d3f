package main

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// bookingGraph is the graph of this program.
func bookingGraph(t *testing.T) *flow.Graph {
	t.Helper()
	f, err := (&workspace.Workspace{}).Flow(t.Context(), "stategen.yaml", nil)
	if err != nil {
		t.Fatal(err)
	}
	if f.Graph == nil {
		t.Fatal(f.Findings)
	}
	return f.Graph
}

// TestFlowPicture holds that the picture of docs/flow.md is the program's.
func TestFlowPicture(t *testing.T) {
	var graph bytes.Buffer
	view := flow.View{Agents: []string{"seat_desk"}, Keys: []string{"user:seat_wish"}, Depth: 1}
	if err := bookingGraph(t).Write(&graph, "mermaid", view); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/flow.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := "```mermaid\n" + graph.String() + "```\n"; !strings.Contains(string(page), want) {
		t.Errorf("docs/flow.md is to have\n%s", want)
	}
}

// changedBy returns the keys that nodes change, and what they have.
func changedBy(g *flow.Graph, ids ...string) []string {
	var keys []string
	for len(ids) > 0 {
		for _, e := range g.Edges {
			switch {
			case e.From != ids[0]:
			case e.Kind == flow.Has:
				ids = append(ids, e.To)
			case e.Kind.Changes() && !e.Maybe:
				keys = append(keys, strings.TrimPrefix(e.To, "key:"))
			}
		}
		ids = ids[1:]
	}
	return keys
}

// TestFlowShowsEveryWrite holds that whoever really wrote a key is shown to do so.
func TestFlowShowsEveryWrite(t *testing.T) {
	g := bookingGraph(t)
	var hosts []string
	for _, n := range g.Nodes {
		if n.Kind == flow.Host {
			hosts = append(hosts, n.ID)
		}
	}
	seats := typed.NewFamily("app:seats_taken_{flight}", []string{"app:seats_taken_", ""})
	s := openTest(t, inMemory)
	playAll(t, s, agents(t))
	writes := 0
	for session, err := range s.svc.Sessions(context.Background(), runtime.ListRequest{AppName: appName}) {
		if err != nil {
			t.Fatal(err)
		}
		full, err := s.svc.Get(t.Context(), runtime.GetRequest{AppName: appName, UserID: session.UserID(), SessionID: session.ID()})
		if err != nil {
			t.Fatal(err)
		}
		for event := range full.Events().All() {
			shown := changedBy(g, "agent:"+event.Author)
			if event.Author == authorAgency {
				shown = changedBy(g, hosts...)
			}
			for key := range event.Actions.StateDelta {
				if seats.Has(key) {
					key = "app:seats_taken_{flight}"
				}
				writes++
				if !slices.Contains(shown, key) {
					t.Errorf("%s wrote %s, which the graph does not show", event.Author, key)
				}
			}
		}
	}
	if writes < 30 {
		t.Errorf("only %d writes were compared", writes)
	}
}

// TestStatePageIsFresh: `make generate` has been run since keys or their uses changed.
func TestStatePageIsFresh(t *testing.T) {
	d, err := (&workspace.Workspace{}).Docs(t.Context(), workspace.DocsRequest{Schema: "stategen.yaml", Output: "STATE.md"})
	if err != nil {
		t.Fatal(err)
	}
	if d.Pages != 1 || len(d.Changes) != 0 {
		t.Errorf("%d of %d pages are stale; run `make generate`", len(d.Changes), d.Pages)
	}
}
