package types

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

var flight = Flight{
	Number: "LH1", Price: 10, Seats: []string{"1A"}, Stopover: new("Oslo"), Step: new(StepDone),
	Departs: new(time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)), Extra: []any{"x", nil},
	NextLeg: &Flight{Number: "LH2", Seats: []string{}, Carrier: Carrier{Name: "A"}}, Carrier: Carrier{Name: "B", APIURL: new("u")},
}

func TestObject(t *testing.T) {
	m := runtime.MapState{}
	if err := Of(m).SetSelectedFlight(flight); err != nil {
		t.Fatal(err)
	}
	got, ok, err := Of(m).SelectedFlight()
	if !ok || err != nil || !reflect.DeepEqual(got, flight) {
		t.Errorf("got %+v, %v, %v", got, ok, err)
	}
	text, _ := json.Marshal(m)
	var back map[string]any
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	got, _, err = Of(runtime.MapState(back)).SelectedFlight()
	if err != nil || !reflect.DeepEqual(got, flight) {
		t.Errorf("reloaded: %+v, %v", got, err)
	}
}

func TestObjectErrorsNameThePlace(t *testing.T) {
	m := runtime.MapState{"selected_flight": map[string]any{
		"number": 1, "price": 1, "seats": []any{"1A", nil}, "carrier": map[string]any{}, "step": "flying", "undeclared": true,
	}}
	_, _, err := Of(m).SelectedFlight()
	for _, want := range []string{
		`state key "selected_flight": number: want string, found int 1`,
		`seats[1]: want string, found null`,
		`step: want Step ("search", "select_flight", "confirm_payment", "done"), found string "flying"`,
		`carrier.name: want a value, found nothing`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v lacks %q", err, want)
		}
	}
}

func TestDefaultObject(t *testing.T) {
	got, err := Of(runtime.MapState{}).OfferedFlight()
	want := Flight{Number: "X1", Price: 9.5, Seats: []string{"1A"}, Stopover: new("Oslo"), Step: new(StepDone),
		Carrier: Carrier{Name: "Air", APIURL: new("http://x")}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestEnum(t *testing.T) {
	s := Of(runtime.MapState{"first_step": "flying"})
	if v, err := s.BookingStep(); v != StepSearch || err != nil {
		t.Errorf("default: %q, %v", v, err)
	}
	if _, err := s.FirstStep(); err == nil {
		t.Error("an unknown value was read")
	}
	if err := s.SetFirstStep("flying"); err == nil {
		t.Error("an unknown value was stored")
	}
	if err := errors.Join(s.SetVerdict(ThumbUp), s.SetBookingStep(StepDone)); err != nil {
		t.Fatal(err)
	}
	if v, ok, err := s.Verdict(); v != "+1" || !ok || err != nil {
		t.Errorf("got %q, %v, %v", v, ok, err)
	}
	if v, err := ParseStep("done"); v != StepDone || err != nil {
		t.Errorf("ParseStep: %q, %v", v, err)
	}
	if _, err := ParseStep(""); err == nil {
		t.Error("ParseStep took an empty text")
	}
	if len(StepValues()) != 4 || !StepDone.Valid() || Step("x").Valid() {
		t.Error("StepValues or Valid is wrong")
	}
}

func TestInitialNeedsValidEnum(t *testing.T) {
	if _, err := (Initial{}).Build(); err == nil || !strings.Contains(err.Error(), `"first_step"`) {
		t.Errorf("got %v", err)
	}
}

// TestLegsInARing tries objects that hold themselves, in Go and in a state.
func TestLegsInARing(t *testing.T) {
	leg := Flight{Number: "X1"}
	leg.NextLeg = &leg
	m := runtime.MapState{}
	stored := map[string]any{"number": "X1", "price": 1.5, "seats": []any{}, "carrier": map[string]any{"name": "Air"}}
	stored["next_leg"] = stored
	_, initial := Initial{SelectedFlight: &leg}.Build()
	_, _, read := Of(runtime.MapState{"selected_flight": stored}).SelectedFlight()
	_, load := Load(runtime.MapState{"selected_flight": stored, "first_step": "done", "home_carrier": stored["carrier"]})
	for what, err := range map[string]error{"Set": Of(m).SetSelectedFlight(leg), "Initial": initial, "read": read, "Load": load} {
		want := `state key "selected_flight": want a value that doesn't contain itself, found one that nests too deeply`
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", what, err)
		}
	}
}
