package runtime

import (
	"testing"
	"time"
)

func TestIDsAreInOrder(t *testing.T) {
	at := time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)
	last := ""
	for range 1000 {
		first, second := newID(at), newID(at)
		if first == second || first <= last || second <= last {
			t.Fatalf("%s and %s, made after %s", first, second, last)
		}
		last, at = max(first, second), at.Add(7777*time.Microsecond)
	}
}
