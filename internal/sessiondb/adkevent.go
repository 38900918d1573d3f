package sessiondb

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// eventColumn is a column of ADK's table of events, and the field of an event's JSON
// that it holds.
type eventColumn struct {
	column, field string
	kind          columnKind
	newer         bool // not all versions of ADK have it
}

type columnKind int

const (
	textColumn columnKind = iota
	boolColumn
	jsonColumn
)

var eventColumns = []eventColumn{
	{column: "id"}, {column: "author"}, {column: "invocation_id"}, {column: "branch"},
	{"isolation_scope", "isolationScope", textColumn, true},
	{"long_running_tool_ids_json", "longRunningToolIds", jsonColumn, false},
	{"routes_json", "routes", jsonColumn, true},
	{"requested_input_json", "requestedInput", jsonColumn, true},
	{"output_json", "output", jsonColumn, true},
	{"node_info_json", "nodeInfo", jsonColumn, true},
	{"content", "content", jsonColumn, false},
	{"citation_metadata", "citationMetadata", jsonColumn, false},
	{"grounding_metadata", "groundingMetadata", jsonColumn, false},
	{"usage_metadata", "usageMetadata", jsonColumn, false},
	{"custom_metadata", "customMetadata", jsonColumn, false},
	{"partial", "partial", boolColumn, false},
	{"turn_complete", "turnComplete", boolColumn, false},
	{"interrupted", "interrupted", boolColumn, false},
	{"error_code", "errorCode", textColumn, false},
	{"error_message", "errorMessage", textColumn, false},
}

// eventColumns returns those that the database has.
func (db *DB) eventColumns(ctx context.Context) ([]eventColumn, error) {
	if db.layout.adk.documents {
		return documentColumns, nil
	}
	var all []eventColumn
	for _, c := range eventColumns {
		found, err := db.conn.has(ctx, "events", c.column)
		switch {
		case err != nil:
			return nil, err
		case found:
			all = append(all, c)
		case !c.newer:
			return nil, fmt.Errorf("its events can't be read: they have no column %q, so ADK for Go has not made the table", c.column)
		}
	}
	return all, nil
}

// adkEvent is an event that is to be stored as runtime/adksession does.
type adkEvent struct {
	id, author, invocation, branch string
	at                             time.Time
	fields                         bytes.Buffer // further ones: ,"name":value
}

// readADKEvent reads a row of the events: the one after so many others.
func readADKEvent(row [][]byte, columns []eventColumn, before int64) (*store.StoredEvent, error) {
	at, err := adkTime(row[3])
	if err != nil {
		return nil, err
	}
	cells := row[5:]
	e := adkEvent{id: string(cells[0]), author: string(cells[1]), invocation: string(cells[2]), branch: string(cells[3]), at: at}
	if e.id == "" {
		e.id = fmt.Sprintf("copied-%d", before)
	}
	for i, c := range columns[4:] {
		if err := e.field(c, cells[4+i]); err != nil {
			return nil, fmt.Errorf("event %q: %w", e.id, err)
		}
	}
	actions, delta, err := readADKActions(row[4])
	if err != nil {
		return nil, fmt.Errorf("event %q: %w", e.id, err)
	}
	return e.stored(actions, marked(delta)), nil
}

// field adds what a column holds.
func (e *adkEvent) field(c eventColumn, cell []byte) error {
	value := cell
	switch {
	case len(cell) == 0:
		return nil
	case c.kind == textColumn:
		value = jsonText(string(cell))
	case c.kind == boolColumn && (string(cell) == "0" || string(cell) == "false"):
		return nil
	case c.kind == boolColumn:
		value = []byte("true")
	case !json.Valid(cell):
		return fmt.Errorf("its column %q is not valid JSON", c.column)
	}
	fmt.Fprintf(&e.fields, ",%q:%s", c.field, value)
	return nil
}

// stored returns the event with the host data that ADK's event is decoded from.
func (e *adkEvent) stored(actions []byte, delta map[string]any) *store.StoredEvent {
	var host bytes.Buffer
	fmt.Fprintf(&host, `{"id":%s,"timestamp":"%s"`, jsonText(e.id), e.at.Format(time.RFC3339Nano))
	for _, f := range []struct{ name, text string }{{"invocationId", e.invocation}, {"branch", e.branch}, {"author", e.author}} {
		if f.text != "" {
			fmt.Fprintf(&host, ",%q:%s", f.name, jsonText(f.text))
		}
	}
	host.Write(e.fields.Bytes())
	fmt.Fprintf(&host, `,"actions":%s}`, actions)
	return &store.StoredEvent{
		ID: e.id, InvocationID: e.invocation, Author: e.author, Branch: e.branch,
		Timestamp: stored(e.at), Writes: writesOf(delta), Extra: &store.Extra{Host: runtime.HostData(host.String())},
	}
}

func jsonText(s string) []byte {
	text, _ := json.Marshal(s) // which no string makes fail
	return text
}

// readADKActions splits an event's actions in their JSON with an empty state delta, and
// the state delta.
func readADKActions(text []byte) (actions []byte, delta map[string]any, err error) {
	fields := map[string]json.RawMessage{}
	if len(text) > 0 && json.Unmarshal(text, &fields) != nil {
		return nil, nil, errors.New("its actions are not a JSON object")
	}
	var out bytes.Buffer
	out.WriteByte('{')
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		value := fields[name]
		if strings.EqualFold(name, "stateDelta") {
			if delta, err = adkValues(value, ""); err != nil {
				return nil, nil, fmt.Errorf("its state delta %w", err)
			}
			if name = "stateDelta"; string(value) != "null" {
				value = []byte("{}")
			}
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, "%s:%s", jsonText(name), value)
	}
	out.WriteByte('}')
	return out.Bytes(), delta, nil
}
