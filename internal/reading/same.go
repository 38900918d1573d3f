package reading

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

// Same reports whether two meanings are one. A field that only one of two
// objects knows makes no difference: the other leaves it alone. Nor does one that an
// entry under was has converted, which is meant to be another.
func Same(a, b any) bool {
	switch a := a.(type) {
	case Object:
		if b, ok := b.(Object); ok {
			return sameObjects(a, b)
		}
		fields, ok := b.(map[string]any)
		return ok && sameFields(a.Fields, fields)
	case map[string]any:
		switch b := b.(type) {
		case Object:
			return sameFields(a, b.Fields)
		case map[string]any:
			return sameFields(a, b)
		}
		return false
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, Same)
	}
	v, ok := asWord(a)
	w, also := asWord(b)
	if n, isNumber := a.(Number); isNumber && also && w.Value == string(n) {
		return true // too large a number for JSON, which is stored as text
	}
	if ok && also {
		return v.Value == w.Value || slices.Contains(v.Older, w.Value) || slices.Contains(w.Older, v.Value)
	}
	return reflect.DeepEqual(a, b)
}

// asWord is a word, or a text as a word without other names.
func asWord(v any) (Word, bool) {
	if text, ok := v.(string); ok {
		return Word{Value: text}, true
	}
	w, ok := v.(Word)
	return w, ok
}

// sameObjects compares the fields that both know, by one name or another. Of several
// that are one field for b the first that is set counts.
func sameObjects(a, b Object) bool {
	for name, older := range a.Known {
		other, ok := b.Other(name, older)
		if mine := a.first(name, append([]string{other}, b.Known[other]...)); ok && !a.Converted[mine] && !b.Converted[other] &&
			!sameField(a.Fields, mine, b.Fields, other) {
			return false
		}
	}
	return true
}

// first is the first of some fields that is set, if name is among them, or else name.
func (o Object) first(name string, names []string) string {
	i := slices.IndexFunc(names, func(n string) bool { return o.Fields[n] != nil })
	if i < 0 || !slices.Contains(names, name) {
		return name
	}
	return names[i]
}

// Other returns what the object calls a field that another schema calls name, or
// once called by an older one, and whether it knows it.
func (o Object) Other(name string, older []string) (string, bool) {
	for _, n := range append([]string{name}, older...) {
		if _, ok := o.Known[n]; ok {
			return n, true
		}
	}
	for other, names := range o.Known {
		if slices.Contains(names, name) {
			return other, true
		}
	}
	return "", false
}

func sameFields(a, b map[string]any) bool {
	for name := range a {
		if !sameField(a, name, b, name) {
			return false
		}
	}
	return len(a) == len(b)
}

func sameField(a map[string]any, name string, b map[string]any, other string) bool {
	v, set := a[name]
	w, also := b[other]
	return set == also && Same(v, w)
}

// Text writes a meaning as JSON.
func Text(v any) string {
	switch v := v.(type) {
	case Number:
		return string(v)
	case Object:
		return Text(v.Fields)
	case Word:
		return Text(v.Value)
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = Text(item)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case map[string]any:
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, Text(name)+":"+Text(v[name]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	text, err := runtime.EncodeValue(v)
	if err != nil {
		return "?"
	}
	return string(text)
}
