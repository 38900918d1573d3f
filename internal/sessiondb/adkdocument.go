package sessiondb

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ADK for Python and for JavaScript keep an event as one JSON text, with names in
// snake_case. These columns are what ADK for Go knows of it.
var documentColumns = append(slices.DeleteFunc(slices.Clone(eventColumns), forWorkflows),
	eventColumn{"finish_reason", "finishReason", textColumn, true},
	eventColumn{"model_version", "modelVersion", textColumn, true},
	eventColumn{"avg_logprobs", "avgLogprobs", jsonColumn, true},
	eventColumn{"input_transcription", "inputTranscription", jsonColumn, true},
	eventColumn{"output_transcription", "outputTranscription", jsonColumn, true},
)

// forWorkflows reports whether a column is about nodes of workflows, of which each
// language has its own idea.
func forWorkflows(c eventColumn) bool { return c.newer && c.field != "output" }

// documentActions are the actions that ADK for Go knows.
var documentActions = []string{
	"state_delta", "artifact_delta", "requested_tool_confirmations",
	"skip_summarization", "transfer_to_agent", "escalate",
}

// documentRow makes a row of one that gives app, user, session, time, ID and document. What
// is no JSON object takes the place of the actions, where readers refuse it.
func documentRow(row [][]byte, columns []eventColumn) [][]byte {
	out := append(slices.Clone(row[:4]), row[5])
	var fields map[string]json.RawMessage
	if json.Unmarshal(row[5], &fields) != nil {
		fields = nil
	} else {
		out[4] = actionsOf(fields["actions"])
	}
	if at, err := microseconds(string(fields["timestamp"])); err == nil {
		out[3] = strconv.AppendInt(nil, at.UnixMicro(), 10) // the column's time zone, and its precision, vary
	}
	for _, c := range columns {
		switch name := strings.TrimSuffix(c.column, "_json"); {
		case name == "id":
			out = append(out, row[4])
		case c.kind == jsonColumn:
			out = append(out, inGo(name, fields[name]))
		default:
			out = append(out, plainText(fields[name]))
		}
	}
	return out
}

// plainText is a JSON string without its quotes, or another value as it is.
func plainText(text json.RawMessage) []byte {
	var s string
	if json.Unmarshal(text, &s) == nil {
		return []byte(s)
	}
	return text
}

// actionsOf returns the actions that ADK for Go knows, under its names.
func actionsOf(text json.RawMessage) []byte {
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil {
		return text
	}
	var out bytes.Buffer
	for _, name := range documentActions {
		if v := fields[name]; len(v) > 0 && string(v) != "null" {
			fmt.Fprintf(&out, ",%q:%s", camelCase(name), v)
		}
	}
	return append([]byte("{"), append(bytes.TrimPrefix(out.Bytes(), []byte(",")), '}')...)
}

// inGo returns a document's field with the names of ADK for Go in it; nil for null.
func inGo(name string, text json.RawMessage) []byte {
	if len(text) == 0 || string(text) == "null" {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // numbers stay as they are written
	var v any
	if decoder.Decode(&v) != nil {
		return text
	}
	if !slices.Contains(freeFields, name) {
		v = renameFields(v)
	}
	renamed, err := json.Marshal(v)
	if err != nil {
		return text
	}
	return renamed
}

// freeFields hold what programs and models say: their names stay.
var freeFields = []string{"args", "response", "custom_metadata", "output"}

// byteFields hold bytes, which Python writes in the alphabet of URLs.
var byteFields = []string{"data", "thought_signature"}

var standardAlphabet = strings.NewReplacer("-", "+", "_", "/")

func renameFields(v any) any {
	switch x := v.(type) {
	case []any:
		for i := range x {
			x[i] = renameFields(x[i])
		}
	case map[string]any:
		out := make(map[string]any, len(x))
		for name, field := range x {
			text, isText := field.(string)
			switch {
			case field == nil:
				continue
			case slices.Contains(freeFields, name):
			case isText && slices.Contains(byteFields, name):
				field = standardAlphabet.Replace(text)
			default:
				field = renameFields(field)
			}
			out[camelCase(name)] = field
		}
		return out
	}
	return v
}

func camelCase(name string) string {
	parts := strings.Split(name, "_")
	for i := 1; i < len(parts); i++ {
		if parts[i] != "" {
			parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
		}
	}
	return strings.Join(parts, "")
}

// microseconds reads a number of seconds, as Python counts them, of milliseconds, as
// JavaScript does, or of microseconds.
func microseconds(text string) (time.Time, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n != n {
		return time.Time{}, errors.New("a stored time can't be read")
	}
	switch {
	case n < 1e11:
		n *= 1e6
	case n < 1e14:
		n *= 1e3
	}
	return time.UnixMicro(int64(n + 0.5)).UTC(), nil
}
