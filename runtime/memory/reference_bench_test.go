package memory_test

import (
	"fmt"
	"math/rand/v2"
	goruntime "runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
)

// byHand is the least that a store must do, whoever writes it. It checks
// nothing, and its copies are one level deep. The other reference, a read of a
// map with its type assertion, is measured beside what is compared with it.
type byHand struct {
	mu    sync.Mutex
	state map[string]any
	log   []*kept
}

type kept struct {
	event  runtime.Event
	writes [5]store.Write
}

// append makes an ID, looks at the clock, keeps a copy of the event and writes
// its delta.
func (h *byHand) append(e *runtime.Event) {
	e.ID, e.Timestamp = strconv.FormatUint(rand.Uint64(), 36), time.Now()
	stored := &kept{event: *e}
	writes := stored.writes[:0]
	for key, value := range e.Actions.StateDelta {
		writes = append(writes, store.Write{Key: key, Value: value})
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.log = append(h.log, stored)
	for _, w := range writes {
		h.state[w.Key] = w.Value
	}
}

// view is what get returns: which session it is, what it held, and when.
type view struct {
	key   store.SessionKey
	state map[string]any
	log   []*kept
	last  time.Time
}

// get shares what it shows, and leaves it to others to copy before they write.
func (h *byHand) get(key store.SessionKey) *view {
	h.mu.Lock()
	defer h.mu.Unlock()
	v := &view{key: key, state: h.state, log: h.log}
	if n := len(h.log); n > 0 {
		v.last = h.log[n-1].event.Timestamp
	}
	return v
}

var viewed *view // so that views aren't kept on the stack

// BenchmarkReference does by hand what the other benchmarks do: how an append
// takes more time than a map, how two cores fare, and what a Get costs beside a
// long history, with no more than the work itself, on this machine and with this
// collector.
func BenchmarkReference(b *testing.B) {
	b.Run("append/keys=5", func(b *testing.B) {
		h := &byHand{state: filled(10)}
		b.ReportAllocs()
		defer cputime.Report(b)()
		for e := event(5); b.Loop(); {
			h.append(e)
		}
	})
	b.Run("append/one", func(b *testing.B) { appendByHand(b, 1) })
	b.Run("append/two", func(b *testing.B) { appendByHand(b, 2) })
	for _, events := range []int{0, 100_000} {
		b.Run(fmt.Sprintf("get/events=%d", events), func(b *testing.B) {
			key := store.SessionKey{AppName: "a", UserID: "u", SessionID: "s"}
			sessions := map[store.SessionKey]*byHand{key: {state: filled(10)}}
			e := event(5)
			for range events {
				sessions[key].append(e)
			}
			goruntime.GC() // of what came before
			b.ReportAllocs()
			defer cputime.Report(b)()
			for b.Loop() {
				viewed = sessions[key].get(key)
			}
		})
	}
}

// appendByHand shares the appends out to goroutines, each with a log and a state
// of its own.
func appendByHand(b *testing.B, goroutines int) {
	stores := make([]*byHand, goroutines)
	for i := range stores {
		stores[i] = &byHand{state: filled(10)}
	}
	share(b, goroutines, func(worker, times int) {
		for e := event(5); times > 0; times-- {
			stores[worker].append(e)
		}
	})
}
