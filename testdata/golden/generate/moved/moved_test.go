package moved

import (
	"errors"
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// stored are values that earlier schemas stored, and what reading them gives.
func stored() runtime.MapState {
	return runtime.MapState{
		"trip_count": 3, "nights_slept": 2, "lang": "german", "share": 5, "seat": "1A", "row": []any{1, 2},
		"steps": []any{"search", "payment"}, "step": "payment", "budget": "9.5 NOK", "secret": "1 EUR", "count_text": "7", "label": 12.0,
		"ratio_text": "1.5", "flag": "true", "since_text": "2026-01-02T03:04:05Z", "purchase_1": 5, "bought_2": "6", "tag_x": "t",
		"flight": map[string]any{"code": "X1", "seat": "2B", "price": 10, "phase": "look", "next": []any{map[string]any{"flight_no": "X2", "seats": []any{}}}},
		"flights": map[string]any{"number": "X3", "seats": []any{}, "phase": "purchase"},
		"as_text": map[string]any{"code": "X4", "seats": []any{}}, "old_notes": `{"code":"X5","seat":"9"}`,
	}
}

func want() *Snapshot {
	return &Snapshot{
		TripCount: 3, AppNightsBooked: 2, UserLanguage: LangDe, Share: 5, Seats: []string{"1A"}, Rows: &[][]int{{1, 2}},
		Steps: []Step{StepSearch, StepPay}, Phases: []Step{}, Step: StepPay, Budget: &Budget{Amount: 9.5, Currency: "NOK"},
		Secret: &Budget{Amount: 1, Currency: "EUR"}, Count: new(7), Label: new("12"), Ratio: new(1.5), Flag: new(true),
		Since: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Purchase: map[string]int{"1": 5, "2": 6}, Tags: map[string][]string{"x": {"t"}},
		Flight: &Flight{
			Number: "X1", Seats: []string{"2B"}, Price: &Budget{Amount: 10, Currency: "EUR"}, Step: new(StepSearch),
			Next: &Flight{Number: "X2", Seats: []string{}},
		},
		Flights: []Flight{{Number: "X3", Seats: []string{}}},
		AsText:  &Flight{Number: "X4", Seats: []string{}},
		Notes:   map[string]any{"number": "X5", "seats": []any{"9"}},
	}
}

func TestLoadReadsOlderValues(t *testing.T) {
	m := stored()
	got, err := Load(m)
	if err != nil || !reflect.DeepEqual(got, want()) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want())
	}
	if !reflect.DeepEqual(m, stored()) {
		t.Errorf("reading changed the state to %v", m)
	}
}

// TestWrittenAsToday writes back what was read: all of it is under today's keys
// then, in today's forms, and reads the same.
func TestWrittenAsToday(t *testing.T) {
	m := stored()
	w := want()
	s := Of(m)
	if err := errors.Join(
		s.SetTripCount(w.TripCount), s.SetAppNightsBooked(2), s.SetUserLanguage(w.UserLanguage), s.SetShare(5), s.SetSeats(w.Seats), s.SetRows(*w.Rows),
		s.SetSteps(w.Steps), s.SetStep(w.Step), s.SetBudget(*w.Budget), s.SetSecret(*w.Secret), s.SetCount(7), s.SetLabel("12"),
		s.SetRatio(1.5), s.SetFlag(true), s.SetSince(w.Since), s.SetPurchase("1", 5), s.SetPurchase("2", 6), s.SetTags("x", []string{"t"}),
		s.SetFlight(*w.Flight), s.SetFlights(w.Flights), s.SetAsText(*w.AsText), s.SetNotes(w.Notes),
	); err != nil {
		t.Fatal(err)
	}
	flight := map[string]any{
		"number": "X1", "seats": []any{"2B"}, "price": map[string]any{"amount": 10.0, "currency": "EUR"}, "step": "search",
		"next": map[string]any{"number": "X2", "seats": []any{}},
	}
	asToday := runtime.MapState{
		"trips": 3, "user:nights": 2, "user:language": "de", "share": 5.0, "seats": []any{"1A"}, "rows": []any{[]any{1, 2}},
		"steps": []any{"search", "pay"}, "step": "pay", "budget": map[string]any{"amount": 9.5, "currency": "NOK"},
		"secret": map[string]any{"amount": 1.0, "currency": "EUR"}, "count": 7, "label": "12", "ratio": 1.5, "flag": true,
		"since": "2026-01-02T03:04:05Z", "order_1": 5, "order_2": 6, "tags_x": []any{"t"}, "flight": flight,
		"flights": []any{map[string]any{"number": "X3", "seats": []any{}}},
		"as_text": `{"number":"X4","seats":[]}`, "notes": map[string]any{"number": "X5", "seats": []any{"9"}},
	}
	if !reflect.DeepEqual(m, asToday) {
		t.Errorf("stored\n%v\nwant\n%v", m, asToday)
	}
	if got, err := Load(m); err != nil || !reflect.DeepEqual(got, w) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestClearForgetsOlderValues clears every key: nothing is left, and nothing is
// read.
func TestClearForgetsOlderValues(t *testing.T) {
	m := stored()
	s := Of(m)
	if err := errors.Join(
		s.ClearTripCount(), s.ClearAppNightsBooked(), s.ClearUserLanguage(), s.ClearShare(), s.ClearSeats(), s.ClearRows(), s.ClearSteps(), s.ClearStep(),
		s.ClearBudget(), s.ClearSecret(), s.ClearCount(), s.ClearLabel(), s.ClearRatio(), s.ClearFlag(), typed.Clear(movesSince.To(s.to), KeySince), s.ClearPurchase("1"),
		s.ClearPurchase("2"), s.ClearTags("x"), s.ClearFlight(), s.ClearFlights(), s.ClearAsText(), s.ClearNotes(),
	); err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(m, func(_ string, v any) bool { return v == nil })
	if len(m) > 0 {
		t.Errorf("left: %v", m)
	}
}

func TestMergesGoOnFromOlderValues(t *testing.T) {
	m := stored()
	resolved, err := mustBuild(t, NewDelta().
		AddTripCount(1).AddShare(0.5).AppendSeats("1B").UnionSteps(StepPay, StepSearch).
		AppendFlights(Flight{Number: "X6", Seats: []string{}}).AppendTags("x", "u")).Resolve(m)
	if err != nil {
		t.Fatal(err)
	}
	s := Of(m)
	if err := errors.Join(
		s.AddTripCount(1), s.AddShare(0.5), s.AppendSeats("1B"), s.UnionSteps(StepPay, StepSearch),
		s.AppendFlights(Flight{Number: "X6", Seats: []string{}}), s.AppendTags("x", "u"),
	); err != nil {
		t.Fatal(err)
	}
	flights := []any{map[string]any{"number": "X3", "seats": []any{}, "phase": "purchase"}, map[string]any{"number": "X6", "seats": []any{}}}
	for key, want := range map[string]any{
		"trips": 4, "trip_count": nil, "share": 5.5, "seats": []any{"1A", "1B"}, "seat": nil, "steps": []any{"search", "pay"},
		"flights": flights, "tags_x": []any{"t", "u"}, "tag_x": nil,
	} {
		if !reflect.DeepEqual(m[key], want) || !reflect.DeepEqual(resolved[key], want) {
			t.Errorf("%s is %v, and resolved %v; want %v", key, m[key], resolved[key], want)
		}
	}
}

func mustBuild(t *testing.T, d *Delta) runtime.Delta {
	t.Helper()
	delta, err := d.Build()
	if err != nil {
		t.Fatal(err)
	}
	return delta
}

// TestValuesWithoutCounterpart reads older values that have none today.
func TestValuesWithoutCounterpart(t *testing.T) {
	r := Read(runtime.MapState{
		"lang": "klingon", "count_text": "many", "since_text": "soon", "budget": "lots", "flag": "maybe", "ratio_text": "NaN",
		"secret": "hunter2", "bought_1": "x", "row": 5,
	})
	if v, err := r.UserLanguage(); v != LangEn || err != nil {
		t.Errorf("language: %q, %v", v, err)
	}
	_, hasCount, countErr := r.Count()
	_, hasFlag, flagErr := r.Flag()
	_, hasRatio, ratioErr := r.Ratio()
	_, hasOrder, orderErr := r.Purchase("1")
	if err := errors.Join(countErr, flagErr, ratioErr, orderErr); hasCount || hasFlag || hasRatio || hasOrder || err != nil {
		t.Errorf("count %v, flag %v, ratio %v, order %v, %v", hasCount, hasFlag, hasRatio, hasOrder, err)
	}
	if has, err := typed.Has(movesCount.From(r.from), KeyCount); has || err != nil {
		t.Errorf("HasCount: %v, %v", has, err)
	}
	for key, moves := range map[string]*typed.Moves{KeyBudget: movesBudget, KeySecret: movesSecret, KeySince: movesSince} {
		if set, err := typed.Has(moves.From(r.from), key); !set || err != nil {
			t.Errorf("%s is stored, but can't be converted: %v, %v", key, set, err)
		}
	}
	_, err := r.Since()
	wantError(t, err, `state key "since": want time (RFC 3339), found string "soon"`)
	_, _, err = r.Budget()
	wantError(t, err, `state key "budget": want an older value that can be converted, found string "lots": "lots" is not an amount and a currency`)
	_, _, err = r.Secret()
	wantError(t, err, `state key "secret": want an older value that can be converted, found string`)
	_, _, err = r.Rows()
	wantError(t, err, `state key "rows": want list, found int 5`)
	_, _, err = Read(runtime.MapState{"flight": map[string]any{"code": "X", "seats": []any{}, "next": []any{}}}).Flight()
	wantError(t, err, `state key "flight": next: want an older value that can be converted, found []interface {}: 0 flights follow`)
	_, _, err = Read(runtime.MapState{"count_share": 1.5}).Count()
	wantError(t, err, `state key "count": want int, found float64 1.5`)
	if v, _, err := Read(runtime.MapState{"count_text": "x", "count_share": 4.0}).Count(); v != 4 || err != nil {
		t.Errorf("count: %v, %v", v, err) // the first counts as not set
	}
}

// TestOlderWordsOfAnOlderEnum reads words that an older enum read as others.
func TestOlderWordsOfAnOlderEnum(t *testing.T) {
	for stored, want := range map[string]Step{"look": StepSearch, "buy": StepPay, "purchase": StepPay} {
		if v, ok, err := Read(runtime.MapState{"old_phase": stored}).Phase(); v != want || !ok || err != nil {
			t.Errorf("%s: %q, %v, %v", stored, v, ok, err)
		}
	}
	if v, _, err := Read(runtime.MapState{"text_phase": `"purchase"`}).Phase(); v != StepSearch || err != nil {
		t.Errorf("purchase: %q, %v", v, err)
	}
	_, _, err := Read(runtime.MapState{"text_phase": `"buy"`}).Phase()
	wantError(t, err, `state key "phase": want Step ("search", "pay"), found string "buy"`)
	_, _, err = Read(runtime.MapState{"old_phase": "x"}).Phase()
	wantError(t, err, `state key "phase": want OldStep ("look", "buy"), found string "x"`)
}

// TestItemOfAnEnum reads and merges with one item, whose word has become another.
func TestItemOfAnEnum(t *testing.T) {
	m := runtime.MapState{"phases": "payment"}
	if v, err := Read(m).Phases(); !reflect.DeepEqual(v, []Step{StepPay}) || err != nil {
		t.Errorf("got %v, %v", v, err)
	}
	if err := Of(m).UnionPhases(StepSearch, StepPay); err != nil || !reflect.DeepEqual(m["phases"], []any{"pay", "search"}) {
		t.Errorf("got %v, %v", m, err)
	}
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// TestTodaysValuesWin reads keys that are under several names.
func TestTodaysValuesWin(t *testing.T) {
	r := Read(runtime.MapState{"trips": 5, "trip_count": 3, "seats": []any{"x"}, "seat": "y", "flight": map[string]any{
		"number": "N", "code": "C", "flight_no": nil, "seats": []any{}, "other": 1,
	}})
	trips, err := r.TripCount()
	seats, err2 := r.Seats()
	flight, _, err3 := r.Flight()
	if err := errors.Join(err, err2, err3); err != nil || trips != 5 || !reflect.DeepEqual(seats, []string{"x"}) || flight.Number != "N" {
		t.Errorf("got %v, %v, %+v, %v", trips, seats, flight, err)
	}
	if flight.UnknownFields != `{"other":1}` {
		t.Errorf("unknown: %s", flight.UnknownFields)
	}
}

func TestInstruction(t *testing.T) {
	text, err := SummaryInstruction(stored())
	const flight = `{"next":{"number":"X2","seats":[]},"number":"X1","price":{"amount":10,"currency":"EUR"},"seats":["2B"],"step":"search"}`
	if want := "3 de pay " + flight + `  {"amount":9.5,"currency":"NOK"}`; text != want || err != nil {
		t.Errorf("got %q, %v\nwant %q", text, err, want)
	}
}

func TestNames(t *testing.T) {
	key, err := PurchaseKey("7")
	if KeyTripCount != "trips" || KeyAppNightsBooked != "user:nights" || key != "order_7" || err != nil {
		t.Errorf("got %s, %s, %s, %v", KeyTripCount, KeyAppNightsBooked, key, err)
	}
	if text := Read(stored()).LogValue().String(); strings.Contains(text, "EUR") {
		t.Errorf("a sensitive value is shown: %s", text)
	}
}
