package generator_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
	"github.com/seed92179c4c/stategen/internal/cputime"
	"github.com/seed92179c4c/stategen/runtime"
)

var benchBooking runtime.State = runtime.MapState{
	bookingstate.KeyBookingStep:       "done",
	bookingstate.KeyUserName:          "Ann",
	bookingstate.KeyBookingReference:  "K7XQ2M",
	bookingstate.KeyUserNextDeparture: "2026-03-14T08:30:00Z",
}

// frontDeskByHand is bookingstate.FrontDeskInstruction as one would write it.
func frontDeskByHand(s runtime.ReadonlyState) (string, error) {
	text := make([]byte, 0, 1024)
	for _, piece := range frontDesk {
		text = append(text, piece.text...)
		if piece.key == "" {
			break
		}
		v, err := s.Get(piece.key)
		if err != nil {
			return "", err
		}
		value, ok := v.(string)
		if !ok {
			return "", fmt.Errorf("%s is a %T", piece.key, v)
		}
		text = append(text, value...)
	}
	return string(text), nil
}

var frontDesk = []struct{ text, key string }{
	{`# Front desk

You run the front desk of a travel agency. You decide which colleague serves the
traveller next, by the step that the booking has reached. Hand over without a word.
When the booking is done, tell the reference and when the flight leaves, unless the
traveller asks for another trip.

Step of this booking: `, bookingstate.KeyBookingStep},
	{"\nName: ", bookingstate.KeyUserName},
	{"\nReference: ", bookingstate.KeyBookingReference},
	{"\nNext departure: ", bookingstate.KeyUserNextDeparture},
	{`

Who serves which step:

- search: search
- choose_flight: search
- choose_seat: seats
- pay: payment
- another trip: search
`, ""},
}

// TestInstructionAllocations holds that a text no longer than was expected when
// the code was generated costs one allocation, and a longer one two.
func TestInstructionAllocations(t *testing.T) {
	long := runtime.MapState(maps.Clone(benchBooking.(runtime.MapState)))
	long[bookingstate.KeyUserName] = strings.Repeat("Ann ", 200)
	for _, c := range []struct {
		state runtime.State
		want  float64
	}{{benchBooking, 1}, {long, 2}} {
		got := testing.AllocsPerRun(100, func() {
			if _, err := bookingstate.FrontDeskInstruction(c.state); err != nil {
				t.Fatal(err)
			}
		})
		if got > c.want {
			t.Errorf("%.0f allocations, want at most %.0f", got, c.want)
		}
	}
}

// BenchmarkInstruction renders a compiled instruction, beside code that appends
// the same pieces.
func BenchmarkInstruction(b *testing.B) {
	byHand, err := frontDeskByHand(benchBooking)
	if err != nil {
		b.Fatal(err)
	}
	if ours, err := bookingstate.FrontDeskInstruction(benchBooking); err != nil || ours != byHand {
		b.Fatalf("%v\n%s\nby hand:\n%s", err, ours, byHand)
	}
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		defer cputime.Report(b)()
		for b.Loop() {
			if _, err := bookingstate.FrontDeskInstruction(benchBooking); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("reference", func(b *testing.B) {
		b.ReportAllocs()
		defer cputime.Report(b)()
		for b.Loop() {
			if _, err := frontDeskByHand(benchBooking); err != nil {
				b.Fatal(err)
			}
		}
	})
}
