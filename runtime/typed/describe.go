package typed

import (
	"fmt"
	"log/slog"
	"reflect"
	"strings"

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
