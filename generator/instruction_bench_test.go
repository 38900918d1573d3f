package generator_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
)

var benchBooking runtime.State = runtime.MapState{
	bookingstate.KeyBookingStep:       "done",
	bookingstate.KeyUserName:          "Ann",
	bookingstate.KeyBookingReference:  "K7XQ2M",
	bookingstate.KeyUserNextDeparture: "2026-03-14T08:30:00Z",
}

// frontDeskByHand is bookingstate.FrontDeskInstruction as one would write it:
// it appends the same pieces in one go, and takes the same values, as far as
// texts are concerned.
func frontDeskByHand(s runtime.ReadonlyState) (string, error) {
	var text strings.Builder
	text.Grow(545)
	text.WriteString(`# Front desk

You run the front desk of a travel agency. You decide which colleague serves the
traveller next, by the step that the booking has reached. Hand over without a word.
When the booking is done, tell the reference and when the flight leaves, unless the
traveller asks for another trip.

Step of this booking: `)
	step, err := textByHand(s, bookingstate.KeyBookingStep)
	switch {
	case errors.Is(err, runtime.ErrMissing):
		step = string(bookingstate.StepSearch)
	case err != nil:
		return "", err
	}
	if !bookingstate.Step(step).Valid() {
		return "", fmt.Errorf("%q is no step", step)
	}
	text.WriteString(step)
	text.WriteString("\nName: ")
	name, err := textByHand(s, bookingstate.KeyUserName)
	if err != nil && !errors.Is(err, runtime.ErrMissing) {
		return "", err
	}
	text.WriteString(name)
	text.WriteString("\nReference: ")
	reference, err := textByHand(s, bookingstate.KeyBookingReference)
	if err != nil && !errors.Is(err, runtime.ErrMissing) {
		return "", err
	}
	text.WriteString(reference)
	text.WriteString("\nNext departure: ")
	departure, err := textByHand(s, bookingstate.KeyUserNextDeparture)
	switch {
	case err == nil:
		if _, err := time.Parse(time.RFC3339Nano, departure); err != nil {
			return "", err
		}
	case !errors.Is(err, runtime.ErrMissing):
		return "", err
	}
	text.WriteString(departure)
	text.WriteString(`

Who serves which step:

- search: search
- choose_flight: search
- choose_seat: seats
- pay: payment
- another trip: search
`)
	return text.String(), nil
}

func textByHand(s runtime.ReadonlyState, key string) (string, error) {
	v, err := s.Get(key)
	if err != nil {
		return "", err
	}
	text, ok := v.(string)
	if !ok {
		return "", fmt.Errorf("%s is a %T", key, v)
	}
	return text, nil
}

// TestInstructionByHand checks that the benchmark's reference does the same
// work: of each state it makes the same text, or none either.
func TestInstructionByHand(t *testing.T) {
	for _, key := range []string{"", bookingstate.KeyBookingStep, bookingstate.KeyUserName, bookingstate.KeyBookingReference, bookingstate.KeyUserNextDeparture} {
		for _, value := range []any{nil, 5, "Ann", "pay", "2026-02-30T08:30:00Z", "2026-03-14T08:30:00.25+01:00"} {
			state := maps.Clone(benchBooking.(runtime.MapState))
			if delete(state, key); value != nil {
				state[key] = value
			}
			ours, err := bookingstate.FrontDeskInstruction(state)
			byHand, errByHand := frontDeskByHand(state)
			if ours != byHand || (err == nil) != (errByHand == nil) {
				t.Errorf("%q = %v: %v\n%s\nby hand: %v\n%s", key, value, err, ours, errByHand, byHand)
			}
		}
	}
}

// TestInstructionAllocations checks that a text no longer than was expected
// when the code was generated costs one allocation, and a longer one two.
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
	for range 20_000 { // whoever comes first would pay for memory that the process doesn't have yet
		_, err := bookingstate.FrontDeskInstruction(benchBooking)
		if _, errByHand := frontDeskByHand(benchBooking); err != nil || errByHand != nil {
			b.Fatal(err, errByHand)
		}
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
