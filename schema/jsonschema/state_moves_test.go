package jsonschema_test

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/schema"
)

// movable is a key or a field as the generated code reads it, whose values may be
// under other names and in older forms.
type movable struct {
	name   string
	others []string
	was    []schema.Was
	form   schema.Form
}

// find returns the value of today that the first name has that is set; nil if
// none is.
func (m movable) find(values map[string]any) (any, error) {
	names := append([]string{m.name}, m.others...)
	for _, w := range m.was {
		if w.Key != "" && !slices.Contains(names, w.Key) {
			names = append(names, w.Key)
		}
	}
	for _, name := range names {
		v := values[name]
		if v == nil {
			continue
		}
		v, err := m.today(name, v)
		if v != nil || err != nil {
			return v, err
		}
	}
	return nil, nil
}

// today returns what a value under a name is today; nil if it is dropped.
func (m movable) today(name string, v any) (any, error) {
	own := slices.ContainsFunc(m.was, func(w schema.Was) bool { return w.Key == name })
	if !own {
		if accepts(m.form, v) {
			return v, nil
		}
		name = ""
	}
	for i := range m.was {
		w := &m.was[i]
		if w.Key != name || !accepts(w.Form(m.form), v) {
			continue
		}
		today := converted(w, m.form, v)
		switch {
		case accepts(m.form, today):
			return today, nil
		case w.Else == schema.ElseDrop:
			return nil, nil
		}
		return nil, fmt.Errorf("%v has no counterpart", v)
	}
	if own {
		return nil, fmt.Errorf("%v is none of the older values", v)
	}
	return v, nil
}

func accepts(f schema.Form, v any) bool {
	return loadValue(&schema.Key{Type: f.Type, Encoding: f.Encoding}, v) == nil
}

func converted(w *schema.Was, today schema.Form, v any) any {
	older := w.Form(today)
	if older.Encoding == schema.JSONString {
		var plain any
		if json.Unmarshal([]byte(v.(string)), &plain) == nil {
			v = plain
		}
	}
	text, isText := v.(string)
	for _, move := range w.Values {
		if isText && move.From == text {
			return move.To
		}
	}
	switch {
	case today.Type.Kind == schema.List && !older.Type.Equal(today.Type):
		return []any{v}
	case today.Type.Kind == schema.String && !isText:
		text, _ := json.Marshal(v)
		return string(text)
	case (today.Type.Kind == schema.Bool || today.Type.Kind == schema.Float) && isText && older.Type.Kind == schema.String:
		var plain any
		if json.Unmarshal([]byte(text), &plain) == nil {
			return plain
		}
	}
	return v
}
