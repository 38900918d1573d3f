package runtime

import (
	"encoding/json"
	"fmt"
	"time"
)

// eventRecord is the JSON form of an Event. Merge operations stand in a field
// of their own, so that no user's value can be mistaken for one.
type eventRecord struct {
	ID           string        `json:"id"`
	Seq          int64         `json:"seq,omitempty"`
	InvocationID string        `json:"invocationId,omitempty"`
	Author       string        `json:"author,omitempty"`
	Branch       string        `json:"branch,omitempty"`
	Timestamp    time.Time     `json:"timestamp"`
	Partial      bool          `json:"partial,omitempty"`
	Content      *Content      `json:"content,omitempty"`
	Actions      actionsRecord `json:"actions"`
}

type actionsRecord struct {
	StateDelta      exactMap            `json:"stateDelta,omitempty"`
	StateOperations map[string]opRecord `json:"stateOperations,omitempty"`
}

type opRecord struct {
	Op       string     `json:"op"`
	Operand  exactValue `json:"operand"`
	Base     exactValue `json:"base"`
	Old      []string   `json:"oldNames,omitempty"`
	Min      exactValue `json:"min"`
	Max      exactValue `json:"max"`
	MinItems int        `json:"minItems,omitempty"`
	MaxItems int        `json:"maxItems,omitempty"`
	Unique   bool       `json:"unique,omitempty"`
}

// MarshalJSON encodes the event with its merge operations. Values must be in
// normal form, as those of stored events are.
func (e *Event) MarshalJSON() ([]byte, error) {
	r := eventRecord{
		ID: e.ID, Seq: e.Seq, InvocationID: e.InvocationID, Author: e.Author, Branch: e.Branch,
		Timestamp: e.Timestamp, Partial: e.Partial, Content: e.Content,
	}
	for key, value := range e.Actions.StateDelta {
		if op, ok := value.(Op); ok {
			if r.Actions.StateOperations == nil {
				r.Actions.StateOperations = make(map[string]opRecord)
			}
			r.Actions.StateOperations[key] = recordOp(op)
			continue
		}
		if r.Actions.StateDelta == nil {
			r.Actions.StateDelta = make(exactMap, len(e.Actions.StateDelta))
		}
		r.Actions.StateDelta[key] = value
	}
	return json.Marshal(r)
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (e *Event) UnmarshalJSON(text []byte) error {
	var r eventRecord
	if err := json.Unmarshal(text, &r); err != nil {
		return err
	}
	*e = Event{
		ID: r.ID, Seq: r.Seq, InvocationID: r.InvocationID, Author: r.Author, Branch: r.Branch,
		Timestamp: r.Timestamp.UTC(), Partial: r.Partial, Content: r.Content,
	}
	if r.Actions.StateDelta == nil && r.Actions.StateOperations == nil {
		return nil
	}
	delta := Delta(r.Actions.StateDelta)
	if delta == nil {
		delta = make(Delta, len(r.Actions.StateOperations))
	}
	for key, record := range r.Actions.StateOperations {
		op, err := record.op()
		if err != nil {
			return fmt.Errorf("state key %q: %w", key, err)
		}
		delta[key] = op
	}
	e.Actions.StateDelta = delta
	return nil
}

func recordOp(op Op) opRecord {
	return opRecord{
		Op: op.Kind.String(), Operand: exactValue{op.Operand}, Base: exactValue{op.Base}, Old: op.Old,
		Min: exactValue{op.Limits.Min}, Max: exactValue{op.Limits.Max},
		MinItems: op.Limits.MinItems, MaxItems: op.Limits.MaxItems, Unique: op.Limits.Unique,
	}
}

func (r opRecord) op() (Op, error) {
	kind, ok := ParseOpKind(r.Op)
	if !ok {
		return Op{}, fmt.Errorf("unknown merge operation %q", r.Op)
	}
	return Op{
		Kind: kind, Operand: r.Operand.v, Base: r.Base.v, Old: r.Old,
		Limits: Limits{
			Min: r.Min.v, Max: r.Max.v, MinItems: r.MinItems, MaxItems: r.MaxItems, Unique: r.Unique,
		},
	}, nil
}

// exactValue is a value in normal form; JSON keeps it as EncodeValue does.
type exactValue struct{ v any }

func (e exactValue) MarshalJSON() ([]byte, error) { return EncodeValue(e.v) }

func (e *exactValue) UnmarshalJSON(text []byte) (err error) {
	e.v, err = DecodeValue(text)
	return err
}

// exactMap is a map of values in normal form.
type exactMap map[string]any

func (m exactMap) MarshalJSON() ([]byte, error) { return EncodeValue(map[string]any(m)) }

func (m *exactMap) UnmarshalJSON(text []byte) error {
	v, err := DecodeValue(text)
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
	ID   string   `json:"id,omitempty"`
	Name string   `json:"name,omitempty"`
	Args exactMap `json:"args,omitempty"`
}

// MarshalJSON keeps whole numbers and floats apart, as EncodeValue does.
func (c FunctionCall) MarshalJSON() ([]byte, error) {
	return json.Marshal(callRecord{c.ID, c.Name, c.Args})
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (c *FunctionCall) UnmarshalJSON(text []byte) error {
	var r callRecord
	err := json.Unmarshal(text, &r)
	*c = FunctionCall{r.ID, r.Name, r.Args}
	return err
}

type responseRecord struct {
	ID       string   `json:"id,omitempty"`
	Name     string   `json:"name,omitempty"`
	Response exactMap `json:"response,omitempty"`
}

// MarshalJSON keeps whole numbers and floats apart, as EncodeValue does.
func (r FunctionResponse) MarshalJSON() ([]byte, error) {
	return json.Marshal(responseRecord{r.ID, r.Name, r.Response})
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (r *FunctionResponse) UnmarshalJSON(text []byte) error {
	var record responseRecord
	err := json.Unmarshal(text, &record)
	*r = FunctionResponse{record.ID, record.Name, record.Response}
	return err
}
