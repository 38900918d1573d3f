package memory

import (
	"fmt"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// TestIDIndex finds every event of a growing log, and none that isn't in it,
// though all IDs have one of few hashes.
func TestIDIndex(t *testing.T) {
	for _, hashes := range []uint32{1, 7, 1 << 31} {
		hash := func(n int) uint32 { return uint32(n*2654435761) % hashes }
		var log []*runtime.StoredEvent
		var index idIndex
		for n := range 300 {
			if e := index.find(log, fmt.Sprint(n), hash(n)); e != nil {
				t.Fatalf("%d hashes: event %s found in place of %d", hashes, e.ID, n)
			}
			log = append(log, &runtime.StoredEvent{ID: fmt.Sprint(n)})
			index.add(len(log), hash(n))
			for i, want := range log {
				if got := index.find(log, fmt.Sprint(i), hash(i)); got != want {
					t.Fatalf("%d hashes, %d events: event %d is %v", hashes, len(log), i, got)
				}
			}
		}
	}
}
