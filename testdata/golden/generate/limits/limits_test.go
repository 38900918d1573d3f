package limits

import (
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

func TestSetters(t *testing.T) {
	s := Of(runtime.MapState{})
	good := Seat{Row: 1, Letter: "A"}
	for _, c := range []struct {
		err  error
		want string
	}{
		{s.SetAge(151), `state key "age": want at most 150, found int 151`},
		{s.SetBalance(-11), `state key "balance": want at least -10, found int64 -11`},
		{s.SetRate(1.5), `state key "rate": want at most 1, found float64 1.5`},
		{s.SetWait(2 * time.Hour), `state key "wait": want at most 1h0m0s, found time.Duration 2h0m0s`},
		{s.SetStartsAt(time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)), `state key "starts_at": want a time not before 2026-01-01T00:00:00Z, found time.Time 2025-01-01T00:00:00Z`},
		{s.SetStartsAt(time.Date(2028, 1, 1, 0, 0, 0, 0, time.UTC)), `not after`},
		{s.SetCode("A1"), `want at least 3 characters, found 2`},
		{s.SetCode("ÄÖ1"), `want text that matches ^[A-Z]{2}[0-9]+$, found string "ÄÖ1"`},
		{s.SetCode("AB12345"), `want at most 6 characters, found 7`},
		{s.SetBlob([]byte("12345")), `want at most 4 bytes, found 5`},
		{s.SetTags([]string{"a", "b", "c", "d"}), `want at most 3 items, found 4`},
		{s.SetTags([]string{"a", "b", "a"}), `want items that differ, found the same at 0 and 2`},
		{s.SetSeat(Seat{Row: 61, Letter: "A"}), `state key "seat": row: want at most 60, found int 61`},
		{s.SetSeat(Seat{Row: 1, Letter: "A", Note: new("123456")}), `note: want at most 5 characters, found 6`},
		{s.SetCabin(Cabin{}), `seats: want at least 1 item, found 0`},
		{s.SetCabin(Cabin{Seats: []Seat{good, {Row: 0, Letter: "A"}}}), `seats[1].row: want at least 1, found int 0`},
		{s.SetCabins(map[string]Cabin{"x": {Seats: []Seat{good}, Spare: &Seat{Row: 1, Letter: "Z"}}}), `x.spare.letter: want text that matches`},
		{s.SetAge(150), ""},
		{s.SetCode("AB123"), ""},
		{s.SetTags([]string{"a"}), ""},
		{s.SetCabin(Cabin{Seats: []Seat{good}}), ""},
	} {
		if c.want == "" && c.err != nil || c.want != "" && (c.err == nil || !strings.Contains(c.err.Error(), c.want)) {
			t.Errorf("got %v, want %q", c.err, c.want)
		}
	}
}

func TestGetterReadsWhatLoadRefuses(t *testing.T) {
	m := runtime.MapState{"age": 200, "balance": -20, "tags": []any{"a", "a"}}
	if n, err := Read(m).Age(); n != 200 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	_, err := Load(m)
	for _, want := range []string{`"age"`, `"balance"`, `"tags"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v lacks %s", err, want)
		}
	}
}

func TestBuild(t *testing.T) {
	if _, err := NewDelta().SetAge(-1).Build(); err == nil {
		t.Error("a delta took a value over its limits")
	}
	if _, err := (Initial{Age: 200}).Build(); err == nil {
		t.Error("an initial state took a value over its limits")
	}
}
