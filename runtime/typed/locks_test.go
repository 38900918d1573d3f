package typed_test

import (
	"context"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/typed"
)

// TestLocks holds which keys wait for which: all of a session for each other, those of a
// user and an app each for itself.
func TestLocks(t *testing.T) {
	mine := typed.Run{App: "bot", User: "ann", Session: "1"}
	const waits = "waiting for another change of the key: context canceled"
	for _, c := range []struct {
		held, wanted string
		of           typed.Run
		want         string
	}{
		{"budget", "budget", mine, waits},
		{"budget", "stops", mine, waits},
		{"budget", "temp:calls", mine, waits},
		{"budget", "budget", typed.Run{App: "bot", User: "ann", Session: "2"}, ""},
		{"budget", "user:trips", mine, ""},
		{"user:trips", "user:trips", typed.Run{App: "bot", User: "ann", Session: "2"}, waits},
		{"user:trips", "user:trips", typed.Run{App: "bot", User: "bob", Session: "2"}, ""},
		{"user:trips", "user:name", mine, ""},
		{"app:limit", "app:limit", typed.Run{App: "bot", User: "bob", Session: "2"}, waits},
	} {
		var locks typed.Locks
		_, unlock, err := locks.Lock(t.Context(), mine, []string{c.held})
		if err != nil {
			t.Fatal(err)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		got := ""
		if _, _, err := locks.Lock(ended, c.of, []string{"user:a", c.wanted}); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s while %s is held: %q, want %q", c.wanted, c.held, got, c.want)
		}
		unlock()
		if _, _, err := locks.Lock(ended, mine, []string{c.held}); err != nil {
			t.Errorf("%s is still held: %v", c.held, err)
		}
	}
}
