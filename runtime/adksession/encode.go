package adksession

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"google.golang.org/adk/v2/session"
)

// field is a field of an event, or of its actions.
type field struct {
	name    string // as JSON, with its colon
	index   []int
	isState bool // the state delta
}

// The fields as encoding/json knows them, whichever there are in this version of ADK.
// That package takes most of an append's time, looking at fields that aren't set, and
// forgets whether a map that is empty is nil.
var (
	eventFields  = fieldsOf(reflect.TypeFor[session.Event](), nil)
	actionFields = fieldsOf(reflect.TypeFor[session.EventActions](), nil)
)

func fieldsOf(t reflect.Type, outer []int) (fields []field) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(outer[:len(outer):len(outer)], i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			fields = append(fields, fieldsOf(f.Type, index)...)
		case !f.IsExported() || name == "-":
		default:
			if name == "" {
				name = f.Name
			}
			fields = append(fields, field{`"` + name + `":`, index, f.Name == "StateDelta"})
		}
	}
	return fields
}

// encodeEvent returns an event as ADK's JSON, without fields that aren't set, and
// without what is in its state delta: that is stored as state is.
func encodeEvent(event *session.Event) (runtime.HostData, error) {
	text, err := appendFields(make([]byte, 0, 512), reflect.ValueOf(event).Elem(), eventFields)
	if err != nil {
		return "", fmt.Errorf("event %q can't be stored: %w", event.ID, err)
	}
	return runtime.HostData(text), nil
}

func appendFields(text []byte, v reflect.Value, fields []field) ([]byte, error) {
	text = append(text, '{')
	first := len(text)
	for _, f := range fields {
		value := v.Field(f.index[0])
		for _, i := range f.index[1:] {
			value = value.Field(i)
		}
		if value.IsZero() {
			continue
		}
		if len(text) > first {
			text = append(text, ',')
		}
		text = append(text, f.name...)
		if f.isState {
			text = append(text, "{}"...)
			continue
		}
		var err error
		if text, err = appendValue(text, value); err != nil {
			return nil, err
		}
	}
	return append(text, '}'), nil
}

func appendValue(text []byte, v reflect.Value) ([]byte, error) {
	switch v.Kind() {
	case reflect.Struct:
		switch at := v.Addr().Interface().(type) {
		case *session.EventActions:
			return appendFields(text, v, actionFields)
		case *time.Time:
			text, err := at.AppendText(append(text, '"'))
			return append(text, '"'), err
		}
	case reflect.String:
		if isSimple(v.String()) {
			return append(append(append(text, '"'), v.String()...), '"'), nil
		}
	}
	encoded, err := json.Marshal(v.Interface())
	return append(text, encoded...), err
}

// isSimple reports whether JSON writes a text as it is.
func isSimple(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || strings.IndexByte(`"\<>&`, c) >= 0 {
			return false
		}
	}
	return true
}
