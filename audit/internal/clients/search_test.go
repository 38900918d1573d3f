package clients_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/audit/internal/clients"
)

// TestIn holds what texts of clients say.
func TestIn(t *testing.T) {
	search := clients.NewSearch([]string{"user:order_status", "outline", "draft_result", "app.theme", "theme", "items"})
	for text, want := range map[string]string{
		`// the orders' status`:                         "",
		`session["state"]["outline"]`:                   "named outline, read outline",
		`data.get('state', {}).get("user:outline")`:     "named outline, read outline",
		`estimate.get("outline")`:                       "named outline",
		`const reorder_status = borderStatus`:           "",
		`// order_status is sent`:                       "named user:order_status",
		`let orderStatus = "order-status"`:              "named user:order_status",
		`show(s["order_status"])`:                       "named user:order_status, read user:order_status",
		`show(s['user:order_status'])`:                  "named user:order_status, read user:order_status",
		`show(s.order_status)`:                          "named user:order_status, read user:order_status",
		`show(s.orderStatus)`:                           "named user:order_status",
		`palette.colors.outline`:                        "named outline",
		`session.state.outline`:                         "named outline, read outline",
		`event.actions?.stateDelta?.["outline"]`:        "named outline, read outline",
		"s[`${stage}_result`]":                          "pieces draft_result",
		"s[`draft_${kind}`]":                            "pieces draft_result",
		`s["draft_" + kind]`:                            "pieces draft_result",
		`_result = draft_`:                              "",
		`state-outline`:                                 "named outline",
		`theme(1)`:                                      "named app.theme, named theme",
		`await fetch("/state")`:                         "calls",
		`<a href="http://example.com">in the state</a>`: "",
		`import 'package:http/http.dart' as http;`:      "calls",
		`Object.keys(state)`:                            "walks",
		`Object.entries(data?.session.state ?? {})`:     "walks",
		`JSON.stringify(sessionState, null, 2)`:         "walks",
		`for (const key in agentState) {}`:              "walks",
		`<li v-for="(v, k) in agentState">`:             "walks",
		`state.entries.map(show)`:                       "walks",
		`Object.keys(estates); keys(form)`:              "",
		`// what is in state stays there`:               "",
		strings.Repeat("_", 200) + "outline":            "",
		`app("items")`:                                  "named app.theme, named items",
		"outline":                                       "named outline",
	} {
		if got := shown(search.In(text, nil)); got != want {
			t.Errorf("%s\nsays %q, not %q", text, got, want)
		}
	}
}

func shown(s clients.Said) string {
	var list []string
	for _, set := range []struct {
		name string
		keys map[string]bool
	}{{"named", s.Named}, {"read", s.Read}, {"pieces", s.Pieces}} {
		for _, key := range slices.Sorted(maps.Keys(set.keys)) {
			list = append(list, set.name+" "+key)
		}
	}
	if s.Calls {
		list = append(list, "calls")
	}
	if s.Walks {
		list = append(list, "walks")
	}
	return strings.Join(list, ", ")
}

// TestKnown holds that words which are known say nothing.
func TestKnown(t *testing.T) {
	search := clients.NewSearch([]string{"order_status"})
	said := search.In(`x["order_status"]`, func(from, to int) bool { return from == 3 && to == 15 })
	if len(said.Named)+len(said.Quoted) != 0 {
		t.Error(said)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"web/src/App.tsx": "true false", "web/dist/app.js": "true true", "static/jquery.min.js": "true true", "static/app-min.js": "true true",
		"lib/main.dart": "true false", "agent.py": "false false", "distance/map.ts": "true false",
	} {
		if got := fmt.Sprint(clients.Is(name), clients.IsBuilt(name)); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// FuzzIn holds that any text and key is read to its end.
func FuzzIn(f *testing.F) {
	f.Add("user:a_b_", "state.a_b_['x'] in ?.a-b-")
	f.Fuzz(func(t *testing.T, key, text string) { clients.NewSearch([]string{key}).In(text, nil) })
}
