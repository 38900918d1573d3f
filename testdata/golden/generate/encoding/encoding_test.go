package encoding

import (
	"errors"
	"net/mail"
	"net/url"
	"reflect"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

func TestJSONText(t *testing.T) {
	m := runtime.MapState{}
	s := Of(m)
	if err := errors.Join(
		s.SetFlight(Flight{Number: "A", Seats: []int{1}}), s.SetCounts(map[string]int64{"x": 1 << 60}), s.SetLabel("a\"b"),
	); err != nil {
		t.Fatal(err)
	}
	want := runtime.MapState{
		"flight": `{"number":"A","seats":[1]}`, "counts": `{"x":"1152921504606846976"}`, "label": `"a\"b"`,
	}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("stored %v", m)
	}
	snap, err := Load(m)
	if err != nil || !reflect.DeepEqual(snap.Flight, &Flight{Number: "A", Seats: []int{1}}) || snap.Counts["x"] != 1<<60 || snap.Label != "a\"b" {
		t.Errorf("got %+v, %v", snap, err)
	}
}

func TestJSONTextErrors(t *testing.T) {
	for _, bad := range []any{1, "{", `{"number":1}`, map[string]any{"number": "A"}} {
		if _, _, err := Read(runtime.MapState{"flight": bad}).Flight(); err == nil {
			t.Errorf("%v was read", bad)
		}
	}
}

const lostUser = `state key "account": User.username: want a value that comes back from its JSON, found string that is lost: ` +
	"url.URL needs methods for JSON or text that keep it, or an Equal that does not count it"

func TestGoType(t *testing.T) {
	m := runtime.MapState{}
	s := Of(m)
	if err := s.SetAccount(url.URL{Scheme: "https", Host: "example.com"}); err != nil {
		t.Fatal(err)
	}
	if got, ok, err := s.Account(); got.Host != "example.com" || !ok || err != nil {
		t.Errorf("got %v, %v, %v", got, ok, err)
	}
	if err := s.SetAccount(url.URL{Scheme: "https", Host: "example.com", User: url.User("ann")}); err == nil || err.Error() != lostUser {
		t.Errorf("user info: %v", err)
	}
	if got, err := s.Address(); got != (mail.Address{Name: "Ann", Address: "ann@example.com"}) || err != nil {
		t.Errorf("default: %v, %v", got, err)
	}
	if _, _, err := Read(runtime.MapState{"account": "x"}).Account(); err == nil {
		t.Error("text was read as a struct")
	}
}
