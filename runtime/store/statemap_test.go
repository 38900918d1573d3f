package store

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"testing"
)

// TestStateMapAgainstMap writes at random and keeps snapshots on the way: each
// must go on showing what the map held when it was taken.
func TestStateMapAgainstMap(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 0))
		start, want := map[string]any{}, map[string]any{}
		for i := range random.IntN(200) {
			start[fmt.Sprint(i)], want[fmt.Sprint(i)] = i, i
		}
		m := NewStateMap(PlainValues(start))
		type taken struct {
			values Values
			want   map[string]any
		}
		var snapshots []taken
		for i := range 2000 {
			name := fmt.Sprint(random.IntN(300))
			if random.IntN(3) == 0 {
				m.Put(name, nil)
				delete(want, name)
			} else {
				m.Put(name, i)
				want[name] = i
			}
			if random.IntN(20) == 0 {
				snapshots = append(snapshots, taken{m.Snapshot(), maps.Clone(want)})
			}
			if v, ok := m.Get(name); ok != (want[name] != nil) || v != want[name] {
				t.Fatalf("seed %d, step %d: got %v, want %v", seed, i, v, want[name])
			}
		}
		for i, s := range snapshots {
			if got := maps.Collect(s.values.All()); !reflect.DeepEqual(got, s.want) {
				t.Fatalf("seed %d: snapshot %d holds %d values, want %d", seed, i, len(got), len(s.want))
			}
		}
	}
}

// TestStateMapForgetsWhatItNeverHeld keeps names that come and go from piling
// up.
func TestStateMapForgetsWhatItNeverHeld(t *testing.T) {
	var m StateMap
	for i := range 1000 {
		m.Put(fmt.Sprint(i), i)
		if i%10 == 0 {
			_ = m.Snapshot()
		}
		m.Put(fmt.Sprint(i), nil)
	}
	if n := m.Snapshot().Len(); n > 100 {
		t.Fatalf("an empty map remembers %d names", n)
	}
}
