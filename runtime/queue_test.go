package runtime

import (
	"testing"
)

// TestQueueKeys holds which keys of two sessions are the same.
func TestQueueKeys(t *testing.T) {
	one, other := SessionKey{"a", "u", "1"}, SessionKey{"a", "v", "1"}
	third := SessionKey{"a", "u", "2"}
	for key, want := range map[string][2]bool{ // with the other user's, with the other session's
		"n": {false, false}, "user:n": {false, true}, "app:n": {true, true}, everything: {true, true},
	} {
		got := [2]bool{queueKeyOf(one, key) == queueKeyOf(other, key), queueKeyOf(one, key) == queueKeyOf(third, key)}
		if got != want {
			t.Errorf("%q: %v, want %v", key, got, want)
		}
	}
}
