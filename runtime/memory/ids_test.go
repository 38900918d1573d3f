package memory

import (
	"fmt"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// TestIDIndex finds every event of a growing log, and none that isn't in it,
// though all IDs have one of few hashes.
func TestIDIndex(t *testing.T) {
	for _, hashes := range []uint32{1, 7, 1 << 31} {
		hash := func(n int) uint32 { return uint32(n*2654435761) % hashes }
		var log []*store.StoredEvent
		var index idIndex
		for n := range 300 {
			if e := index.look(log, fmt.Sprint(n), hash(n)); e != nil {
				t.Fatalf("%d hashes: event %s found in place of %d", hashes, e.ID, n)
			}
			log = append(log, &store.StoredEvent{ID: fmt.Sprint(n)})
			index.add(hash(n))
			for i, want := range log {
				if got := index.look(log, fmt.Sprint(i), hash(i)); got != want {
					t.Fatalf("%d hashes, %d events: event %d is %v", hashes, len(log), i, got)
				}
			}
		}
	}
}

// TestIDIndexCatchesUp asks for events of a log that has grown since.
func TestIDIndexCatchesUp(t *testing.T) {
	var log []*store.StoredEvent
	var index idIndex
	for n := range 100 {
		log = append(log, &store.StoredEvent{ID: fmt.Sprint(n)})
		if n%7 == 0 && (index.find(log, fmt.Sprint(n)) != log[n] || index.find(log, "none") != nil) {
			t.Fatalf("%d events: the last is not found, or what isn't there is", len(log))
		}
	}
	for i, want := range log {
		if got := index.find(log, fmt.Sprint(i)); got != want {
			t.Fatalf("event %d is %v", i, got)
		}
	}
}
