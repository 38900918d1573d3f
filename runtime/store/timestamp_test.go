package store

import (
	"math/rand/v2"
	"testing"
	"time"
)

// FuzzTimestamp holds that what parseUTC reads is what package time reads.
func FuzzTimestamp(f *testing.F) {
	for _, seed := range []string{
		"2026-03-14T15:09:26.535897Z", "2026-03-14T15:09:26Z", "0000-01-01T00:00:00.000000001Z", "9999-12-28T23:59:59.999999999Z",
		"2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-03-14T24:00:00Z", "2026-03-14T15:09:60Z", "2026-03-14T15:09:26.Z",
		"2026-03-14T15:09:26.1234567890Z", "2026-03-14T15:09:26,5Z", "2026-03-14T15:09:26.5+01:00", "2026-03-14t15:09:26z", "+026-03-14T15:09:26Z", "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := parseUTC(text)
		if !ok {
			return
		}
		var want time.Time
		if err := want.UnmarshalText([]byte(text)); err != nil || got != want.UTC() {
			t.Fatalf("%q: got %v, package time has %v, error %v", text, got, want, err)
		}
	})
}

// TestTimestamp reads times as they are written.
func TestTimestamp(t *testing.T) {
	for seed := range uint64(2000) {
		random := rand.New(rand.NewPCG(seed, 0))
		want := time.UnixMicro(random.Int64N(4e15)).UTC()
		if seed%3 == 0 {
			want = want.Truncate(time.Second)
		}
		text, err := want.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := parseUTC(string(text)); ok != (want.Day() <= 28) || ok && got != want {
			t.Errorf("%s: got %v, %v", text, got, ok)
		}
	}
}
