package store

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/jsontext"
	"github.com/seed92179c4c/stategen/runtime/value"
)

func TestEventJSON(t *testing.T) {
	event := &Event{
		ID: "e1", Seq: 3, InvocationID: "run", Author: "agent", Branch: "root",
		Timestamp: time.Date(2026, 3, 14, 15, 9, 26, 535897000, time.UTC),
		Content: &Content{Role: "model", Parts: []Part{
			{Text: "<hi>"}, {FunctionCall: &FunctionCall{ID: "c", Name: "f", Args: map[string]any{"n": 1, "x": 1.0}}},
		}},
		Actions: Actions{StateDelta: value.Delta{
			"a": 1.0, "gone": nil, "fake": map[string]any{"op": "sum", "operand": 1},
			"user:n": value.Op{Kind: value.OpSum, Operand: 1, Base: 5, Old: []string{"user:m"}, Limits: value.Limits{Max: 9}, Was: []value.Was{{Drop: true}}},
			"seats": value.Op{
				Kind: value.OpUnion, Operand: []any{"a"}, Old: []string{"seat"},
				Was: []value.Was{{Name: 1, Item: value.TextItem}}, Renamed: map[string]string{"x": "y"},
			},
		}, Resolved: value.Delta{"user:n": 6, "user:m": nil}},
		Host: `{"z":1,"a":[]}`,
	}
	const want = `{"id":"e1","seq":3,"invocationId":"run","author":"agent","branch":"root","timestamp":"2026-03-14T15:09:26.535897Z",` +
		`"content":{"role":"model","parts":[{"text":"\u003chi\u003e"},{"functionCall":{"id":"c","name":"f","args":{"n":1,"x":1.0}}}]},` +
		`"host":{"z":1,"a":[]},"actions":{"stateDelta":{"a":1.0,"fake":{"op":"sum","operand":1},"gone":null},` +
		`"stateOperations":{"seats":{"op":"union","operand":["a"],"oldNames":["seat"],` +
		`"older":{"renamed":{"x":"y"},"was":[{"drop":false,"item":"text","name":1}]}},` +
		`"user:n":{"op":"sum","operand":1,"base":5,"oldNames":["user:m"],"max":9,"older":{"was":[{"drop":true,"item":"","name":0}]}}},` +
		`"stateResolved":{"user:n":6}}}`
	text, err := json.Marshal(event)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != want {
		t.Fatalf("got\n%s\nwant\n%s", text, want)
	}
	var back Event
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(&back)
	if err != nil || string(again) != want {
		t.Fatalf("after a round trip: error %v\n%s", err, again)
	}
	if op, ok := back.Actions.StateDelta["user:n"].(value.Op); !ok || op.Kind != value.OpSum || op.Operand != 1 {
		t.Fatalf("the operation came back as %#v", back.Actions.StateDelta["user:n"])
	}
}

// eventSeeds are events in the form that this package writes, or has written,
// and in forms that differ from it by little.
var eventSeeds = []string{
	`{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","host":1,"actions":{"stateDelta":{"a":null},"statePurged":["a","user:b"]}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","actions":{}}`,
	`{"id":"e","seq":3,"invocationId":"run","author":"a\"b","branch":"root","timestamp":"2026-03-14T15:09:26.535897Z",` +
		`"content":{"role":"model","parts":[{"text":"\u003chi\u003e ü"},{"functionCall":{"id":"c","name":"f","args":{"n":1,"x":1.0}}},` +
		`{"functionResponse":{"response":{"l":[1,null,{}]}}},{}]},"actions":{"stateDelta":{"a":1.0,"app:x":null,"user:y":[]},` +
		`"stateOperations":{"l":{"op":"union","operand":["12A"],"oldNames":["k"],"minItems":1,"maxItems":9,"unique":true},` +
		`"user:n":{"op":"sum","operand":1,"base":5,"min":null,"max":9}}}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","content":{"role":"user"},"host":{ "a" : [1.50,"\u0000\ud800",true,false,null,{}], "a":-0e1},` +
		`"actions":{"stateOperations":{"l":{"op":"append","operand":[1]},"n":{"op":"sum","operand":1}},"stateResolved":{"l":[0,1],"n":5}}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","host":1,"actions":{}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","host":null,"actions":{"stateOperations":{"n":{"op":"sum","operand":1}},"stateResolved":{}}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26.5+01:00","content":{},"actions":{"stateDelta":{}}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","content":{"parts":[]},"actions":{"stateOperations":{}}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","host": {} ,"actions":{"stateOperations":{"n":{"op":"sum","operand":1}},"stateResolved":{"n":null}}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","host":{"a":01},"actions":{"stateDelta":{"n":1},"stateResolved":{"n":1}}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","actions":{"stateDelta":{"n":1},"stateResolved":{"n":1}}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","host":["\u0000\x"],"host":2,"actions":{}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","actions":{"stateDelta":{"a":1,"a":2}}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","actions":{"stateDelta":{"n":1},"stateOperations":{"n":{"op":"sum","operand":1}}}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","actions":{"stateOperations":{"n":{"op":"sum","operand":1,"unique":false,"minItems":1.0}}}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","actions":{"statePurged":["a",]}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","actions":{"statePurged":null}}`,
	`{"id":"e","timestamp":"2026-03-14 15:09:26Z","actions":{}}`,
	`{"id":"e","id":"f","timestamp":"2026-03-14T15:09:26Z","actions":{}}`,
	`{"ID":"e","timestamp":"2026-03-14T15:09:26Z","actions":{}}`,
	`{"timestamp":"2026-03-14T15:09:26Z","id":"e","actions":{}}`,
	`{ "id":"e","timestamp":"2026-03-14T15:09:26Z","actions":{}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26Z","actions":{}}x`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26Z","actions":{"stateDelta":{,"a":1}}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26Z","actions":{"stateDelta":{"a":1,}}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26Z","content":{,"role":"x"},"actions":{}}`,
	`{"id":"e","timestamp":"2026-03-14T15:09:26Z","content":null,"actions":{"stateDelta":null}}`,
	`{`, `{"`, `{"id"`, `{"id":`, `{"id":"e","timestamp":"`,
}

// wantSameForm fails unless what a text is read as keeps its form from then on, and is that
// also with its fields in another order and with space between them.
func wantSameForm(t *testing.T, text string) (read bool) {
	t.Helper()
	var e StoredEvent
	if e.readAny(text) != nil {
		return false
	}
	if !json.Valid([]byte(text)) {
		t.Fatalf("read what is no JSON: %s", text)
	}
	once, err := e.MarshalJSON()
	if err != nil {
		return true // a year that no time has, for one
	}
	for _, form := range []string{string(once), backwards(t, once)} {
		var back StoredEvent
		if err := back.readAny(form); err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		if twice, err := back.MarshalJSON(); err != nil || string(twice) != string(once) {
			t.Fatalf("error %v, first\n%s, then\n%s", err, once, twice)
		}
	}
	return true
}

// readAny reads an event, which may have no ID.
func (e *StoredEvent) readAny(text string) error {
	r := readerOf(text)
	read, _ := r.event()
	*e = *read
	return r.end()
}

// backwards returns a JSON object with the fields of all objects but the host's data the other way round.
func backwards(t *testing.T, text []byte) string {
	t.Helper()
	d := jsontext.Decoder{Text: string(text)}
	var fields []string
	err := d.Object(func(name string) error {
		raw, err := d.Raw(value.MaxDepth)
		if name != "host" && strings.HasPrefix(raw, "{") && err == nil {
			raw = backwards(t, []byte(raw))
		}
		quoted, _ := json.Marshal(name)
		fields = append(fields, string(quoted)+" : "+raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(fields)
	return " { " + strings.Join(fields, " ,\n") + " } "
}

// TestEventMutated changes single bytes: whatever is still read is JSON, and keeps its
// form.
func TestEventMutated(t *testing.T) {
	const bytes = "\"\\{}[]:,09-.eEZTnt \x00\x1f\x7f\xc3"
	read, step := 0, 1
	if testing.Short() {
		step = 7
	}
	check := func(text string) {
		if wantSameForm(t, text) {
			read++
		}
	}
	for n, seed := range eventSeeds {
		check(seed)
		for i := n % step; i < len(seed); i += step {
			check(seed[:i])
			check(seed[:i] + seed[i+1:])
			for _, b := range []byte(bytes) {
				check(seed[:i] + string(b) + seed[i:])
				check(seed[:i] + string([]byte{b}) + seed[i+1:])
			}
		}
	}
	if read < 10000/step {
		t.Errorf("only %d of the texts are read", read)
	}
}

// TestEventFields reads what an event must have once, or of a kind.
func TestEventFields(t *testing.T) {
	const head, tail = `{"id":"e","timestamp":"2026-03-14T15:09:26Z","actions":{`, `}}`
	for text, want := range map[string]string{
		`"stateDelta":{"b":1,"a":1,"a":2}`:                                                `"stateDelta":{"a":2,"b":1}`,
		`"stateOperations":{"n":{"operand":1,"op":"sum"}},"stateDelta":{"n":1},"more":[]`: `"stateDelta":{"n":1}`,
		`"stateDelta":{"n":1},"stateOperations":{"n":{"op":"sum","operand":1}}`:           `"stateOperations":{"n":{"op":"sum","operand":1}}`,
		`"stateDelta":{"n":1},"stateResolved":{"n":1}`:                                    `"stateDelta":{"n":1}`,
		`"stateDelta":null,"statePurged":null`:                                            ``,
		`"stateOperations":{"n":{"operand":1}}`:                                           `error`,
		`"stateOperations":{"n":{"op":"sum","operand":1,"minItems":1.5}}`:                 `error`,
		`"stateDelta":[]`:       `error`,
		`"stateDelta":{"a":1,}`: `error`,
	} {
		var e StoredEvent
		if err := e.UnmarshalJSON([]byte(head + text + tail)); err != nil || want == "error" {
			if err == nil || want != "error" {
				t.Errorf("%s: error %v", text, err)
			}
			continue
		}
		if got, err := e.MarshalJSON(); err != nil || string(got) != head+want+tail {
			t.Errorf("%s: error %v, got %s", text, err, got)
		}
	}
}

// TestStoredEventKeepsNoInput has a caller use the memory of a text again.
func TestStoredEventKeepsNoInput(t *testing.T) {
	for _, seed := range eventSeeds[:4] {
		var want, got StoredEvent
		text := []byte(seed)
		if err := errors.Join(want.UnmarshalJSON([]byte(seed)), got.UnmarshalJSON(text)); err != nil {
			t.Fatal(err)
		}
		clear(text)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s\nbecame %#v", seed, got)
		}
	}
}

// FuzzEvent holds that no text makes decoding panic, and that what can be decoded
// keeps its form from then on.
func FuzzEvent(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","content":{"parts":[{"text":"x"}]},"actions":{"stateDelta":{"a":1.0}}}`,
		`{"actions":{"stateOperations":{"n":{"op":"sum","operand":1}}}}`, `{"actions":{"stateOperations":{"n":{"op":"?"}}}}`,
		`{"actions":{"stateDelta":[]}}`, `{"content":{"parts":[{"functionCall":{"args":null}}]}}`, `null`, `[]`,
	} {
		f.Add([]byte(seed))
	}
	for _, seed := range eventSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		wantSameForm(t, string(text))
		var event Event
		if event.UnmarshalJSON(text) != nil {
			return
		}
		once, err := event.MarshalJSON()
		if err != nil {
			return // a year that no time has, for one
		}
		var back Event
		if err := back.UnmarshalJSON(once); err != nil {
			t.Fatalf("%s: %v", once, err)
		}
		if twice, err := back.MarshalJSON(); err != nil || string(twice) != string(once) {
			t.Fatalf("error %v, first\n%s, then\n%s", err, once, twice)
		}
	})
}

// TestStoredEventNeedsID has records that were damaged into JSON that says
// nothing: no store keeps an event without an ID.
func TestStoredEventNeedsID(t *testing.T) {
	for _, text := range []string{
		`null`, `{}`, `{"timestamp":"2026-03-14T00:00:00Z","actions":{}}`, `{"id":"","timestamp":"2026-03-14T00:00:00Z","actions":{}}`,
	} {
		var e StoredEvent
		if err := e.UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%s is read as %+v", text, e)
		}
	}
}
