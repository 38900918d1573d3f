package generator_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/client"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/clients"
)

// BenchmarkGuard checks a client's delta of eight keys.
func BenchmarkGuard(b *testing.B) {
	delta := map[string]any{
		"city": "Rome", "wish": "aisle", "nights": 3.0, "budget": 1.5, "big": 7.0, "note_1": "x", "user:name": "Ann", "must": "y",
	}
	b.ReportAllocs()
	defer cputime.Report(b)()
	for b.Loop() {
		if _, err := clients.Clients.CheckDelta(delta, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkView makes the client's view of 100 keys, beside encoding/json of the same map.
func BenchmarkView(b *testing.B) {
	state := runtime.MapState{}
	var keys []client.Declared
	for i := range 50 {
		text, number := fmt.Sprintf("text_%d", i), fmt.Sprintf("number_%d", i)
		state[text], state[number] = "a value of some length", i
		keys = append(keys,
			client.Key[string]{Name: text, As: typed.AsString, From: typed.FromString},
			client.Key[int]{Name: number, As: typed.AsInt, From: typed.FromInt})
	}
	contract := client.NewContract(keys...)
	b.Run("ours", func(b *testing.B) {
		defer cputime.Report(b)()
		for b.Loop() {
			if _, err := contract.View(state); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("reference", func(b *testing.B) {
		defer cputime.Report(b)()
		for b.Loop() {
			if _, err := json.Marshal(map[string]any(state)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
