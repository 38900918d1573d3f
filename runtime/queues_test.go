package runtime

import (
	"testing"

	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// TestQueueKeys holds which keys of two sessions are the same.
func TestQueueKeys(t *testing.T) {
	one := store.SessionKey{AppName: "a", UserID: "u", SessionID: "1"}
	other := store.SessionKey{AppName: "a", UserID: "v", SessionID: "1"}
	third := store.SessionKey{AppName: "a", UserID: "u", SessionID: "2"}
	for key, want := range map[string][2]bool{ // with the other user's, with the other session's
		"n": {false, false}, "user:n": {false, true}, "app:n": {true, true}, views.Everything: {true, true},
	} {
		got := [2]bool{queueKeyOf(one, key) == queueKeyOf(other, key), queueKeyOf(one, key) == queueKeyOf(third, key)}
		if got != want {
			t.Errorf("%q: %v, want %v", key, got, want)
		}
	}
}
