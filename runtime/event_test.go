package runtime

import (
	"encoding/json"
	"testing"
	"time"
)

func TestEventJSON(t *testing.T) {
	event := &Event{
		ID: "e1", Seq: 3, InvocationID: "run", Author: "agent", Branch: "root",
		Timestamp: time.Date(2026, 3, 14, 15, 9, 26, 535897000, time.UTC),
		Content: &Content{Role: "model", Parts: []Part{
			{Text: "<hi>"}, {FunctionCall: &FunctionCall{ID: "c", Name: "f", Args: map[string]any{"n": 1, "x": 1.0}}},
		}},
		Actions: Actions{StateDelta: Delta{
			"a": 1.0, "gone": nil, "fake": map[string]any{"op": "sum", "operand": 1},
			"user:n": Op{Kind: OpSum, Operand: 1, Base: 5, Old: []string{"user:m"}, Limits: Limits{Max: 9}},
		}},
	}
	const want = `{"id":"e1","seq":3,"invocationId":"run","author":"agent","branch":"root","timestamp":"2026-03-14T15:09:26.535897Z",` +
		`"content":{"role":"model","parts":[{"text":"\u003chi\u003e"},{"functionCall":{"id":"c","name":"f","args":{"n":1,"x":1.0}}}]},` +
		`"actions":{"stateDelta":{"a":1.0,"fake":{"op":"sum","operand":1},"gone":null},` +
		`"stateOperations":{"user:n":{"op":"sum","operand":1,"base":5,"oldNames":["user:m"],"min":null,"max":9}}}}`
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
	if op, ok := back.Actions.StateDelta["user:n"].(Op); !ok || op.Kind != OpSum || op.Operand != 1 {
		t.Fatalf("the operation came back as %#v", back.Actions.StateDelta["user:n"])
	}
}

// FuzzEvent holds that no text makes decoding panic, and that what can be
// decoded keeps its form from then on.
func FuzzEvent(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"id":"e","timestamp":"2026-03-14T15:09:26.5Z","content":{"parts":[{"text":"x"}]},"actions":{"stateDelta":{"a":1.0}}}`,
		`{"actions":{"stateOperations":{"n":{"op":"sum","operand":1}}}}`, `{"actions":{"stateOperations":{"n":{"op":"?"}}}}`,
		`{"actions":{"stateDelta":[]}}`, `{"content":{"parts":[{"functionCall":{"args":null}}]}}`, `null`, `[]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
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
