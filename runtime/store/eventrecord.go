package store

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/seed92179c4c/stategen/runtime/value"
)

// The types below have the fields of an event's JSON form for encoding/json,
// which reads them in any order, with any space between them.

type eventRecord struct {
	ID           string        `json:"id"`
	Seq          int64         `json:"seq"`
	InvocationID string        `json:"invocationId"`
	Author       string        `json:"author"`
	Branch       string        `json:"branch"`
	Timestamp    time.Time     `json:"timestamp"`
	Partial      bool          `json:"partial"`
	Content      *Content      `json:"content"`
	Host         HostData      `json:"host"`
	Actions      actionsRecord `json:"actions"`
}

type actionsRecord struct {
	StateDelta      exactMap            `json:"stateDelta"`
	StateOperations map[string]opRecord `json:"stateOperations"`
	StateResolved   exactMap            `json:"stateResolved"`
	StatePurged     []string            `json:"statePurged"`
}

type opRecord struct {
	Op       string     `json:"op"`
	Operand  exactValue `json:"operand"`
	Base     exactValue `json:"base"`
	Old      []string   `json:"oldNames"`
	Min      exactValue `json:"min"`
	Max      exactValue `json:"max"`
	MinItems int        `json:"minItems"`
	MaxItems int        `json:"maxItems"`
	Unique   bool       `json:"unique"`
	Older    exactValue `json:"older"`
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (e *Event) UnmarshalJSON(text []byte) error {
	var r eventRecord
	if err := json.Unmarshal(text, &r); err != nil {
		return err
	}
	return r.event(e)
}

// event sets all fields of e.
func (r *eventRecord) event(e *Event) error {
	*e = Event{
		ID: r.ID, Seq: r.Seq, InvocationID: r.InvocationID, Author: r.Author, Branch: r.Branch,
		Timestamp: r.Timestamp.UTC(), Partial: r.Partial, Content: r.Content, Host: r.Host,
	}
	if r.Actions.StateDelta == nil && r.Actions.StateOperations == nil {
		return nil
	}
	delta := value.Delta(r.Actions.StateDelta)
	if delta == nil {
		delta = make(value.Delta, len(r.Actions.StateOperations))
	}
	for key, record := range r.Actions.StateOperations {
		op, err := record.op()
		if err != nil {
			return fmt.Errorf("state key %q: %w", key, err)
		}
		delta[key] = op
	}
	e.Actions.StateDelta = delta
	e.Actions.setResolved(r.Actions.StateResolved)
	return nil
}

// decodeRecord reads an event in any form of JSON.
func (e *StoredEvent) decodeRecord(text []byte) error {
	var r eventRecord
	if err := json.Unmarshal(text, &r); err != nil {
		return err
	}
	var in Event
	if err := r.event(&in); err != nil {
		return err
	}
	*e = StoredEvent{
		ID: in.ID, Seq: in.Seq, InvocationID: in.InvocationID, Author: in.Author, Branch: in.Branch,
		Timestamp: in.Timestamp, Content: in.Content,
	}
	for key, value := range in.Actions.StateDelta {
		e.Writes = append(e.Writes, Write{key, value})
	}
	e.setExtra(in.Host, resolvedWrites(in.Actions), r.Actions.StatePurged)
	return nil
}

func (r opRecord) op() (value.Op, error) {
	kind, ok := value.ParseOpKind(r.Op)
	if !ok {
		return value.Op{}, fmt.Errorf("unknown merge operation %q", r.Op)
	}
	op := value.Op{
		Kind: kind, Operand: r.Operand.v, Base: r.Base.v, Old: r.Old,
		Limits: value.Limits{
			Min: r.Min.v, Max: r.Max.v, MinItems: r.MinItems, MaxItems: r.MaxItems, Unique: r.Unique,
		},
	}
	return op, parseOlder(&op, r.Older.v)
}

// exactValue is a value in normal form; JSON keeps it as EncodeValue does.
type exactValue struct{ v any }

func (e *exactValue) UnmarshalJSON(text []byte) (err error) {
	e.v, err = value.Decode(text)
	return err
}

// exactMap is a map of values in normal form.
type exactMap map[string]any

func (m *exactMap) UnmarshalJSON(text []byte) error {
	v, err := value.Decode(text)
	if err != nil {
		return err
	}
	fields, ok := v.(map[string]any)
	if !ok && v != nil {
		return fmt.Errorf("a %T where an object was expected", v)
	}
	*m = fields
	return nil
}

type callRecord struct {
	ID   string   `json:"id"`
	Name string   `json:"name"`
	Args exactMap `json:"args"`
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (c *FunctionCall) UnmarshalJSON(text []byte) error {
	var r callRecord
	err := json.Unmarshal(text, &r)
	*c = FunctionCall{r.ID, r.Name, r.Args}
	return err
}

type responseRecord struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Response exactMap `json:"response"`
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (r *FunctionResponse) UnmarshalJSON(text []byte) error {
	var record responseRecord
	err := json.Unmarshal(text, &record)
	*r = FunctionResponse{record.ID, record.Name, record.Response}
	return err
}
