package clients

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	stategen "github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/client"
	"github.com/seed92179c4c/stategen/runtime/memory"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// opened is a session, and what a tab of a browser has of it.
type opened struct {
	svc     *stategen.Service
	session *stategen.Session
	ids     int
}

func open(t *testing.T, state map[string]any) *opened {
	t.Helper()
	svc := memory.New()
	s, err := svc.Create(t.Context(), stategen.CreateRequest{AppName: "app", UserID: "ann", SessionID: "s", State: state})
	must(t, err)
	return &opened{svc: svc, session: s}
}

func (o *opened) fresh(t *testing.T) *stategen.Session {
	t.Helper()
	s, err := o.svc.Get(t.Context(), stategen.GetRequest{AppName: "app", UserID: "ann", SessionID: "s"})
	must(t, err)
	return s
}

// send sends changes as a tab does that saw base.
func (o *opened) send(ctx context.Context, base, set string) (*client.Result, error) {
	o.ids++
	return ApplyClient(ctx, o.svc, o.session, json.RawMessage(base), client.Changes{ID: fmt.Sprint(o.ids), Set: json.RawMessage(set)})
}

// write writes as a tool does.
func (o *opened) write(t *testing.T, delta stategen.Delta) {
	t.Helper()
	must(t, o.svc.AppendEvent(t.Context(), o.fresh(t), &stategen.Event{Author: "tool", Actions: stategen.Actions{StateDelta: delta}}))
}

func sameJSON(t *testing.T, name string, got any, want string) {
	t.Helper()
	text, err := json.Marshal(got)
	must(t, err)
	var a, b any
	must(t, json.Unmarshal(text, &a))
	must(t, json.Unmarshal([]byte(want), &b))
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%s: %s, want %s", name, text, want)
	}
}

// TestValuesGoAndComeBack sends a value of each type, and looks at what a client sees then.
func TestValuesGoAndComeBack(t *testing.T) {
	for _, c := range []struct{ key, sent, seen string }{
		{"city", `"Rome"`, ""},
		{"wish", `"gang"`, `"aisle"`}, // by an older client
		{"nights", `2.0`, `2`},
		{"nights", `"2"`, `2`},
		{"budget", `1e2`, `100`},
		{"big", `9007199254740991`, ""},
		{"big", `"9223372036854775807"`, ""},
		{"photo", `"AAEC"`, ""},
		{"start", `"2026-01-02T03:04:05+01:00"`, `"2026-01-02T02:04:05Z"`},
		{"wait", `"90m"`, `"1h30m0s"`},
		{"seat", `{"row": 3}`, ""},
		{"seats", `[{"row": 3, "note": "x"}]`, ""},
		{"seats", `[]`, ""},
		{"trip", `{"to": "Oslo", "next": {"to": "Rome", "miles": "9223372036854775807"}}`, ""},
		{"legs", `{"a": {"to": "Oslo"}}`, ""},
		{"packed", `{"row": 3}`, ""},
		{"anything", `{"a": [1, 2.5, null, "x"]}`, ""},
		{"link", `"192.0.2.1"`, ""},
		{"votes", `3`, ""},
		{"tags", `["a", "a"]`, `["a"]`},
		{"taken", `[{"row": 1}]`, ""},
		{"note_1", `"x"`, ""},
		{"tally_a", `2`, ""},
		{"must", `""`, ""},
		{"user:name", `"Ann"`, ""},
	} {
		o := open(t, nil)
		result, err := o.send(t.Context(), "", `{"`+c.key+`": `+c.sent+`}`)
		if err != nil || len(result.Conflicts) > 0 {
			t.Errorf("%s = %s: %+v, error %v", c.key, c.sent, result, err)
			continue
		}
		want := c.seen
		if want == "" {
			want = c.sent
		}
		sameJSON(t, c.key, result.Values[c.key], want)
		view, err := ClientView(o.fresh(t).State())
		must(t, err)
		var seen map[string]any
		must(t, json.Unmarshal(view, &seen))
		sameJSON(t, c.key+" in the view", seen[c.key], want)
		if _, err := Load(o.fresh(t).State()); err != nil && !stategen.IsMissing(err) {
			t.Errorf("%s = %s: generated code can't read it: %v", c.key, c.sent, err)
		}
	}
}

// TestRefused sends what no client may: each is refused, with the key, and nothing is stored.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ set, keys string }{
		{`{"offers": []}`, "offers"},
		{`{"plan": "x"}`, "plan"},
		{`{"user:token": "x"}`, "user:token"},
		{`{"app:motto": "x"}`, "app:motto"},
		{`{"app:promotion": "x"}`, "app:promotion"},
		{`{"nobody": 1}`, "nobody"},
		{`{"City": "x", " city": "x", "city ": "x", "session:city": "x", "user:city": "x", "CITY": "x", "сity": "x"}`,
			" city|CITY|City|city |session:city|user:city|сity"},
		{`{"user:nick": "x"}`, "user:nick"}, // a name of before
		{`{"temp:page": "x"}`, "temp:page"},
		{`{"note_": "x"}`, "note_"},
		{`{"note_total": 3}`, "note_total"}, // a key of its own
		{`{"_adk_null_city": true}`, "_adk_null_city"},
		{`{"": 1}`, ""},
		{`{"must": null}`, "must"},
		{`{"votes": null}`, "votes"},
		{`{"city": 1, "nights": 31, "wish": "middle", "seat": {"row": 0}, "photo": "?"}`, "city|nights|photo|seat|wish"},
		{`{"city": "123456789012345678901"}`, "city"},
		{`{"seat": {"row": 1, "colour": "red"}}`, "seat"},
		{`{"trip": {"to": "Oslo", "next": {"to": "Rome", "x": 1}}}`, "trip"},
		{`{"taken": [{"row": 0}]}`, "taken"},
		{`{"votes": {"Kind": 1, "Operand": 5}}`, "votes"},
		{`{"votes": 101}`, "votes"},
		{`{"city": "a", "city": "b"}`, "city"},
		{`{"anything": {"a": [{"b": 1, "b": 2}]}}`, "anything"},
		{`{"city": "\ud800"}`, "city"},
		{"{\"city\": \"\xff\"}", "city"},
		{`{"city": "\u0000"}`, "city"},
		{`["city"]`, ""},
		{`{"city": "a"`, ""},
		{`{"city": "a"} {}`, ""},
		{`{"nights": 1e999}`, "nights"},
		{`{"anything": ` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `}`, "anything"},
		{`{"anything": "` + strings.Repeat("x", 13<<20) + `"}`, "anything"},
	} {
		o := open(t, map[string]any{"city": "Oslo"})
		before, err := ClientView(o.fresh(t).State())
		must(t, err)
		_, err = o.send(t.Context(), `{"city": "Oslo"}`, c.set)
		var refused *client.RefusedError
		if !errors.As(err, &refused) {
			t.Errorf("%.80s: error %v", c.set, err)
			continue
		}
		var keys []string
		for _, k := range refused.Keys {
			keys = append(keys, k.Key)
		}
		if got := strings.Join(keys, "|"); got != c.keys {
			t.Errorf("%.80s: refused %q, want %q: %v", c.set, got, c.keys, err)
		}
		if len(err.Error()) > 5000 {
			t.Errorf("%.80s: an error of %d bytes", c.set, len(err.Error()))
		}
		after, err := ClientView(o.fresh(t).State())
		must(t, err)
		if string(after) != string(before) || o.fresh(t).Events().Len() != 0 {
			t.Errorf("%.80s: stored %s", c.set, after)
		}
	}
}

func TestAThousandKeys(t *testing.T) {
	o := open(t, nil)
	set := map[string]any{}
	for i := range 1000 {
		set[fmt.Sprintf("note_%d", i)] = "x"
	}
	text, err := json.Marshal(set)
	must(t, err)
	result, err := o.send(t.Context(), "{}", string(text))
	must(t, err)
	if len(result.Values) != 1000 || o.fresh(t).Events().Len() != 1 {
		t.Errorf("%d values, %d events", len(result.Values), o.fresh(t).Events().Len())
	}
	set["plan"], set["nobody"] = "x", 1
	text, err = json.Marshal(set)
	must(t, err)
	var refused *client.RefusedError
	if _, err := o.send(t.Context(), "{}", string(text)); !errors.As(err, &refused) || len(refused.Keys) != 2 {
		t.Errorf("error %v", err)
	}
}

// TestStaleTab lets a tool write what a tab has seen before.
func TestStaleTab(t *testing.T) {
	o := open(t, map[string]any{"city": "Oslo"})
	base, err := ClientView(o.session.State())
	must(t, err)
	o.write(t, stategen.Delta{"city": "Bergen"})
	result, err := o.send(t.Context(), string(base), `{"city": "Rome", "wish": "aisle"}`)
	must(t, err)
	sameJSON(t, "result", result, `{"conflicts": ["city"], "values": {"city": "Bergen", "wish": "window"}}`)
	if events := o.fresh(t).Events(); events.Len() != 1 {
		t.Errorf("%d events", events.Len())
	}
	result, err = o.send(t.Context(), `{"city": "Bergen"}`, `{"city": "Rome", "wish": "aisle"}`)
	must(t, err)
	if result.EventID == "" {
		t.Errorf("%+v", result)
	}
	last := o.fresh(t).Events().At(1)
	if last.Author != "user" || last.ID != result.EventID {
		t.Errorf("event %+v", last)
	}
	if result, err = o.send(t.Context(), "", `{"city": null}`); err != nil || len(result.Conflicts) != 1 {
		t.Errorf("without a base: %+v, error %v", result, err)
	}
	if result, err = o.send(t.Context(), `{"city": "Rome"}`, `{"city": null}`); err != nil || len(result.Values) != 0 {
		t.Errorf("unset: %+v, error %v", result, err)
	}
}

// TestBase has bases that mean what is there, though they are written otherwise.
func TestBase(t *testing.T) {
	for _, c := range []struct {
		state      map[string]any
		base, set  string
		isConflict bool
	}{
		{nil, `{"wish": "window"}`, `{"wish": "aisle"}`, false}, // the default
		{nil, ``, `{"wish": "aisle"}`, false},
		{nil, `{"wish": "aisle"}`, `{"wish": "window"}`, true},
		{map[string]any{"budget": 100}, `{"budget": 1e2}`, `{"budget": 1}`, false},
		{map[string]any{"start": "2026-01-02T02:04:05Z"}, `{"start": "2026-01-02T03:04:05+01:00"}`, `{"start": null}`, false},
		{map[string]any{"city": 7}, ``, `{"city": "Rome"}`, false}, // what doesn't fit isn't seen, and is repaired
		{map[string]any{"city": "Oslo"}, `{"city": null}`, `{"city": "Rome"}`, true},
		{map[string]any{"city": "Oslo"}, `{"city": 5}`, `{"city": "Rome"}`, true},
		{map[string]any{"user:nick": "Ann"}, `{"user:name": "Ann"}`, `{"user:name": "Eve"}`, false},
		{map[string]any{"votes": 7}, ``, `{"votes": 1}`, false}, // merged
		{map[string]any{"packed": `{"row":1}`}, `{"packed": {"row": 1}}`, `{"packed": {"row": 2}}`, false},
	} {
		result, err := open(t, c.state).send(t.Context(), c.base, c.set)
		if err != nil || (len(result.Conflicts) > 0) != c.isConflict {
			t.Errorf("%v, base %s, set %s: %+v, error %v", c.state, c.base, c.set, result, err)
		}
	}
}

// TestRetried sends the same changes again after the answer was lost, and others have written.
func TestRetried(t *testing.T) {
	o := open(t, map[string]any{"city": "Oslo", "votes": 1})
	changes := client.Changes{ID: "c", Set: json.RawMessage(`{"city": "Rome", "votes": 2}`)}
	base := json.RawMessage(`{"city": "Oslo"}`)
	first, err := ApplyClient(t.Context(), o.svc, o.fresh(t), base, changes)
	must(t, err)
	o.write(t, stategen.Delta{"city": "Bergen"})
	changes.Set = json.RawMessage(` { "votes":2.0,"city":"Rome" } `)
	for _, session := range []*stategen.Session{o.session, o.fresh(t)} {
		again, err := ApplyClient(t.Context(), o.svc, session, base, changes)
		must(t, err)
		if len(again.Conflicts) > 0 || again.EventID != first.EventID {
			t.Errorf("again: %+v, first %+v", again, first)
		}
	}
	view, err := Clients.Values(o.fresh(t).State())
	must(t, err)
	if view["city"] != "Bergen" || view["votes"] != 3 {
		t.Errorf("%v", view)
	}
	changes.Set = json.RawMessage(`{"votes": 2}`) // under the same ID, other changes are other changes
	_, err = ApplyClient(t.Context(), o.svc, o.session, base, changes)
	must(t, err)
	if view, err = Clients.Values(o.fresh(t).State()); err != nil || view["votes"] != 5 {
		t.Errorf("%v, error %v", view, err)
	}
	if _, err := ApplyClient(t.Context(), o.svc, o.session, base, client.Changes{Set: changes.Set}); err == nil {
		t.Error("changes without an ID are taken")
	}
}

// TestNextRelease keeps fields of stored objects that this release doesn't know.
func TestNextRelease(t *testing.T) {
	o := open(t, map[string]any{
		"seat":   map[string]any{"row": 1, "class": "first"},
		"seats":  []any{map[string]any{"row": 1, "class": "a"}, map[string]any{"row": 2, "class": "b"}},
		"legs":   map[string]any{"x": map[string]any{"to": "Oslo", "gate": 7}},
		"packed": `{"row":1,"class":"first"}`,
		"trip":   map[string]any{"to": "Oslo", "next": map[string]any{"to": "Rome", "gate": 7}},
	})
	view, err := ClientView(o.session.State())
	must(t, err)
	for _, hidden := range []string{"class", "gate", "first"} {
		if strings.Contains(string(view), hidden) {
			t.Errorf("%s is seen: %s", hidden, view)
		}
	}
	_, err = o.send(t.Context(), string(view), `{"seat": {"row": 5}, "seats": [{"row": 9}, {"row": 2}],
		"legs": {"x": {"to": "Bergen"}}, "packed": {"row": 4}, "trip": {"to": "Oslo", "next": {"to": "Paris"}}}`)
	must(t, err)
	for key, want := range map[string]string{
		"seat":   `{"row": 5, "class": "first"}`,
		"seats":  `[{"row": 9}, {"row": 2, "class": "b"}]`,
		"legs":   `{"x": {"to": "Bergen", "gate": 7}}`,
		"packed": `"{\"class\":\"first\",\"row\":4}"`,
		"trip":   `{"to": "Oslo", "next": {"to": "Paris", "gate": 7}}`,
	} {
		v, err := o.fresh(t).State().Get(key)
		must(t, err)
		sameJSON(t, key, v, want)
	}
}

// TestView shows what fits alone, and an error for the rest.
func TestView(t *testing.T) {
	view, err := ClientView(stategen.MapState{
		"city": "Oslo", "nights": "many", "plan": "hidden", "user:token": "hidden", "app:promotion": "hidden",
		"note_1": "x", "note_total": 3, "user:nick": "Ann", "temp:page": "p", "elsewhere": "hidden", "anything": nil,
		"big": int64(9007199254740993),
	})
	if err == nil || !strings.Contains(err.Error(), `"nights"`) {
		t.Errorf("error %v", err)
	}
	sameJSON(t, "view", view, `{"city": "Oslo", "wish": "window", "seats": [], "votes": 0, "tags": [], "taken": [], "note_1": "x",
		"note_total": 3, "offers": [], "user:name": "Ann", "app:motto": "hi", "temp:page": "p", "big": "9007199254740993"}`)
	var nobody *client.Contract
	if view, err := nobody.View(stategen.MapState{"city": "Oslo"}); string(view) != "{}" || err != nil {
		t.Errorf("of no contract: %s, error %v", view, err)
	}
}

func TestViewDelta(t *testing.T) {
	seen := Clients.ViewDelta(map[string]any{
		"city": nil, "plan": "hidden", "user:nick": "Ann", "note_1": "x", "seat": map[string]any{"row": 1, "class": "hidden"}, "nights": "many",
	})
	sameJSON(t, "delta", seen, `{"city": null, "user:name": "Ann", "note_1": "x", "seat": {"row": 1}}`)
	seen = Clients.ViewDelta(map[string]any{"user:name": "Eve", "user:nick": nil})
	sameJSON(t, "delta", seen, `{"user:name": "Eve"}`)
}

// TestGuard checks deltas as they come from a framework: floats for all numbers.
func TestGuard(t *testing.T) {
	now := stategen.MapState{"offers": []any{}, "votes": 4, "city": "Oslo"}
	got, err := Clients.CheckDelta(map[string]any{
		"nights": 3.0, "city": nil, "packed": map[string]any{"row": 1.0}, "user:name": "Ann", "temp:page": "p",
		"offers": []any{}, "votes": 4.0, "note_total": 0.0, // as they are now
	}, now)
	must(t, err)
	want := map[string]any{"nights": 3, "city": nil, "packed": `{"row":1}`, "user:name": "Ann", "user:nick": nil, "temp:page": "p"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%#v", got)
	}
	hidden := stategen.MapState{"seat": map[string]any{"row": 1, "class": "first"}, "packed": `{"row":1,"class":"first"}`}
	got, err = Clients.CheckDelta(map[string]any{"seat": map[string]any{"row": 2.0}, "packed": map[string]any{"row": 2.0}}, hidden)
	must(t, err)
	sameJSON(t, "fields that clients don't see", got, `{"seat": {"row": 2, "class": "first"}, "packed": "{\"class\":\"first\",\"row\":2}"}`)
	for _, bad := range []map[string]any{
		{"votes": 5.0}, {"votes": stategen.Op{Kind: stategen.OpSum, Operand: 1}}, {"city": stategen.Op{Kind: stategen.OpSum, Operand: 1}},
		{"offers": nil, "city": "x"}, {"plan": nil}, {"must": nil}, {"big": 9007199254740993.0}, {"user:nick": "x"},
	} {
		var refused *client.RefusedError
		if got, err := Clients.CheckDelta(bad, now); !errors.As(err, &refused) || len(refused.Keys) != 1 {
			t.Errorf("%v: %v, error %v", bad, got, err)
		}
	}
	got, err = Clients.CheckCreate(map[string]any{"votes": 5.0, "tags": []any{"a", "a"}, "must": "x"})
	if err != nil || !reflect.DeepEqual(got, map[string]any{"votes": 5, "tags": []any{"a"}, "must": "x"}) {
		t.Errorf("%#v, error %v", got, err)
	}
	if got, err := Clients.CheckCreate(map[string]any{"offers": []any{}, "votes": 101.0, "plan": "x"}); err == nil {
		t.Errorf("%v", got)
	}
}

// TestRandomRequests sends what a hostile client may think of, and looks for what it could not
// have set, and for bytes that it may not see. Values are marks that are there once.
func TestRandomRequests(t *testing.T) {
	requests := 100_000
	if testing.Short() {
		requests /= 20
	}
	hidden := map[string]any{"plan": "mark-1", "user:token": "mark-2", "app:promotion": "mark-3", "elsewhere": "mark-4",
		"seat": map[string]any{"row": 1, "class": "mark-5"}}
	readonly := map[string]any{"offers": []any{map[string]any{"row": 7}}, "note_total": 42, "app:motto": "motto-1"}
	state := map[string]any{"city": "Oslo"}
	for _, m := range []map[string]any{hidden, readonly} {
		for key, v := range m {
			state[key] = v
		}
	}
	o := open(t, state)
	d := &hostile{rand.New(rand.NewPCG(1, 2))}
	view, err := ClientView(o.session.State())
	must(t, err)
	taken, refused, conflicts := 0, 0, 0
	for i := range requests {
		if i%500 == 0 { // so that the history stays short
			o = open(t, state)
		}
		base := []string{"", "{}", string(view), d.object()}[d.IntN(4)]
		result, err := o.send(t.Context(), base, d.object())
		answer := fmt.Sprint(err)
		if err == nil {
			text, encodeErr := json.Marshal(result)
			must(t, encodeErr)
			answer = string(text)
		}
		switch {
		case err != nil:
			refused++
		case len(result.Conflicts) > 0:
			conflicts++
		default:
			taken++
		}
		if _, err := Clients.CheckDelta(map[string]any{d.key(): d.text()}, o.session.State()); err != nil {
			answer += err.Error()
		}
		view, err = ClientView(o.session.State())
		must(t, err)
		if answer += string(view); strings.Contains(answer, "mark-") {
			t.Fatalf("a client sees %s", answer)
		}
	}
	for _, m := range []map[string]any{hidden, readonly} {
		for key, want := range m {
			got, err := o.fresh(t).State().Get(key)
			if seat, ok := got.(map[string]any); ok {
				got, want = seat["class"], "mark-5"
			} else if key == "seat" {
				continue // unset by a client, which may
			}
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s is %v, error %v", key, got, err)
			}
		}
	}
	if _, err := Load(o.fresh(t).State()); err != nil && !stategen.IsMissing(err) {
		t.Errorf("a client has stored what doesn't fit: %v", err)
	}
	if taken < requests/100 || refused < requests/50 || conflicts < requests/500 {
		t.Errorf("taken %d, refused %d, conflicts %d", taken, refused, conflicts)
	}
}

// hostile makes requests.
type hostile struct{ *rand.Rand }

func (d *hostile) key() string {
	keys := []string{"city", "wish", "nights", "seat", "votes", "tags", "note_1", "user:name", "anything", "packed",
		"plan", "user:token", "app:promotion", "elsewhere", "offers", "note_total", "app:motto", "user:nick", "temp:page"}
	key := keys[d.IntN(len(keys))]
	switch d.IntN(12) {
	case 0:
		return strings.ToUpper(key)
	case 1:
		return []string{"user:", "app:", "temp:", "session:", "_adk_null_", " "}[d.IntN(6)] + key
	}
	return key
}

func (d *hostile) text() string {
	values := []string{`"Rome"`, `null`, `3`, `"aisle"`, `{"row": 2}`, `{"row": 2, "class": "x"}`, `[]`, `["a"]`, `[{"row": 3}]`, `1e400`,
		`"\ud800"`, `{"Kind": 1, "Operand": 5}`, `true`, `9007199254740993`, `{"a": 1, "a": 2}`, `"mark"`, `[[[[]]]]`}
	return values[d.IntN(len(values))]
}

func (d *hostile) object() string {
	var fields []string
	for range 1 + d.IntN(3) {
		fields = append(fields, fmt.Sprintf("%q: %s", d.key(), d.text()))
	}
	text := "{" + strings.Join(fields, ", ") + "}"
	if d.IntN(30) == 0 {
		return text[:d.IntN(len(text))]
	}
	return text
}
