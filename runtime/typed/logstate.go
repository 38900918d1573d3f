package typed

import (
	"fmt"
	"io"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// The tags of a field in a struct of keys.
const (
	keyTag      = "state" // the key as a state holds it
	logTag      = "log"
	redacted    = "[redacted]" // of a sensitive key
	redactedLog = "redacted"   // its value is not shown
)

// LogValue describes a struct of keys for logs: the fields that are neither
// nil nor an empty map, by key, without the values of sensitive keys.
func LogValue(keys any) slog.Value {
	v := reflect.ValueOf(keys)
	var attrs []slog.Attr
	for i := range v.NumField() {
		value, tag := v.Field(i), v.Type().Field(i).Tag
		if isUnset(value) {
			continue
		}
		if value.Kind() == reflect.Pointer {
			value = value.Elem()
		}
		shown := value.Interface()
		if tag.Get(logTag) == redactedLog {
			shown = redacted
		}
		attrs = append(attrs, slog.Any(tag.Get(keyTag), shown))
	}
	return slog.GroupValue(attrs...)
}

func isUnset(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice:
		return v.IsNil()
	case reflect.Map:
		return v.Len() == 0
	}
	return false
}

// Describe prints what LogValue returned on one line.
func Describe(name string, group slog.Value) string {
	var parts []string
	for _, a := range group.Group() {
		parts = append(parts, a.Key+": "+shown(a.Value.Any()))
	}
	return name + "{" + strings.Join(parts, ", ") + "}"
}

func shown(v any) string {
	if s, ok := v.(string); ok {
		return fmt.Sprintf("%q", s)
	}
	text, err := instruction.Render(v)
	if err != nil {
		return fmt.Sprint(v) // such as a map whose keys are structs
	}
	return text
}

// What LogState shows in the place of values.
const (
	notDeclared = "[not declared]" // of a key that may be sensitive to whoever declares it
)

// LogState describes a state for logs: all that is set, by key. It shows the
// values of the declared keys that aren't sensitive; which those are, it finds in
// the tags of a struct of keys. Reading for it is none of Update's reads.
func LogState(state runtime.ReadonlyState, keys any) slog.Value {
	if state == nil {
		return slog.GroupValue()
	}
	declared := declaredKeys(reflect.TypeOf(keys))
	values := maps.Collect(runtime.Unnoted(state).All())
	attrs := make([]slog.Attr, 0, len(values))
	for _, key := range slices.Sorted(maps.Keys(values)) {
		attrs = append(attrs, slog.Any(key, declared.shown(key, values[key])))
	}
	return slog.GroupValue(attrs...)
}

// Print writes text for a Format method.
func Print(f fmt.State, text string) { _, _ = io.WriteString(f, text) }

// declared are the keys of a schema.
type declared struct {
	sensitive map[string]bool // by key; false: its value may be shown
	families  []declaredFamily
}

type declaredFamily struct {
	*Family
	sensitive bool
}

func (d *declared) shown(key string, value any) any {
	sensitive, known := d.sensitive[key]
	for _, f := range d.families {
		if !known && f.Has(key) {
			sensitive, known = f.sensitive, true
		}
	}
	switch {
	case !known:
		return notDeclared
	case sensitive:
		return redacted
	default:
		return value
	}
}

var declaredByType sync.Map // reflect.Type -> *declared

func declaredKeys(keys reflect.Type) *declared {
	if known, ok := declaredByType.Load(keys); ok {
		return known.(*declared)
	}
	d := &declared{sensitive: make(map[string]bool, keys.NumField())}
	for i := range keys.NumField() {
		tag := keys.Field(i).Tag
		key, sensitive := tag.Get(keyTag), tag.Get(logTag) == redactedLog
		if texts := patternTexts(key); len(texts) > 1 {
			d.families = append(d.families, declaredFamily{NewFamily(key, texts), sensitive})
		} else {
			d.sensitive[key] = sensitive
		}
	}
	known, _ := declaredByType.LoadOrStore(keys, d)
	return known.(*declared)
}

// patternTexts returns the literal texts around the parameters of a family's
// pattern; one for a key.
func patternTexts(pattern string) []string {
	var texts []string
	for {
		text, rest, found := strings.Cut(pattern, "{")
		texts = append(texts, text)
		if !found {
			return texts
		}
		_, pattern, _ = strings.Cut(rest, "}")
	}
}
