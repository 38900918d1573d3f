package typescript

import (
	"testing"

	"github.com/seed92179c4c/stategen/schema/load"

	"github.com/seed92179c4c/stategen/generator/plan"
)

// TestNames holds what keys and types are called.
func TestNames(t *testing.T) {
	r := load.Schema("stategen.yaml", func(string) ([]byte, error) {
		return []byte(`version: 1
types: {Flight: {fields: {x: int}}, HTTPServer: {enum: [a]}, Old: {enum: [a], go_name: Today}}
keys:
  user_id: string?
  user:api_url: string?
  userIDs: string?
  x-y.z: {scope: session, type: string, optional: true}
  "app:seat_{flight_id}_{class}": string?
  temp:step2: string?
  a: {type: string, optional: true, go_name: FirstID}
  b: {type: string, optional: true, renamed_to: user:second}
`), nil
	})
	if r.Schema == nil {
		t.Fatal(r.Diagnostics)
	}
	p := plan.New(r.Schema)
	n := nameAll(p)
	if len(n.problems) > 0 {
		t.Error(n.problems)
	}
	for i, want := range []string{"userId", "userApiUrl", "userIds", "xYZ", "appSeat", "tempStep2", "firstId", "userSecond"} {
		if got := n.keys[p.Keys[i]]; got != want {
			t.Errorf("%s is called %s, not %s", p.Keys[i].Wire(), got, want)
		}
	}
	if got := n.params[p.Keys[4]]; len(got) != 2 || got[0] != "flightId" || got[1] != "classParam" {
		t.Errorf("the parameters are called %v", got)
	}
	for i, want := range []string{"Flight", "HTTPServer", "Today"} {
		if got := n.types[r.Schema.Types[i]]; got != want {
			t.Errorf("%s is called %s, not %s", r.Schema.Types[i].Name, got, want)
		}
	}
}
