package fieldsnew

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/common"
	old "github.com/seed92179c4c/stategen/testdata/golden/generate/fieldsold"
)

func newer() Flight {
	stop := Stop{City: "Oslo", Lounge: new(true)}
	return Flight{
		Number: "X1", Class: new(ClassBusiness), Miles: new(int64(1<<60 + 1)), Load: new(2.0), OddName: new("\"{}\u2028ä"),
		Booked: new(time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)), Notes: map[string]any{"a": []any{1.5, nil, map[string]any{}}},
		Carrier: Carrier{Name: "Air", URL: new("http://x")}, Stops: []Stop{stop, {City: "Rome"}}, Fees: map[string]Stop{"f": stop},
		NextLeg: &Flight{Number: "X2", Class: new(ClassEconomy), Stops: []Stop{}, Fees: map[string]Stop{}, Carrier: Carrier{Name: "B", URL: new("u")}},
		Price:   &common.Money{Cents: 5, Currency: common.CurrencyEur},
	}
}

// TestOlderCodeKeepsNewerFields has an object read and written back by code that
// doesn't know all of its fields.
func TestOlderCodeKeepsNewerFields(t *testing.T) {
	for name, reload := range map[string]func(runtime.MapState) runtime.MapState{
		"memory":  func(m runtime.MapState) runtime.MapState { return m },
		"as JSON": asJSON,
	} {
		t.Run(name, func(t *testing.T) {
			m := runtime.MapState{}
			stop := Stop{City: "Oslo", Lounge: new(false)}
			if err := errors.Join(
				Of(m).SetFlight(newer()), Of(m).SetAsText(newer()), Of(m).SetStop(stop), Of(m).SetStops([]Stop{stop}), Of(m).SetLeg("1", stop),
			); err != nil {
				t.Fatal(err)
			}
			m = reload(m)
			if err := roundTrip(m, "G7"); err != nil {
				t.Fatal(err)
			}
			want := newer()
			want.Gate = new("G7")
			m = reload(m)
			got, err := Load(m)
			if err != nil || !reflect.DeepEqual(got.Flight, &want) || !reflect.DeepEqual(got.AsText, &want) {
				t.Errorf("got %+v, %v", got.Flight, err)
			}
			if !reflect.DeepEqual(got.Stop, &stop) || !reflect.DeepEqual(got.Stops, []Stop{stop, stop}) || !reflect.DeepEqual(got.Leg["1"], stop) {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func asJSON(m runtime.MapState) runtime.MapState {
	text, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	var back runtime.MapState
	if err := json.Unmarshal(text, &back); err != nil {
		panic(err)
	}
	return back
}

// roundTrip reads and writes all keys as the older version does.
func roundTrip(m runtime.MapState, gate string) error {
	got, err := old.Load(m)
	if err != nil {
		return err
	}
	got.Flight.Gate, got.AsText.Gate = &gate, &gate
	s := old.Of(m)
	return errors.Join(
		s.SetFlight(*got.Flight), s.SetAsText(*got.AsText), s.SetStop(*got.Stop), s.SetStops(got.Stops), s.SetLeg("1", got.Leg["1"]),
		s.AppendStops(got.Stops...),
	)
}

// TestUnknownFieldsAreComparable checks that structs which could be compared
// still can be.
func TestUnknownFieldsAreComparable(t *testing.T) {
	m := runtime.MapState{"stop": map[string]any{"city": "Oslo", "b": 5, "a": "x"}}
	one, _, err := old.Of(m).Stop()
	if err != nil {
		t.Fatal(err)
	}
	two, _, err := old.Of(asJSON(m)).Stop()
	if err != nil || one != two || one.UnknownFields != `{"a":"x","b":5}` {
		t.Errorf("got %+v and %+v, %v", one, two, err)
	}
	if set := map[old.Stop]bool{one: true}; !set[two] {
		t.Error("not the same in a map")
	}
	if one == (old.Stop{City: "Oslo"}) {
		t.Error("unknown fields don't count")
	}
	if text, err := json.Marshal(one); string(text) != `{"city":"Oslo"}` || err != nil {
		t.Errorf("as JSON: %s, %v", text, err)
	}
}

// TestUnknownFieldsOfSensitiveKeys checks that what isn't known isn't printed.
func TestUnknownFieldsOfSensitiveKeys(t *testing.T) {
	m := runtime.MapState{"stop": map[string]any{"city": "Oslo", "secret": "hunter2"}}
	snapshot, err := old.Load(m)
	if err != nil {
		t.Fatal(err)
	}
	initial := old.Initial{Stop: snapshot.Stop}
	bad := *snapshot.Stop
	bad.UnknownFields = `{"secret":"hunter2",`
	err = old.Of(runtime.MapState{}).SetStop(bad)
	if err == nil {
		t.Fatal("text that is not JSON was stored")
	}
	for _, v := range []any{snapshot, *snapshot, initial, old.Of(m), err, snapshot.LogValue()} {
		if text := fmt.Sprintf("%v %+v %#v", v, v, v); strings.Contains(text, "hunter2") {
			t.Errorf("%T shows %s", v, text)
		}
	}
}

// TestFieldsThatNoStoreKeeps checks that a state in memory can be read whatever
// its unknown fields hold, and that they aren't lost without an error.
func TestFieldsThatNoStoreKeeps(t *testing.T) {
	ring := map[string]any{}
	ring["ring"] = ring
	for name, v := range map[string]any{
		"time": time.Now(), "channel": make(chan int), "ring": ring, "text": "\xff", "NUL": "a\x00b", "bytes": []byte("x"),
	} {
		t.Run(name, func(t *testing.T) {
			m := runtime.MapState{"leg_1": map[string]any{"city": "Oslo", "extra": v}}
			leg, ok, err := old.Of(m).Leg("1")
			if !ok || err != nil || leg.City != "Oslo" {
				t.Fatalf("got %+v, %v, %v", leg, ok, err)
			}
			err = old.Of(m).SetLeg("1", leg)
			if want := "UnknownFields: want fields that a store keeps, found others: "; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, written as %v", err, m)
			}
		})
	}
}

// TestUnknownFieldsMadeByHand tries what no read gives.
func TestUnknownFieldsMadeByHand(t *testing.T) {
	for text, want := range map[string]string{
		`{`:                      "UnknownFields: want a JSON object that a store keeps, found text",
		`[1]`:                    "UnknownFields: want a JSON object that a store keeps, found text",
		`{"x":"\u0000"}`:         "UnknownFields: want a JSON object that a store keeps, found text",
		`{"wait":5}`:             `UnknownFields: want fields that the schema doesn't declare, found "wait"`,
		`{"city":"Rome","a":1} `: `UnknownFields: want fields that the schema doesn't declare, found "city"`,
	} {
		leg := old.Stop{City: "Oslo"}
		leg.UnknownFields = typed.UnknownFields(text)
		m := runtime.MapState{}
		err := old.Of(m).SetLeg("1", leg)
		if err == nil || !strings.Contains(err.Error(), want) || len(m) > 0 {
			t.Errorf("%s: got %v, %v", text, err, m)
		}
	}
}

// TestReplacedObjectHasNoUnknownFields checks that an object made anew is stored as
// it is.
func TestReplacedObjectHasNoUnknownFields(t *testing.T) {
	m := runtime.MapState{"leg_1": map[string]any{"city": "Oslo", "extra": 1}}
	if err := old.Of(m).SetLeg("1", old.Stop{City: "Rome"}); err != nil {
		t.Fatal(err)
	}
	if want := (runtime.MapState{"leg_1": map[string]any{"city": "Rome"}}); !reflect.DeepEqual(m, want) {
		t.Errorf("got %v", m)
	}
}
