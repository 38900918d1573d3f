package families

import (
	"errors"
	"reflect"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

func TestKeys(t *testing.T) {
	for _, c := range []struct {
		want string
		err  string
		key  func() (string, error)
	}{
		{want: "order_A-17", key: func() (string, error) { return OrderKey("A-17") }},
		{err: `state key "order_{order_id}" can't have the parameters [""]: none may be empty or hold the text behind it`, key: func() (string, error) { return OrderKey("") }},
		{err: `state key "order_latest" of "order_{order_id}" is declared as a key of its own`, key: func() (string, error) { return OrderKey("latest") }},
		{want: "seat_LH_12", key: func() (string, error) { return SeatKey("LH", "12") }},
		{err: `state key "seat_{flight}_{row}" can't have the parameters ["L_H" "12"]: none may be empty or hold the text behind it`, key: func() (string, error) { return SeatKey("L_H", "12") }},
		{want: "seat_LH_1_2", key: func() (string, error) { return SeatKey("LH", "1_2") }},
		{err: `state key "app:stock_{item}_left" can't have the parameters ["a_left_b"]: none may be empty or hold the text behind it`, key: func() (string, error) { return AppStockLeftKey("a_left_b") }},
		{err: `state key "order_{order_id}": a parameter is not valid UTF-8 text, or has a NUL`, key: func() (string, error) { return OrderKey("\xff") }},
	} {
		got, err := c.key()
		if got != c.want || err == nil != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("got %q, %v; want %q, %q", got, err, c.want, c.err)
		}
	}
}

func TestLoad(t *testing.T) {
	m := runtime.MapState{"order_latest": "x", "orders": 1, "order_": 1, "order_gone": nil}
	s := Of(m)
	if err := errors.Join(
		s.SetOrder("a", Flight{Number: "LH1"}), s.SetOrder("b", Flight{Number: "LH2"}),
		s.AddUserVisits("Oslo", 2), s.AddUserVisits("Oslo", 3), s.SetSeat("LH", "12", "A"),
	); err != nil {
		t.Fatal(err)
	}
	snap, err := Load(m)
	want := &Snapshot{
		Order:       map[string]Flight{"a": {Number: "LH1"}, "b": {Number: "LH2"}},
		OrderLatest: new("x"), UserVisits: map[string]int{"Oslo": 5},
		Seat: map[SeatParams]string{{Flight: "LH", Row: "12"}: "A"}, AppStockLeft: map[string]int{},
	}
	if err != nil || !reflect.DeepEqual(snap, want) {
		t.Errorf("got %+v, %v", snap, err)
	}
}

func TestLimits(t *testing.T) {
	m := runtime.MapState{"app:stock_x_left": -1}
	s := Of(m)
	if err := s.SetOrder("a", Flight{Number: "1"}); err == nil {
		t.Error("a value over its limits was stored")
	}
	if _, err := Load(m); err == nil {
		t.Error("a value over its limits was loaded")
	}
	if n, err := s.AppStockLeft("y"); n != 5 || err != nil {
		t.Errorf("default: %d, %v", n, err)
	}
	if err := s.ClearOrder(""); err == nil {
		t.Error("an empty parameter was taken")
	}
}

func TestDelta(t *testing.T) {
	delta, err := NewDelta().SetOrder("a", Flight{Number: "LH1"}).ClearOrder("b").AddUserVisits("Oslo", 1).Build()
	if err != nil || len(delta) != 3 || delta["order_b"] != nil {
		t.Errorf("got %v, %v", delta, err)
	}
	if _, err := NewDelta().SetOrder("latest", Flight{}).Build(); err == nil {
		t.Error("a declared key was taken for one of the family")
	}
}
