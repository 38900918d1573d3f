package clients_test

import (
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/audit/internal/clients"
)

// TestSetIn holds which keys texts of clients give to sessions.
func TestSetIn(t *testing.T) {
	for text, want := range map[string]string{
		`JSON.stringify({state: {city, "user:name": f(a, {b: 1}), 'trip': "}, x: ", size: 1}, other: 2})`: "city user:name trip size",
		"stateDelta: {\n  city: city,\n},":             "city",
		`const stateDelta = { city: 1 };`:              "city",
		`{"state":{"city":"Rome"}}`:                    "city",
		`{ initialState: { list: [] }, x: 1 }`:         "list",
		`<A state={{ city: 1 }} data-state={state} />`: "",
		`let state = { city: 1 }`:                      "",
		`this.state: {city: 1}`:                        "",
		`state: {}, city: 1`:                           "",
		`state: {...rest, city: 1`:                     "city",
		`state: {`:                                     "",
	} {
		if got := strings.Join(clients.SetIn(text), " "); got != want {
			t.Errorf("%s sets %q, not %q", text, got, want)
		}
	}
}
